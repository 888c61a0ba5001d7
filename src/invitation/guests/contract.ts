import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { agreement, email, key, nothing, text, textOf, wholeNumber } from '../../base/fields.ts'
import { languages } from '../../base/language.ts'

export const maxGuestsPerRegistry = 1000
export const maxPeoplePerGuest = 20
export const maxGuestNotesLength = 300
export const maxReplyMessageLength = 500
const guestNameMax = 80
/** A pasted list may be so long, in letters. */
export const maxGuestImportLength = 200_000

/** Who is asked; an address may stand without a name, and a name without an address. */
export const guestFields = {
  name: z.optional(textOf({ max: guestNameMax, long: 'name_long' })),
  email: z.optional(email),
  phone: z.optional(
    textOf({ max: 24, long: 'phone_long' }).check(
      z.refine(value => /^[+\d][\d\s\-().]{5,}$/.test(value), 'guest_phone_wrong'),
    ),
  ),
  language: z._default(z.enum(languages, 'guest_language_wrong'), 'el'),
  people: z._default(
    wholeNumber('guest_people_wrong').check(
      z.gte(1, 'guest_people_wrong'),
      z.lte(maxPeoplePerGuest, 'guest_people_wrong'),
    ),
    1,
  ),
  notes: z.optional(textOf({ max: maxGuestNotesLength, long: 'guest_notes_long' })),
}

const isSomebody = agreement<{ name?: string; email?: string }>(
  guest => Boolean(guest.name || guest.email),
  'guest_nobody',
  'name',
)

/** One guest, as a line of an import holds him. */
export const guestInput = z.object(guestFields).check(isSomebody)
export type GuestInput = z.output<typeof guestInput>

export const replyAnswers = ['coming', 'not_coming'] as const

export const guestView = z.object({
  id: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  language: z.enum(languages),
  people: z.int(),
  notes: z.nullable(z.string()),
  reply: z.nullable(z.enum(replyAnswers)),
  coming: z.int(),
  word: z.nullable(z.string()),
  /** ISO moment; null before the reply. */
  replied_at: z.nullable(z.string()),
  invited: z.boolean(),
  /** The last part of the guest's own reply address. */
  token: z.string(),
})
export type GuestView = z.output<typeof guestView>

export const listGuests = endpoint({
  method: 'POST',
  path: '/me/registry/guests',
  who: 'customer',
  reads: true,
  summary: 'The guest list of a registry, with what they replied.',
  input: z.object({ registry_id: text() }),
  reply: z.array(guestView),
})

export const saveGuest = endpoint({
  method: 'POST',
  path: '/me/registry/guest/save',
  who: 'customer',
  summary: 'Adds a guest, or changes the one with that id.',
  input: z.object({ registry_id: text(), id: z.optional(key), ...guestFields }).check(isSomebody),
  reply: z.object({ id: z.int() }),
})

export const removeGuest = endpoint({
  method: 'POST',
  path: '/me/registry/guest/remove',
  who: 'customer',
  summary: 'Takes a guest off the list; his reply link leads nowhere afterwards.',
  input: z.object({ registry_id: text(), id: key }),
  reply: nothing,
})

export const importGuests = endpoint({
  method: 'POST',
  path: '/me/registry/guest/import',
  who: 'customer',
  summary:
    'Adds guests from a pasted list or a CSV; lines that are wrong, and guests who are there, are left out.',
  input: z.object({
    registry_id: text(),
    list: textOf({ max: maxGuestImportLength, long: 'guest_list_long' }),
  }),
  reply: z.object({ added: z.int(), known: z.int(), wrong: z.int() }),
})
