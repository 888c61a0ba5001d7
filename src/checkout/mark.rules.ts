import { dayMs } from '../base/durations.ts'
import { type Language, languages } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import type { GivingKind } from '../gift/gift.rules.ts'

type Visibility = (typeof giverVisibilities)[number]

export interface MarkedLine {
  kind: Exclude<GivingKind, 'units'>
  giftId: number
  productId: number
  variantId: number
  cents: Cents
}

/** What is needed to recreate a hand-off from an order alone after a restore (R522); no names and no addresses. */
export interface MarkedOrigin {
  registryCode: string
  visibility: Visibility
  language: Language
  createdAt: Date
  /** The giver's account; null for a guest. */
  customerId: number | null
  line: MarkedLine
}

/** The signed text on a line of money in the shop's cart (R415). */
export interface HandoffMark {
  reference: string
  origin: MarkedOrigin
}

const kindLetters: Record<MarkedLine['kind'], string> = { contribution: 'c', gift_card: 'k' }
const visibilityLetters: Record<Visibility, string> = { full: 'f', initials: 'i', anonymous: 'a' }
const pattern =
  /^([\w-]{22})([A-Z0-9]{12})([fia])(\w\w)([0-9a-z]+)-([0-9a-z]+)-([ck])([0-9a-z]+(?:_[0-9a-z]+){3})$/

/** Only letters, digits, `_` and `-`, so that nothing is escaped when it is signed. */
export function formatMark(reference: string, origin: MarkedOrigin): string {
  const seconds = Math.floor(origin.createdAt.getTime() / 1000)
  const head = `${reference}${origin.registryCode}${visibilityLetters[origin.visibility]}${origin.language}`
  const { kind, giftId, productId, variantId, cents } = origin.line
  const numbers = [giftId, productId, variantId, cents].map(number => number.toString(36)).join('_')
  return `${head}${seconds.toString(36)}-${(origin.customerId ?? 0).toString(36)}-${kindLetters[kind]}${numbers}`
}

/** Null for a text that is no mark; its reference is 128 random bits in base64url. */
export function parseMark(text: string): HandoffMark | null {
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

/** Most characters of a giver's name and of a message to the hosts (R414). */
export const maxGiverNameLength = 60
export const maxGiftMessageLength = 500

export const giverVisibilities = ['full', 'initials', 'anonymous'] as const

const unpaidDays = 30

/** Names and messages of guests who did not pay are deleted when they are older than this moment. */
export const unpaidGiversSince = (now: Date): Date => new Date(now.getTime() - unpaidDays * dayMs)

/** Name or initials can't be shown without a name (R414). */
export function lacksGiverName(name: string, visibility: string): boolean {
  return visibility !== 'anonymous' && name.trim() === ''
}

/** The giver's name as they wish to appear: “Άννα Δοκιμή”, “Ά. Δ.”, or empty. */
export function formatGiverName(name: string | null, visibility: (typeof giverVisibilities)[number]): string {
  if (visibility === 'anonymous' || !name) return ''
  if (visibility === 'full') return name
  const graphemes = new Intl.Segmenter('el')
  return name
    .split(/\s+/)
    .filter(word => /\p{L}/u.test(word))
    .map(word => `${[...graphemes.segment(word)][0]?.segment.toLocaleUpperCase('en')}.`)
    .join(' ')
}
