import * as z from 'zod/mini'
import { type Day, parseDay, zeroDate } from './dates.ts'
import { fromEuro, parseEuro } from './money.ts'

/**
 * The bricks of every contract. Each rule is a constant with its message key beside it; the keys travel,
 * the words are chosen at the edge. Input may come from a form (strings) or from JSON.
 */

/** Counting letters is slow; a text so long is beyond every bound whichever way it is counted. */
const countedMost = 20_000

/** Lengths are counted as people count letters, so that «ΐ» written as two code points is one. */
export function graphemes(text: string): number {
  if (text.length > countedMost) return text.length
  return [...new Intl.Segmenter('el', { granularity: 'grapheme' }).segment(text)].length
}

/** Any text: trimmed, stored NFC; characters that can't be stored or that turn the text around are refused. */
export const text = (required = 'field_required') =>
  z.pipe(
    z.string(required).check(z.refine(isClean, 'field_characters')),
    z.transform((value: string) => value.trim().normalize('NFC')),
  )

/** Text of at least and at most so many letters. */
export const textOf = (bounds: {
  min?: number
  max: number
  short?: string
  long?: string
  required?: string
}) =>
  text(bounds.required).check(
    z.refine(value => graphemes(value) >= (bounds.min ?? 0), bounds.short ?? 'field_short'),
    z.refine(value => graphemes(value) <= bounds.max, bounds.long ?? 'field_long'),
  )

/** NUL, lone surrogates, broken UTF-8 and direction overrides are refused (R929); new lines and tabs are text. */
export function isClean(value: string): boolean {
  return value.isWellFormed() && !/(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/u.test(value)
}

/** A name has at least 3 letters, and no special characters (R103). */
export const nameMin = 3
export const nameMax = 48
export const personName = nameOf('name')
export const personSurname = nameOf('surname')

function nameOf(kind: 'name' | 'surname') {
  return text(`${kind}_required`).check(
    z.refine(value => graphemes(value) >= nameMin, `${kind}_short`),
    z.refine(value => graphemes(value) <= nameMax, `${kind}_long`),
    z.refine(isName, 'name_special'),
  )
}

/** Letters of any script, spaces, hyphens, apostrophes (' ’ ΄) and full stops: «Μαρία-Ελένη», “O'Neill”. */
export function isName(value: string): boolean {
  return /^[\p{L}\p{M}\s\-‐‑'’΄.]*$/u.test(value)
}

export const email = text('email_required').check(
  z.refine(
    value =>
      value.length <= 254 &&
      /^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+\.[^\s@<>"(),;:\\[\].]{2,}$/.test(value),
    'email_invalid',
  ),
)

/** A whole number, typed or given; anything else gets the key. */
export const wholeNumber = (wrong: string) =>
  z.pipe(
    z.union([z.number(), z.string()], wrong),
    z.pipe(
      z.transform((value: string | number) =>
        typeof value === 'string' && !/^-?\d{1,15}$/.test(value.trim()) ? Number.NaN : Number(value),
      ),
      z.number(wrong).check(z.refine(Number.isSafeInteger, wrong)),
    ),
  )

/** A key of the shop or of ours: a whole number above zero. */
export const key = wholeNumber('field_required').check(z.gte(1, 'field_required'))

/** A product or category of the shop, whose keys are 32-bit numbers: on its own wire, and in our columns. */
export const shopKey = key.check(z.lte(2_147_483_647, 'field_required'))

/** A tick: what forms send ("on", "1", "true") and what JSON sends; missing is false. */
export const tick = z.pipe(
  z.optional(z.union([z.boolean(), z.string(), z.number()])),
  z.transform(value => isTicked(value)),
)

/** A tick where a missing one means “as it was”. */
export const tickChange = z.pipe(
  z.union([z.boolean(), z.string(), z.number()]),
  z.transform(value => isTicked(value)),
)

function isTicked(value: unknown): boolean {
  return value === true || value === 1 || value === 'on' || value === '1' || value === 'true'
}

/** An amount a person typed or JSON's decimal euro, as whole cents. */
export const amount = (wrong: string) =>
  z.pipe(
    z.union([z.number(), z.string()], wrong),
    z.pipe(
      z.transform((value: string | number) =>
        typeof value === 'string' ? parseEuro(value) : fromEuro(value),
      ),
      z.number(wrong).check(z.gte(0, wrong), z.lte(100_000_000, wrong)),
    ),
  )

/** Whole cents inside, decimal euro on the wire; for replies. */
export const euro = z.codec(z.number(), z.int(), {
  decode: value => Math.round(value * 100),
  encode: cents => cents / 100,
})

/** A day in an input; an undecided one (missing or the zero date) is null. */
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

/** A day in a change: missing is “as it was” (with z.optional), an empty or the zero date is null. */
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

/** A day in a reply: `YYYY-MM-DD 00:00:00` on the wire, the zero date when undecided (R212). */
export const wireDay = z.codec(z.string(), z.nullable(z.string()), {
  decode: parseDay,
  encode: day => (day === null ? zeroDate : `${day} 00:00:00`),
})

/** A small wire flag: 0 or 1 as the specification's platform writes it, a boolean inside. */
export const flag = z.codec(z.number(), z.boolean(), {
  decode: value => value === 1,
  encode: value => (value ? 1 : 0),
})

/** Which page of a list; 20 to 100 a page. */
export const pageNumber = z._default(wholeNumber('field_required').check(z.gte(1), z.lte(100_000)), 1)

/** A rule between fields, told together with the wrong fields instead of after them; the others may be unparsed. */
export const agreement = <T extends object>(
  holds: (value: Partial<T>) => boolean,
  error: string,
  path: string,
) =>
  z.refine<T>(holds, {
    error,
    path: [path],
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

/** What every list answers beside its data. */
export const pageMeta = z.object({ page: z.int(), per_page: z.int(), total: z.int(), last_page: z.int() })
export type PageMeta = z.output<typeof pageMeta>

export function metaOf(page: number, perPage: number, total: number): PageMeta {
  return { page, per_page: perPage, total, last_page: Math.max(1, Math.ceil(total / perPage)) }
}

/** A call without input or without answer. */
export const nothing = z.object({})

const codeLetters = 'ABEZHKMNPTYX345679'
const lookAlikes: Record<string, string> = {
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

/** A registry code as typed (Greek look-alikes, lower case, spaces, dashes) in its one form, or null (R204). */
export function foldCode(typed: string): string | null {
  const code = [...typed.replace(/[\s\-‐‑–]/g, '').toLocaleUpperCase('en')]
    .map(letter => lookAlikes[letter] ?? letter)
    .join('')
  return code.length === 12 && [...code].every(letter => codeLetters.includes(letter)) ? code : null
}

/** A fresh unguessable code out of random bytes (at least 12; rejection keeps it even). */
export function codeFrom(random: (bytes: number) => Uint8Array): string {
  let code = ''
  while (code.length < 12) {
    for (const byte of random(16)) if (byte < 252 && code.length < 12) code += codeLetters[byte % 18]
  }
  return code
}

/** How a code is written on paper: XXXX-XXXX-XXXX. */
export function writeCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}
