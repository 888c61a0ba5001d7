import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import {
  agreement,
  dayInput,
  flag,
  nothing,
  pageMeta,
  pageNumber,
  personName,
  personSurname,
  text,
  textOf,
  tick,
  wholeNumber,
  wireDay,
} from '../../base/fields.ts'
import { languages } from '../../base/language.ts'

export const privacyLevels = ['public', 'shareable', 'private'] as const
export const minRegistryNameLength = 3
export const maxRegistryNameLength = 30
export const maxRegistryMessageLength = 50
export const maxGreetingLength = 500
export const maxGuestCount = 1000

export const registryNameInput = textOf({
  min: minRegistryNameLength,
  max: maxRegistryNameLength,
  short: 'name_short',
  long: 'name_long',
  required: 'name_required',
})

/** Spec §5: a number, above 1, at most 1000. */
export const guestCountInput = z.pipe(
  z.pipe(z.union([z.number(), text()], 'field_required'), wholeNumber('guests_number')),
  z.number().check(z.gt(1, 'guests_few'), z.lte(maxGuestCount, 'guests_many')),
)

/** Spec §5, step 2. Countries and regions by ISO 3166 code; a country without listed regions takes free text. */
export const addressInput = z.object({
  street: textOf({
    min: 4,
    max: 120,
    short: 'address_short',
    long: 'address_long',
    required: 'address_required',
  }),
  country: text('country_required').check(z.refine(value => /^[A-Z]{2}$/.test(value), 'country_required')),
  region: textOf({ max: 80, long: 'region_long', required: 'region_required' }),
  city: textOf({ min: 3, max: 42, short: 'city_short', long: 'city_long', required: 'city_required' }),
  postcode: textOf({
    min: 3,
    max: 12,
    short: 'postcode_short',
    long: 'postcode_long',
    required: 'postcode_required',
  }),
  phone: textOf({ min: 3, max: 24, short: 'phone_short', long: 'phone_long', required: 'phone_required' }),
})
export type AddressInput = z.output<typeof addressInput>

const stepOneFields = {
  type: text('type_required'),
  name: personName,
  surname: personSurname,
  partner_name: z.optional(personName),
  partner_surname: z.optional(personSurname),
  registry_name: registryNameInput,
  registry_date: dayInput('date_wrong'),
  date_undecided: tick,
  guest_count: guestCountInput,
  registry_status: z._default(z.enum(privacyLevels, 'privacy_required'), 'public'),
  end_date: dayInput('date_wrong'),
  event_place: z.optional(textOf({ max: 42, long: 'city_long' })),
  message: z.optional(textOf({ max: maxRegistryMessageLength, long: 'message_long' })),
  greeting: z.optional(textOf({ max: maxGreetingLength, long: 'greeting_long' })),
  we_connect: tick,
}

/** A date is required unless “not decided yet” is ticked; the registry may not close before the event. */
const datesAgree = [
  agreement<{ registry_date: string | null; date_undecided: boolean }>(
    draft => draft.date_undecided === true || draft.registry_date !== null,
    'date_required',
    'registry_date',
  ),
] as const

const stepTwoFields = {
  home_address: addressInput,
  same_as_home: tick,
  shipping_address: z.optional(addressInput),
  terms: tick,
  /** One a form: sent twice, it makes one registry. */
  draft_key: z.optional(textOf({ max: 64 })),
}

const secondStepAgrees = [
  agreement<{ same_as_home: boolean; shipping_address?: unknown }>(
    draft => draft.same_as_home === true || draft.shipping_address !== undefined,
    'shipping_required',
    'shipping_address.street',
  ),
  agreement<{ terms: boolean }>(draft => draft.terms === true, 'terms_required', 'terms'),
] as const

/** The first page of creating a registry: the event. */
export const registryDraftStepOne = z.object(stepOneFields).check(...datesAgree)
/** The second page: addresses and terms. */
export const registryDraftStepTwo = z.object(stepTwoFields).check(...secondStepAgrees)
/** All of it, as POST /registry/save takes it. */
export const registryDraft = z
  .object({ ...stepOneFields, ...stepTwoFields })
  .check(...datesAgree, ...secondStepAgrees)
export type RegistryDraft = z.output<typeof registryDraft>

export const registryIdInput = z.object({ id: text() })

const typeInfo = z.object({ slug: z.string(), name: z.string() })

/** A registry as its viewers see it; addresses and phones are never here. */
export const registryView = z.object({
  id: z.string(),
  slug: z.nullable(z.string()),
  registry_name: z.string(),
  registry_date: wireDay,
  end_date: wireDay,
  registry_status: z.enum(privacyLevels),
  customer_id: z.int(),
  /** The type's name in the reader's language (spec §3 `name`). */
  name: z.string(),
  type_info: typeInfo,
  /** “Eleni & Giorgos”: first names of the hosts. */
  hosts: z.string(),
  message: z.nullable(z.string()),
  greeting: z.nullable(z.string()),
  event_place: z.nullable(z.string()),
  thumbnail: z.string(),
  full_thumbnail: z.string(),
  /** The host's picture, square, for portraits; null without one, then `thumbnail` is the event type's. */
  portrait: z.nullable(z.string()),
  /** False once the closing day is over. */
  open: flag,
  is_owner: flag,
  /** The owner or the co-host. */
  is_host: flag,
  /** How many gifts (not units) it wishes for, has been given wholly, and how many people gave. */
  items: z.int(),
  gifts_given: z.int(),
  givers: z.int(),
  /** Surprise mode, as the hosts see it: nothing of what was given is told to them; until when, if they said so. */
  secret: flag,
  reveal_day: wireDay,
  /** Rises with each change that guests can see; 0 to hosts who want to be surprised. */
  version: z.int(),
})
export type RegistryView = z.output<typeof registryView>

export const listEventTypes = endpoint({
  method: 'POST',
  path: '/registry/types',
  who: 'anyone',
  reads: true,
  summary: 'The event types, each with its name in the reader’s language.',
  input: z.object({ lang: z.optional(z.enum(languages)) }),
  reply: z.array(z.object({ slug: z.string(), name: z.string(), picture: z.string() })),
})

export const saveRegistry = endpoint({
  method: 'POST',
  path: '/registry/save',
  who: 'customer',
  message: 'registry_created_title',
  summary: 'Creates a registry for the signed-in host.',
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

/** Whether an address shows, hides or misses a registry: for our pages alone, the public API does not tell (product.md 5). */
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
  summary: 'Deletes a registry; refused while gifts or money stand in it.',
  input: z.object({ registry_id: text() }),
  reply: nothing,
})

const place = z.object({ code: z.string(), name: z.string() })

export const listPlaces = endpoint({
  method: 'GET',
  path: '/places',
  who: 'anyone',
  summary: 'Countries by ISO 3166 code, and the regions of one of them (none listed: free text).',
  input: z.object({ country: z.optional(text()), lang: z.optional(z.enum(languages)) }),
  reply: z.object({ countries: z.array(place), regions: z.array(place) }),
})
