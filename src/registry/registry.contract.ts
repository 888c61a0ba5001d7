import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import {
  boundedText,
  checkbox,
  dayInput,
  emptyObject,
  fieldsAgree,
  flag,
  nameForOthers,
  pageMeta,
  pageNumber,
  personName,
  personSurname,
  phoneText,
  text,
  wholeNumber,
  wireDay,
} from '../base/fields.ts'
import { hostKinds } from '../base/kinds.ts'
import { eventTypeLook } from './event-type.contract.ts'

export const privacyLevels = ['public', 'shareable', 'private'] as const
export const minRegistryNameLength = 3
export const maxRegistryNameLength = 30
export const maxRegistryMessageLength = 50
export const maxGreetingLength = 500
const maxGuestCount = 1000

export const registryNameInput = nameForOthers({
  min: minRegistryNameLength,
  max: maxRegistryNameLength,
  short: 'name_short',
  long: 'name_long',
  required: 'name_required',
})

/** Above 1 and at most 1000 (R202); also with a separator of thousands. */
export const guestCountInput = z.pipe(
  z.pipe(
    z.pipe(
      z.union([z.number(), text()], 'field_required'),
      z.transform((count: string | number): string | number =>
        String(count).replace(/^(\d{1,3})[.,](\d{3})$/, '$1$2'),
      ),
    ),
    wholeNumber('guests_number'),
  ),
  z.number().check(z.gt(1, 'guests_few'), z.lte(maxGuestCount, 'guests_many')),
)

/** Country and region are ISO 3166 codes; in a country without listed regions the region is free text (R203). */
export const addressInput = z.object({
  street: boundedText({
    min: 4,
    max: 120,
    short: 'address_short',
    long: 'address_long',
    required: 'address_required',
  }),
  postcode: boundedText({
    min: 3,
    max: 12,
    short: 'postcode_short',
    long: 'postcode_long',
    required: 'postcode_required',
  }),
  city: boundedText({ min: 3, max: 42, short: 'city_short', long: 'city_long', required: 'city_required' }),
  country: text('country_required').check(z.refine(value => /^[A-Z]{2}$/.test(value), 'country_required')),
  region: boundedText({ max: 80, long: 'region_long', required: 'region_required' }),
  phone: phoneText({
    min: 3,
    max: 24,
    short: 'phone_short',
    long: 'phone_long',
    required: 'phone_required',
  }).check(
    // An unusual number of digits for the country is only a hint, never an error (R226).
    z.refine(phone => phone.replace(/\D/g, '').length >= 3 && !/\p{L}/u.test(phone), 'phone_wrong'),
  ),
})

export type AddressInput = z.output<typeof addressInput>

const privacyInput = z.enum(privacyLevels, 'privacy_required')

const stepOneFields = {
  type: text('type_required'),
  name: personName,
  surname: personSurname,
  partner_name: z.optional(personName),
  partner_surname: z.optional(personSurname),
  registry_name: registryNameInput,
  registry_date: dayInput('date_wrong'),
  date_undecided: checkbox,
  guest_count: guestCountInput,
  registry_status: z._default(privacyInput, 'shareable'),
  /** Whether search engines may show it, if it is public; hosts have to agree (R211). */
  search_engines: checkbox,
  end_date: dayInput('date_wrong'),
  event_place: z.optional(boundedText({ max: 42, long: 'city_long' })),
  message: z.optional(boundedText({ max: maxRegistryMessageLength, long: 'message_long' })),
  greeting: z.optional(boundedText({ max: maxGreetingLength, long: 'greeting_long' })),
  we_connect: checkbox,
}

/** A date is required unless “not decided yet” is ticked (R202). */
const stepOneAgreements = [
  fieldsAgree<{ registry_date: string | null; date_undecided: boolean }>(
    draft => draft.date_undecided === true || draft.registry_date !== null,
    'date_required',
    'registry_date',
  ),
] as const

const stepTwoFields = {
  home_address: addressInput,
  same_as_home: checkbox,
  shipping_address: z.optional(addressInput),
  terms: checkbox,
  /** The idempotency key of a form: sent twice, it creates one registry (R201). */
  draft_key: z.optional(boundedText({ max: 64 })),
}

const stepTwoAgreements = [
  fieldsAgree<{ same_as_home: boolean; shipping_address?: unknown }>(
    draft => draft.same_as_home === true || draft.shipping_address !== undefined,
    'shipping_required',
    'shipping_address.street',
  ),
  fieldsAgree<{ terms: boolean }>(draft => draft.terms === true, 'terms_required', 'terms'),
] as const

/** In the form the host has to choose the privacy; nobody's is chosen for them (R211). */
const formStepOneFields = { ...stepOneFields, registry_status: privacyInput }
export const registryFormStepOne = z.object(formStepOneFields).check(...stepOneAgreements)
export const registryForm = z
  .object({ ...formStepOneFields, ...stepTwoFields })
  .check(...stepOneAgreements, ...stepTwoAgreements)
/** Both steps as POST /registry/save takes them, where the privacy has a default. */
export const registryDraft = z
  .object({ ...stepOneFields, ...stepTwoFields })
  .check(...stepOneAgreements, ...stepTwoAgreements)
export type RegistryDraft = z.output<typeof registryDraft>

export const registryIdInput = z.object({ id: text() })

const typeInfo = z.object({
  slug: z.string(),
  name: z.string(),
  ...eventTypeLook,
  /** Whether each gift starts as a group gift (group activity, R216). */
  starts_as_group: flag,
  /** What kind of hosts they are; hosts in general without it. */
  host_kind: z.optional(z.enum(hostKinds)),
})

const photoView = z.object({
  /** `cover`: a wide band of the cover; `letter`: in the hosts' letter; `afterwards`: what the gifts became. */
  role: z.enum(['afterwards', 'cover', 'letter']),
  large: z.string(),
  small: z.string(),
  width: z.int(),
  height: z.int(),
  /** Alternative text by the hosts; empty without one. */
  alt: z.string(),
})
export type PhotoView = z.output<typeof photoView>

/** A registry as its viewers see it, without the hosts' addresses and phones (R225). */
const registryView = z.object({
  id: z.string(),
  slug: z.nullable(z.string()),
  registry_name: z.string(),
  registry_date: wireDay,
  end_date: wireDay,
  registry_status: z.enum(privacyLevels),
  /** Whether search engines may show it: it is public and its hosts agreed (R211). */
  search_engines: flag,
  customer_id: z.int(),
  /** Of the event type, in the reader's language. */
  name: z.string(),
  type_info: typeInfo,
  /** “Eleni & Giorgos”: first names of the hosts. */
  hosts: z.string(),
  message: z.nullable(z.string()),
  /** The hosts' letter, in the reader's language if they wrote it in both. */
  greeting: z.nullable(z.string()),
  /** Names of parents, koumbaroi or godparents. */
  family_line: z.nullable(z.string()),
  /** What the gifts became; null while the registry is open. */
  afterword: z.nullable(z.string()),
  event_place: z.nullable(z.string()),
  thumbnail: z.string(),
  full_thumbnail: z.string(),
  /** The host's photo, square; null without one, then `thumbnail` is the event type's picture. */
  portrait: z.nullable(z.string()),
  /** The other photographs, in order; left out in lists. */
  photos: z.optional(z.array(photoView)),
  open: flag,
  is_owner: flag,
  /** The owner or the co-host. */
  is_host: flag,
  /**
   * Gifts (not units) wished for and completely given, without gift cards, and people who gave (counted everywhere
   * alike, R319).
   */
  items: z.int(),
  gifts_given: z.int(),
  gift_cards: z.int(),
  givers: z.int(),
  /** For hosts in surprise mode (R221): what was given is hidden from them, until `reveal_day` if they chose one. */
  secret: flag,
  reveal_day: wireDay,
  /** The SEQUENCE of calendar files (R716): grows with each change of the day. */
  event_sequence: z.optional(z.int()),
  /** Rises with each change that guests can see; 0 for hosts in surprise mode, whom it would tell something (R222). */
  version: z.int(),
})
export type RegistryView = z.output<typeof registryView>

export const saveRegistry = endpoint({
  method: 'POST',
  path: '/registry/save',
  who: 'customer',
  message: 'registry_created_title',
  summary: 'Creates a registry for the signed-in host.',
  protects: { 'delivery address': 'new', 'closing day': 'new' },
  input: registryDraft,
  reply: z.object({ id: z.string(), registry_name: z.string() }),
})

export const findRegistry = endpoint({
  method: 'POST',
  path: '/registry/find',
  who: 'anyone',
  reads: true,
  summary: 'A registry by its code or address; an unknown or hidden one answers an empty list.',
  input: registryIdInput,
  reply: z.array(registryView),
})

/** For our pages only: the public API doesn't tell hidden registries from missing ones (R209). */
export const getRegistryVisibility = endpoint({
  method: 'POST',
  path: '/registry/standing',
  who: 'anyone',
  reads: true,
  inside: true,
  summary: 'Where a registry’s address leads.',
  input: registryIdInput,
  reply: z.object({ standing: z.enum(['shown', 'private', 'missing']) }),
})

export const listMyRegistries = endpoint({
  method: 'POST',
  path: '/customer/registries',
  who: 'customer',
  reads: true,
  paged: true,
  summary: 'The signed-in host’s registries, newest first.',
  input: z.object({ page: pageNumber }),
  reply: z.object({ data: z.array(registryView), meta: pageMeta }),
})

export const deleteRegistry = endpoint({
  method: 'POST',
  path: '/me/registry/delete',
  who: 'customer',
  message: 'registry_deleted',
  summary: 'Deletes a registry; refused while gifts or money are in it.',
  input: z.object({ registry_id: text() }),
  reply: emptyObject,
})
