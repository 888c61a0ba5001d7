import type { Language } from './language.ts'

/** Money is whole cents everywhere inside; decimal euro only on the published API's paths and on the screen (R903). */
export type Cents = number

const formats: Record<Language, { group: string; decimal: string; withEuroSign(amount: string): string }> = {
  en: { group: ',', decimal: '.', withEuroSign: amount => `€${amount}` },
  el: { group: '.', decimal: ',', withEuroSign: amount => `${amount}\u00a0€` },
}

/**
 * Formats cents as «1.234,50 €» or “€1,234.50”, exactly as `Intl` does for el-GR and en-IE. Without `Intl`, because a
 * phone takes longer to load it than to draw a page of prices.
 */
export function formatEuro(cents: Cents, language: Language): string {
  const { group, decimal } = formats[language]
  const fraction = String(Math.abs(cents % 100)).padStart(2, '0')
  return withSign(cents, language, formatWholeEuros(cents, group) + decimal + fraction)
}

/** The same, without cents where there are none: “€560”, for running text beside a full price. */
export function formatEuroShort(cents: Cents, language: Language): string {
  if (cents % 100 !== 0) return formatEuro(cents, language)
  return withSign(cents, language, formatWholeEuros(cents, formats[language].group))
}

/** A whole number with the sign for thousands of that language: 12,345 / 12.345. */
export function formatCount(count: number, language: Language): string {
  return (count < 0 ? '-' : '') + formatWholeEuros(count * 100, formats[language].group)
}

function formatWholeEuros(cents: Cents, group: string): string {
  const digits = String(Math.trunc(Math.abs(cents) / 100))
  const first = digits.length % 3 || 3
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(group)
}

function withSign(cents: Cents, language: Language, amount: string): string {
  const sign = cents < 0 ? '-' : ''
  return sign + formats[language].withEuroSign(amount)
}

/** Cents as the decimal euro of the API: 4050 → 40.5. */
export function toEuro(cents: Cents): number {
  return cents / 100
}

/** Decimal euro of the API as whole cents; null when it is no amount of whole cents. */
export function fromEuro(euro: number): Cents | null {
  const cents = Math.round(euro * 100)
  return Number.isSafeInteger(cents) && Math.abs(cents - euro * 100) < 1e-6 ? cents : null
}

/**
 * The amount that a program wrote, in whole cents: “40”, “40.5”, “40.0000”, as the shop writes them. What it says below a
 * cent is nothing (R903); null when it is no such amount, as with a sign for thousands.
 */
export function parseDecimalEuro(text: string): Cents | null {
  const [, euros = '', decimals = ''] = /^(\d{1,12})(?:\.(\d{1,2})0{0,2})?$/.exec(text.trim()) ?? []
  return euros === '' ? null : toWholeCents(euros, decimals)
}

/** The amount that a person typed, as a program writes it; NaN when it is no amount, which calls refuse beside its field. */
export function typedToEuro(text: string): number {
  const cents = parseEuro(text)
  return cents === null ? Number.NaN : toEuro(cents)
}

/**
 * The amount that a person typed, in whole cents: “40”, “40,5”, “€1,234.50”, «1.234,50 €».
 * A single separator followed by exactly three digits groups thousands; null when it is no amount.
 */
export function parseEuro(text: string): Cents | null {
  const plain = text.replace(/[\s\u00a0\u202f€]/g, '')
  if (!/^\d[\d.,]*$/.test(plain)) return null
  const lastSeparator = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (lastSeparator === -1) return toWholeCents(plain, '')
  const decimals = plain.slice(lastSeparator + 1)
  const separators = plain.replace(/\d/g, '')
  const groupsThousands = decimals.length === 3 && new Set(separators).size === 1
  if (groupsThousands)
    return /^\d{1,3}([.,]\d{3})+$/.test(plain) ? toWholeCents(plain.replace(/[.,]/g, ''), '') : null
  if (decimals.length > 2 || (separators.length > 1 && new Set(separators.slice(0, -1)).size > 1)) return null
  if (separators.length > 1 && separators.slice(0, -1).includes(plain[lastSeparator] ?? '')) return null
  return toWholeCents(plain.slice(0, lastSeparator).replace(/[.,]/g, ''), decimals)
}

function toWholeCents(euros: string, decimals: string): Cents | null {
  const cents = Number(euros || '0') * 100 + Number(decimals.padEnd(2, '0') || '0')
  return Number.isSafeInteger(cents) ? cents : null
}
