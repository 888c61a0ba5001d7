import * as z from 'zod/mini'
import { type Day, parseDay, zeroDate } from './dates.ts'
import { type Cents, fromEuro, parseDecimalEuro, parseEuro } from './money.ts'
import { cleanText, countCharacters, isClean, normalizeText, type TextKind } from './text.ts'
import { hasWebAddress, isNamedLikeAddress } from './web-addresses.ts'

/**
 * Schemas that every contract is made of. Each rule has its message key beside it; the key is translated where the answer
 * is written. Input may come from a form (strings) or from JSON.
 */

/**
 * Any text: trimmed, stored NFC, without what nobody sees; characters that can't be stored or that change the text's
 * direction are refused, and so is a text of which nothing can be seen (R929).
 */
export const text = (required = 'field_required', kind: TextKind = 'words') =>
  z.pipe(
    z.string(required).check(
      z.refine(value => isClean(cleanText(value, kind)), 'field_characters'),
      z.refine(value => value.trim() === '' || cleanText(value, kind).trim() !== '', 'field_characters'),
    ),
    z.transform((value: string) => normalizeText(cleanText(value, kind).trim(), 'NFC')),
  )

interface TextBounds {
  min?: number
  max: number
  short?: string
  long?: string
  required?: string
}

export const boundedText = (bounds: TextBounds, kind: TextKind = 'words') =>
  text(bounds.required, kind).check(
    z.refine(value => countCharacters(value) >= (bounds.min ?? 0), bounds.short ?? 'field_short'),
    z.refine(value => countCharacters(value) <= bounds.max, bounds.long ?? 'field_long'),
  )

/** A telephone as typed, or as copied from a list of contacts, which puts marks of its direction around it. */
export const phoneText = (bounds: TextBounds) => boundedText(bounds, 'telephone')

/** A code as it is typed, or copied from a letter. */
export const codeText = (bounds: TextBounds) => boundedText(bounds, 'code')

/** Words that our letters carry to others: they lead to no site (R1202). */
export const wordsForOthers = (bounds: TextBounds) =>
  boundedText(bounds).check(z.refine(value => !hasWebAddress(value), 'text_address'))

/** A name by which our letters speak of somebody or something: it looks like no address (R1202). */
export const nameForOthers = (bounds: TextBounds) =>
  boundedText(bounds, 'name').check(z.refine(value => !isNamedLikeAddress(value), 'text_address'))

/** A name has at least 3 letters, and no special characters (R103). */
export const minNameLength = 3
export const maxNameLength = 48
export const personName = nameOf('name')
export const personSurname = nameOf('surname')

function nameOf(kind: 'name' | 'surname') {
  return text(`${kind}_required`, 'name').check(
    z.refine(value => countCharacters(value) >= minNameLength, `${kind}_short`),
    z.refine(value => countCharacters(value) <= maxNameLength, `${kind}_long`),
    z.refine(isName, 'name_special'),
  )
}

/** Letters of any script, spaces, hyphens, apostrophes (' ’ ΄) and full stops, but no address: «Μαρία-Ελένη», “O'Neill”. */
export function isName(value: string): boolean {
  return /^[\p{L}\p{M}\s\-‐‑'’΄.]*$/u.test(value) && !hasWebAddress(value)
}

/** Words of letters and signs with a dot between any two of them, before the @ and after it (RFC 5322's dot-atom). */
const mailbox =
  /^[^\s@<>"(),;:\\[\].]+(\.[^\s@<>"(),;:\\[\].]+)*@([^\s@<>"(),;:\\[\].]+\.)+[^\s@<>"(),;:\\[\].]{2,}$/

export const email = text('email_required', 'address').check(
  z.refine(value => value.length <= 254 && mailbox.test(value), 'email_invalid'),
)

/** A whole number, as a number or as text; anything else is refused with that message key. */
export const wholeNumber = (wrong: string, missing = wrong) =>
  z.pipe(
    z.union([z.number(), z.string()], { error: ({ input }) => (input === undefined ? missing : wrong) }),
    z.pipe(
      z.transform((value: string | number) =>
        typeof value === 'string' && !/^-?\d{1,15}$/.test(value.trim()) ? Number.NaN : Number(value),
      ),
      z.number(wrong).check(z.refine(Number.isSafeInteger, wrong)),
    ),
  )

/** A number that programs send; a wrong one and a missing one have messages of their own. */
export const programNumber = wholeNumber('field_malformed', 'field_required')

/** An id of the shop or of ours: a whole number above zero. */
export const positiveId = programNumber.check(z.gte(1, 'field_malformed'))

/** The id of a product or category of the shop: a 32-bit number in its API and in our columns. */
export const shopEntityId = positiveId.check(z.lte(2_147_483_647, 'field_malformed'))

/** A checkbox: what forms send ("on", "1", "true") and what JSON sends; missing is false. */
export const checkbox = z.pipe(
  z.optional(z.union([z.boolean(), z.string(), z.number()])),
  z.transform(value => isTicked(value)),
)

/** A checkbox of a partial change, where a missing one leaves the value as it was. */
export const optionalCheckbox = z.pipe(
  z.union([z.boolean(), z.string(), z.number()]),
  z.transform(value => isTicked(value)),
)

function isTicked(value: unknown): boolean {
  return value === true || value === 1 || value === 'on' || value === '1' || value === 'true'
}

/** Decimal euro as programs write it, in whole cents (R903). Our forms read what people type before they call. */
export const amount = (wrong: string) => centsOf(wrong, parseDecimalEuro)

/** An amount in a form whose fields are the input of no published call, as a person typed it, in whole cents. */
export const typedAmount = (wrong: string) => centsOf(wrong, parseEuro)

const centsOf = (wrong: string, parse: (text: string) => Cents | null) =>
  z.pipe(
    z.union([z.number(), z.string()], wrong),
    z.pipe(
      z.transform((value: string | number) => (typeof value === 'string' ? parse(value) : fromEuro(value))),
      z.number(wrong).check(z.gte(0, wrong), z.lte(100_000_000, wrong)),
    ),
  )

/** Whole cents in the program, decimal euro in the API; for replies. */
export const euro = z.codec(z.number(), z.int(), {
  decode: value => Math.round(value * 100),
  encode: cents => cents / 100,
})

/** A day in an input; null when undecided (missing or the zero date). */
export const dayInput = (wrong: string) =>
  z.pipe(
    z.optional(z.string(wrong)),
    z.pipe(
      z.transform((value: string | undefined): Day | null | undefined => {
        if (value === undefined || value.startsWith('1970-01-01')) return null
        return parseDay(value) ?? undefined
      }),
      z.nullable(z.string(wrong)),
    ),
  )

/** A day in a partial change: missing leaves it as it was (with z.optional), an empty or the zero date is null. */
export const dayChange = (wrong: string) =>
  z.pipe(
    z.string(wrong),
    z.pipe(
      z.transform((value: string): Day | null | undefined =>
        value === '' || value.startsWith('1970-01-01') ? null : (parseDay(value) ?? undefined),
      ),
      z.nullable(z.string(wrong)),
    ),
  )

/** A day in a reply: `YYYY-MM-DD 00:00:00` in the API, the zero date when undecided (R212). */
export const wireDay = z.codec(z.string(), z.nullable(z.string()), {
  decode: parseDay,
  encode: day => (day === null ? zeroDate : `${day} 00:00:00`),
})

/** A boolean that the API writes as 0 or 1. */
export const flag = z.codec(z.number(), z.boolean(), {
  decode: value => value === 1,
  encode: value => (value ? 1 : 0),
})

/** The page of a list, from 1. */
export const pageNumber = z._default(programNumber.check(z.gte(1), z.lte(100_000)), 1)

/** A rule between fields, reported together with the wrong fields and not after them; other fields may be unparsed. */
export const fieldsAgree = <T extends object>(
  holds: (value: Partial<T>) => boolean,
  error: string,
  path: string,
) =>
  z.refine<T>(holds, {
    error,
    path: [path],
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

/** What the reply of every list contains beside its data. */
export const pageMeta = z.object({ page: z.int(), per_page: z.int(), total: z.int(), last_page: z.int() })
export type PageMeta = z.output<typeof pageMeta>

export function toPageMeta(page: number, perPage: number, total: number): PageMeta {
  return { page, per_page: perPage, total, last_page: Math.max(1, Math.ceil(total / perPage)) }
}

/** The schema of a call without input or without reply. */
export const emptyObject = z.object({})

const codeLetters = 'ABEZHKMNPTYX345679'
const latinLookAlikes: Record<string, string> = {
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
}

/**
 * A registry code as typed (Greek look-alikes, lower case, spaces, dashes) or as chats and letters bring it (behind a word,
 * in quotes, with the sentence's full stop, with the query of its link), in its one form; or null (R204).
 */
export function parseCode(text: string): string | null {
  // As links have it.
  if (text.length === 12 && isCodeText(text)) return text
  const link = withoutQuery(text)
  const codes = [link, link.slice(link.lastIndexOf(':') + 1), link.replace(/^\s*\p{L}+\s/u, '')].map(foldCode)
  return codes.find(code => code.length === 12 && isCodeText(code)) ?? null
}

/** An address without the query of a link that was copied with it. */
export const withoutQuery = (address: string): string => /^[^?&#]*/.exec(address)?.[0] ?? ''

/** The last four letters of a code, as a masked one shows them (•••ABEZ), typed in any of these ways; or null. */
export function parseCodeEnd(text: string): string | null {
  const end = foldCode(text.replace(/^[•·*.…\s]+/, ''))
  return end.length === 4 && isCodeText(end) ? end : null
}

function foldCode(text: string): string {
  return [
    ...cleanText(text, 'code')
      .replace(/[\s\p{P}\p{Cf}]/gu, '')
      .toLocaleUpperCase('en'),
  ]
    .map(letter => latinLookAlikes[letter] ?? letter)
    .join('')
}

const isCodeText = (code: string) => [...code].every(letter => codeLetters.includes(letter))

/** A new unguessable code from random bytes; values above 251 are skipped so that all letters are equally likely. */
export function generateCode(random: (bytes: number) => Uint8Array): string {
  let code = ''
  while (code.length < 12) {
    for (const byte of random(16)) if (byte < 252 && code.length < 12) code += codeLetters[byte % 18]
  }
  return code
}

/** How a code is written on paper: XXXX-XXXX-XXXX. */
export function formatCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}
