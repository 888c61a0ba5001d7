import { type Language, languages } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import type { GivingKind } from '../../gift/gift/rules.ts'
import type { giverVisibilities } from './giver-rules.ts'

type Visibility = (typeof giverVisibilities)[number]

/** One gift of a hand-off, as the order's own line says it. */
export interface MarkedLine {
  kind: GivingKind
  giftId: number
  productId: number
  variantId: number
  units: number
  /** The price of one unit, or the amount given. */
  cents: Cents
}

/** What a hand-off is, said so that it can be made again from an order alone (R522). No names and no addresses. */
export interface MarkedOrigin {
  registryCode: string
  visibility: Visibility
  language: Language
  createdAt: Date
  /** The giver's account; null for a guest. */
  customerId: number | null
  lines: MarkedLine[]
}

/** What the signed text on a line of the shop's cart says (R415). */
export interface HandoffMark {
  reference: string
  /** Null in marks of carts that were made when these held the reference alone. */
  origin: MarkedOrigin | null
}

/** With so many gifts a signed mark is still at most 255 characters, which every text field holds. */
export const maxMarkedLines = 5

/** 128 random bits in base64url. */
export const referenceLength = 22
const codeLength = 12
const kindLetters: Record<GivingKind, string> = { units: 'u', contribution: 'c', gift_card: 'k' }
const visibilityLetters: Record<Visibility, string> = { full: 'f', initials: 'i', anonymous: 'a' }
const pattern =
  /^([\w-]{22})([A-Z0-9]{12})([fia])(\w\w)([0-9a-z]+)-([0-9a-z]+)((?:-[uck][0-9a-z]+(?:_[0-9a-z]+){4})+)$/

/** Letters, digits, `_` and `-` alone, so that a signature adds nothing but itself. */
export function formatMark(reference: string, origin: MarkedOrigin): string {
  const seconds = Math.floor(origin.createdAt.getTime() / 1000)
  const head = `${reference}${origin.registryCode}${visibilityLetters[origin.visibility]}${origin.language}`
  const lines = origin.lines.map(({ kind, giftId, productId, variantId, units, cents }) => {
    const numbers = [giftId, productId, variantId, units, cents].map(number => number.toString(36))
    return `-${kindLetters[kind]}${numbers.join('_')}`
  })
  return `${head}${seconds.toString(36)}-${(origin.customerId ?? 0).toString(36)}${lines.join('')}`
}

/** Null for a text that is neither a mark nor a bare reference. */
export function parseMark(text: string): HandoffMark | null {
  if (text.length === referenceLength) return { reference: text, origin: null }
  const [, reference = '', registryCode = '', letter, tag, seconds = '', customer = '', lines = ''] =
    pattern.exec(text) ?? []
  const visibility = keyOf(visibilityLetters, letter)
  const language = languages.find(one => one === tag)
  if (!visibility || !language || registryCode.length !== codeLength) return null
  return {
    reference,
    origin: {
      registryCode,
      visibility,
      language,
      createdAt: new Date(Number.parseInt(seconds, 36) * 1000),
      customerId: Number.parseInt(customer, 36) || null,
      lines: lines.slice(1).split('-').map(parseLine),
    },
  }
}

function parseLine(text: string): MarkedLine {
  const [giftId = 0, productId = 0, variantId = 0, units = 0, cents = 0] = text
    .slice(1)
    .split('_')
    .map(number => Number.parseInt(number, 36))
  return { kind: keyOf(kindLetters, text[0]) ?? 'units', giftId, productId, variantId, units, cents }
}

function keyOf<K extends string>(letters: Record<K, string>, letter: string | undefined): K | undefined {
  return (Object.keys(letters) as K[]).find(key => letters[key] === letter)
}

/** Marks of one hand-off joined: its origin with the lines of all of them. Null when none says its origin. */
export function joinOrigins(marks: HandoffMark[]): MarkedOrigin | null {
  const origins = marks.flatMap(mark => mark.origin ?? [])
  const [first] = origins
  return first ? { ...first, lines: origins.flatMap(origin => origin.lines) } : null
}
