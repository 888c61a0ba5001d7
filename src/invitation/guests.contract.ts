import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import {
  boundedText,
  email,
  emptyObject,
  fieldsAgree,
  nameForOthers,
  phoneText,
  positiveId,
  text,
  wholeNumber,
} from '../base/fields.ts'
import { languages } from '../base/language.ts'

/** Limits of a guest list (R708) and of replies (R709); lengths in characters. */
export const maxGuestsPerRegistry = 1000
export const maxPeoplePerGuest = 20
export const maxGuestNotesLength = 300
export const maxReplyMessageLength = 500
const maxGuestNameLength = 80
const maxGuestImportLength = 200_000
const maxGuestImportLines = 2000

const guestFields = {
  name: z.optional(nameForOthers({ max: maxGuestNameLength, long: 'name_long' })),
  email: z.optional(email),
  phone: z.optional(
    phoneText({ max: 24, long: 'phone_long' }).check(
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
  notes: z.optional(boundedText({ max: maxGuestNotesLength, long: 'guest_notes_long' })),
}

const hasNameOrEmail = fieldsAgree<{ name?: string; email?: string }>(
  guest => Boolean(guest.name || guest.email),
  'guest_nobody',
  'name',
)

/** A guest as a form or a line of an import names them: with a name, an e-mail address, or both. */
export const guestInput = z.object(guestFields).check(hasNameOrEmail)
export type GuestInput = z.output<typeof guestInput>

export const replyAnswers = ['coming', 'not_coming'] as const

const guestView = z.object({
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
  /** ISO time; null before the reply. */
  replied_at: z.nullable(z.string()),
  invited: z.boolean(),
  /** The token of the guest's reply link. */
  token: z.string(),
})
export type GuestView = z.output<typeof guestView>

export const listGuests = endpoint({
  method: 'POST',
  path: '/me/registry/guests',
  who: 'customer',
  reads: true,
  summary: 'The guest list of a registry, with the replies.',
  input: z.object({ registry_id: text() }),
  reply: z.array(guestView),
})

export const saveGuest = endpoint({
  method: 'POST',
  path: '/me/registry/guest/save',
  who: 'customer',
  summary: 'Adds a guest, or changes the one with that id.',
  input: z.object({ registry_id: text(), id: z.optional(positiveId), ...guestFields }).check(hasNameOrEmail),
  reply: z.object({ id: z.int() }),
})

export const removeGuest = endpoint({
  method: 'POST',
  path: '/me/registry/guest/remove',
  who: 'customer',
  summary: 'Removes a guest from the list; their reply link stops working.',
  input: z.object({ registry_id: text(), id: positiveId }),
  reply: emptyObject,
})

/** Whether a pasted list or a CSV is short enough to be parsed (R708). */
export function isImportable(list: string): boolean {
  const lines = list.length <= maxGuestImportLength ? list.split(/\r\n?|\n/, maxGuestImportLines + 1) : null
  return lines !== null && lines.length <= maxGuestImportLines
}

export const importGuests = endpoint({
  method: 'POST',
  path: '/me/registry/guest/import',
  who: 'customer',
  summary: 'Adds guests from a pasted list or a CSV; wrong lines and known guests are left out and counted.',
  input: z.object({
    registry_id: text(),
    list: text().check(z.refine(isImportable, 'guest_list_long')),
  }),
  reply: z.object({ added: z.int(), known: z.int(), wrong: z.int() }),
})
