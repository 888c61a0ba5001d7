import type { Language } from './language.ts'

/** Money is whole cents everywhere inside; decimal euro only on the published API's paths and on the screen (R903). */
export type Cents = number

const formats: Record<Language, { group: string; decimal: string; withEuroSign(amount: string): string }> = {
  en: { group: ',', decimal: '.', withEuroSign: amount => `€${amount}` },
  el: { group: '.', decimal: ',', withEuroSign: amount => `${amount}\u00a0€` },
}

/**
 * «1.234,50 €» or “€1,234.50”: to the letter what `Intl` writes for el-GR and en-IE. By hand, because a phone takes
 * longer to wake `Intl` than to draw a page of prices.
 */
export function formatEuro(cents: Cents, language: Language): string {
  const { group, decimal } = formats[language]
  const rest = String(Math.abs(cents % 100)).padStart(2, '0')
  return written(cents, language, wholeEuros(cents, group) + decimal + rest)
}

/** The same, without cents where there are none: “€560”, for running text beside a full price. */
export function formatEuroShort(cents: Cents, language: Language): string {
  if (cents % 100 !== 0) return formatEuro(cents, language)
  return written(cents, language, wholeEuros(cents, formats[language].group))
}

function wholeEuros(cents: Cents, group: string): string {
  return String(Math.trunc(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, group)
}

function written(cents: Cents, language: Language, amount: string): string {
  const sign = cents < 0 ? '-' : ''
  return sign + formats[language].withEuroSign(amount)
}

/** Cents as the decimal euro of the wire: 4050 → 40.5. */
export function toEuro(cents: Cents): number {
  return cents / 100
}

/** Decimal euro of the wire as whole cents; null when it is no amount of whole cents. */
export function fromEuro(euro: number): Cents | null {
  const cents = Math.round(euro * 100)
  return Number.isSafeInteger(cents) && Math.abs(cents - euro * 100) < 1e-6 ? cents : null
}

/**
 * What a person types as an amount, in whole cents: “40”, “40,5”, “€1,234.50”, «1.234,50 €».
 * A single separator followed by exactly three digits groups thousands; null when it is no amount.
 */
export function parseEuro(typed: string): Cents | null {
  const plain = typed.replace(/[\s\u00a0\u202f€]/g, '')
  if (!/^\d[\d.,]*$/.test(plain)) return null
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (last === -1) return wholeCents(plain, '')
  const decimals = plain.slice(last + 1)
  const separators = plain.replace(/\d/g, '')
  const groups = decimals.length === 3 && new Set(separators).size === 1
  if (groups) return /^\d{1,3}([.,]\d{3})+$/.test(plain) ? wholeCents(plain.replace(/[.,]/g, ''), '') : null
  if (decimals.length > 2 || (separators.length > 1 && new Set(separators.slice(0, -1)).size > 1)) return null
  if (separators.length > 1 && separators.slice(0, -1).includes(plain[last] ?? '')) return null
  return wholeCents(plain.slice(0, last).replace(/[.,]/g, ''), decimals)
}

function wholeCents(euros: string, decimals: string): Cents | null {
  const cents = Number(euros || '0') * 100 + Number(decimals.padEnd(2, '0') || '0')
  return Number.isSafeInteger(cents) ? cents : null
}
