import * as z from 'zod/mini'
import { endpoint, type ReplyOf } from '../base/endpoint.ts'
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
import { cleanText, isClean, normalizeText } from '../base/text.ts'

/** Limits of a guest list (R708) and of replies (R709); lengths in characters. */
export const maxGuestsPerRegistry = 1000
export const maxPeoplePerGuest = 20
export const maxGuestNotesLength = 300
export const maxReplyMessageLength = 500
const maxGuestNameLength = 80
const maxGuestImportLength = 200_000
export const maxGuestImportLines = 2000

export const guestName = nameForOthers({ max: maxGuestNameLength, long: 'name_long' })
export const numberOfPeople = (wrong: string) =>
  wholeNumber(wrong).check(z.gte(1, wrong), z.lte(maxPeoplePerGuest, wrong))

const guestFields = {
  name: z.optional(guestName),
  email: z.optional(email),
  phone: z.optional(
    phoneText({ max: 24, long: 'phone_long' }).check(
      z.refine(value => /^[+\d][\d\s\-().]{5,}$/.test(value), 'guest_phone_wrong'),
    ),
  ),
  language: z._default(z.enum(languages, 'guest_language_wrong'), 'el'),
  people: z._default(numberOfPeople('guest_people_wrong'), 1),
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
function isImportable(list: string): boolean {
  const lines = list.length <= maxGuestImportLength ? list.split(/\r\n?|\n/, maxGuestImportLines + 1) : null
  return lines !== null && lines.length <= maxGuestImportLines
}

/** What a column of a list holds; nothing of `none` is taken. */
export const guestColumns = [
  'name',
  'surname',
  'email',
  'phone',
  'language',
  'people',
  'notes',
  'none',
] as const
export type GuestColumn = (typeof guestColumns)[number]
/** Columns of a list that are read: Outlook's export has ninety. */
export const maxListColumns = 120

/** A host's choice for a column; it is ignored where the heading is another, because the list is another then. */
const chosenColumn = z.object({
  /** From 1. */
  at: positiveId,
  heading: z.optional(z.string()),
  column: z.enum(guestColumns),
})
export type ChosenColumn = z.output<typeof chosenColumn>

/** Not trimmed: the first cell of the first line may be empty. */
export const guestList = z.pipe(
  z.string('field_required').check(
    z.refine(list => list.trim() !== '', 'field_required'),
    z.refine(list => isClean(cleanText(list, 'list')), 'field_characters'),
    z.refine(isImportable, 'guest_list_long'),
  ),
  z.transform((list: string) => normalizeText(cleanText(list, 'list'), 'NFC')),
)

const importInput = {
  registry_id: text(),
  columns: z.optional(z.array(chosenColumn).check(z.maxLength(maxListColumns, 'field_long'))),
}

/** What becomes of a line: it is added, its guest is on the list already, somebody of its name is, or it is wrong. */
const importStates = ['new', 'known', 'namesake', 'wrong'] as const

export const previewGuestImport = endpoint({
  method: 'POST',
  path: '/me/registry/guest/import/preview',
  who: 'customer',
  reads: true,
  summary: 'Reads a pasted list or a file (CSV, workbook, vCards), and says what of it would be added.',
  input: z.object({
    ...importInput,
    list: z.optional(guestList),
    file: z.optional(z.instanceof(Blob, { error: 'guest_file_unknown' })),
  }),
  reply: z.object({
    /** The text that was read, for the import. */
    list: z.string(),
    columns: z.array(
      z.object({
        /** From 1. */
        at: z.int(),
        heading: z.string(),
        column: z.enum(guestColumns),
        /** The first of its cells. */
        examples: z.array(z.string()),
      }),
    ),
    lines: z.array(
      z.object({
        line: z.int(),
        text: z.string(),
        state: z.enum(importStates),
        name: z.nullable(z.string()),
        email: z.nullable(z.string()),
        phone: z.nullable(z.string()),
        people: z.nullable(z.int()),
        notes: z.nullable(z.string()),
        /** The message key for each wrong field. */
        errors: z.record(z.string(), z.string()),
        not_taken: z.array(z.string()),
      }),
    ),
    /** Lines and sheets that are no guests. */
    not_taken: z.array(z.string()),
  }),
})
export type GuestImportPreview = ReplyOf<typeof previewGuestImport>

export const importGuests = endpoint({
  method: 'POST',
  path: '/me/registry/guest/import',
  who: 'customer',
  summary: 'Adds guests from a pasted list or a CSV; wrong lines and known guests are left out and counted.',
  input: z.object({
    ...importInput,
    list: guestList,
    /** Lines whose guests are added although somebody of that name is on the list. */
    namesakes: z.optional(z.array(positiveId).check(z.maxLength(maxGuestImportLines, 'field_long'))),
  }),
  reply: z.object({ added: z.int(), known: z.int(), wrong: z.int() }),
})
