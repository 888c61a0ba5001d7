import * as z from 'zod/mini'
import { covers } from '../base/covers.ts'
import { endpoint } from '../base/endpoint.ts'
import {
  boundedText,
  dayChange,
  emptyObject,
  flag,
  isName,
  maxNameLength,
  minNameLength,
  optionalCheckbox,
  personName,
  personSurname,
  text,
  wireDay,
} from '../base/fields.ts'
import { countCharacters } from '../base/text.ts'
import {
  addressInput,
  guestCountInput,
  maxGreetingLength,
  maxRegistryMessageLength,
  privacyLevels,
  registryIdInput,
  registryNameInput,
} from './registry.contract.ts'
import { findSlugError } from './slug.rules.ts'

/** A name, or an empty text to clear it. */
const nameOrNone = text().check(
  z.refine(value => value === '' || countCharacters(value) >= minNameLength, 'name_short'),
  z.refine(value => countCharacters(value) <= maxNameLength, 'name_long'),
  z.refine(isName, 'name_special'),
)

/** A slug, or an empty text to have only the code. */
const slugOrNone = z
  .pipe(
    text(),
    z.transform((value: string) => value.toLowerCase()),
  )
  .check(
    ...(['wrong', 'short', 'long', 'reserved'] as const).map(error =>
      z.refine<string>(
        value => value === '' || findSlugError(value) !== `hosting_slug_${error}`,
        `hosting_slug_${error}`,
      ),
    ),
  )

/** A number from 0 to 1, also as text. */
const fraction = z.pipe(
  z.union([z.number(), z.string()], 'picture_crop'),
  z.pipe(
    z.transform(Number),
    z.number('picture_crop').check(z.gte(0, 'picture_crop'), z.lte(1, 'picture_crop')),
  ),
)

const letter = boundedText({ max: maxGreetingLength, long: 'greeting_long' })
const maxFamilyLineLength = 160

/** A missing field stays unchanged; an empty text or date clears it. */
const registrySettingsChange = z.object({
  id: text(),
  type: z.optional(text('type_required')),
  name: z.optional(personName),
  surname: z.optional(personSurname),
  partner_name: z.optional(nameOrNone),
  partner_surname: z.optional(nameOrNone),
  slug: z.optional(slugOrNone),
  /** Without the random ending that the slug of a registry gets if it is not public (R1206). */
  plain_slug: z.optional(optionalCheckbox),
  /** Lets former slugs that can be guessed still lead to a registry that is not public any more (R1206). */
  keep_addresses: z.optional(optionalCheckbox),
  registry_name: z.optional(registryNameInput.check(z.minLength(1, 'name_required'))),
  message: z.optional(boundedText({ max: maxRegistryMessageLength, long: 'message_long' })),
  greeting: z.optional(letter),
  english_greeting: z.optional(letter),
  family_line: z.optional(boundedText({ max: maxFamilyLineLength, long: 'family_line_long' })),
  afterword: z.optional(letter),
  /** The cover that is shown without a photo; empty for that of the event type. */
  cover: z.optional(z.enum(['', ...covers])),
  event_place: z.optional(boundedText({ max: 42, long: 'city_long' })),
  registry_date: z.optional(dayChange('date_wrong')),
  end_date: z.optional(dayChange('date_wrong')),
  guest_count: z.optional(guestCountInput),
  registry_status: z.optional(z.enum(privacyLevels, 'privacy_required')),
  /** Whether search engines may show it; a registry that is not public loses this consent (R211). */
  search_engines: z.optional(optionalCheckbox),
  we_connect: z.optional(optionalCheckbox),
  home_address: z.optional(addressInput),
  same_as_home: z.optional(optionalCheckbox),
  shipping_address: z.optional(addressInput),
  /** JPEG, PNG or WebP, at most 3 MB (R227); cropped to the square `crop`, else to the middle. */
  picture: z.optional(z.instanceof(Blob, { error: 'picture_type' })),
  crop: z.optional(z.object({ x: fraction, y: fraction, side: fraction })),
  remove_picture: z.optional(optionalCheckbox),
})
export type RegistrySettingsChange = z.output<typeof registrySettingsChange>

const address = z.object({
  street: z.string(),
  country: z.string(),
  region: z.string(),
  city: z.string(),
  postcode: z.string(),
  phone: z.string(),
})

/** With the hosts' addresses, which only hosts see (R225). */
export const showRegistrySettings = endpoint({
  method: 'POST',
  path: '/registry/settings',
  who: 'customer',
  reads: true,
  summary: 'Everything that a host may change of a registry, addresses and phones among it.',
  input: registryIdInput,
  reply: z.object({
    id: z.string(),
    slug: z.nullable(z.string()),
    /** The slug without its random ending (R1206); null without an ending. */
    slug_base: z.nullable(z.string()),
    /** The path of the hosts' photo; null without one. */
    picture: z.nullable(z.string()),
    type: z.string(),
    name: z.string(),
    surname: z.string(),
    partner_name: z.nullable(z.string()),
    partner_surname: z.nullable(z.string()),
    registry_name: z.string(),
    message: z.nullable(z.string()),
    greeting: z.nullable(z.string()),
    english_greeting: z.nullable(z.string()),
    family_line: z.nullable(z.string()),
    afterword: z.nullable(z.string()),
    cover: z.nullable(z.string()),
    event_place: z.nullable(z.string()),
    registry_date: wireDay,
    end_date: wireDay,
    guest_count: z.int(),
    registry_status: z.enum(privacyLevels),
    searchable: flag,
    search_engines: flag,
    we_connect: flag,
    home_address: z.nullable(address),
    shipping_address: z.nullable(address),
  }),
})
export type RegistrySettings = z.output<(typeof showRegistrySettings)['reply']>

export const checkSlug = endpoint({
  method: 'GET',
  path: '/registry/slug/check',
  who: 'customer',
  summary: 'Whether the registry may take that address, and addresses made of its names that it may.',
  input: z.object({ id: text(), slug: z.optional(text()) }),
  reply: z.object({
    slug: z.nullable(z.string()),
    available: flag,
    /** The message key of why it is not available. */
    reason: z.nullable(z.string()),
    offers: z.array(z.string()),
  }),
})

export const updateRegistry = endpoint({
  method: 'POST',
  path: '/registry/update',
  who: 'customer',
  summary: 'Changes a registry’s settings; what is not sent stays as it is.',
  message: 'registry_updated',
  keepsEmpty: true,
  protects: { 'delivery address': 'proof', 'closing day': 'proof' },
  input: registrySettingsChange,
  reply: emptyObject,
})

export const changeSearchable = endpoint({
  method: 'POST',
  path: '/registry/change-searchable',
  who: 'customer',
  summary: 'Hides a public registry from find, or shows it there again.',
  message: 'registry_updated',
  input: z.object({ id: text(), searchable: optionalCheckbox }),
  reply: emptyObject,
})
