import { type Language, languages } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import type { GivingKind } from '../../gift/gift/rules.ts'
import type { giverVisibilities } from './giver-rules.ts'

type Visibility = (typeof giverVisibilities)[number]

/** Money for one gift of a hand-off, as the order's own line says it. */
export interface MarkedLine {
  kind: Exclude<GivingKind, 'units'>
  giftId: number
  productId: number
  variantId: number
  cents: Cents
}

/** What a line of a hand-off is, said so that it can be made again from an order alone (R522). No names and no addresses. */
export interface MarkedOrigin {
  registryCode: string
  visibility: Visibility
  language: Language
  createdAt: Date
  /** The giver's account; null for a guest. */
  customerId: number | null
  line: MarkedLine
}

/** What the signed text on a line of the shop's cart says (R415). */
export interface HandoffMark {
  reference: string
  /** Null in marks of carts that were made when these held the reference alone. */
  origin: MarkedOrigin | null
}

/** 128 random bits in base64url. */
export const referenceLength = 22
const kindLetters: Record<MarkedLine['kind'], string> = { contribution: 'c', gift_card: 'k' }
const visibilityLetters: Record<Visibility, string> = { full: 'f', initials: 'i', anonymous: 'a' }
const pattern =
  /^([\w-]{22})([A-Z0-9]{12})([fia])(\w\w)([0-9a-z]+)-([0-9a-z]+)-([ck])([0-9a-z]+(?:_[0-9a-z]+){3})$/

/** Letters, digits, `_` and `-` alone, so that a signature adds nothing but itself. */
export function formatMark(reference: string, origin: MarkedOrigin): string {
  const seconds = Math.floor(origin.createdAt.getTime() / 1000)
  const head = `${reference}${origin.registryCode}${visibilityLetters[origin.visibility]}${origin.language}`
  const { kind, giftId, productId, variantId, cents } = origin.line
  const numbers = [giftId, productId, variantId, cents].map(number => number.toString(36)).join('_')
  return `${head}${seconds.toString(36)}-${(origin.customerId ?? 0).toString(36)}-${kindLetters[kind]}${numbers}`
}

/** Null for a text that is neither a mark nor a bare reference. */
export function parseMark(text: string): HandoffMark | null {
  if (text.length === referenceLength) return { reference: text, origin: null }
  const [, reference = '', registryCode = '', letter, tag, seconds = '', customer = '', sort, numbers = ''] =
    pattern.exec(text) ?? []
  const visibility = keyOf(visibilityLetters, letter)
  const kind = keyOf(kindLetters, sort)
  const language = languages.find(one => one === tag)
  if (!visibility || !language || !kind) return null
  const [giftId = 0, productId = 0, variantId = 0, cents = 0] = numbers
    .split('_')
    .map(number => Number.parseInt(number, 36))
  return {
    reference,
    origin: {
      registryCode,
      visibility,
      language,
      createdAt: new Date(Number.parseInt(seconds, 36) * 1000),
      customerId: Number.parseInt(customer, 36) || null,
      line: { kind, giftId, productId, variantId, cents },
    },
  }
}

function keyOf<K extends string>(letters: Record<K, string>, letter: string | undefined): K | undefined {
  return (Object.keys(letters) as K[]).find(key => letters[key] === letter)
}
