import type { Language } from './channels.ts'
import { type DisplayCurrency, storeCurrency } from './currencies.ts'

/** Cents as the platform's decimal string with four places: 3990 → "39.9000". */
export const toDecimalString = (cents: number): string => (cents / 100).toFixed(4)

/** Cents as euro, for JSON: 3990 → 39.9. */
export const toEuros = (cents: number): number => Number((cents / 100).toFixed(4))

/** Euro (number or decimal string) as whole cents; NaN for anything else. */
export function parseCents(euros: unknown): number {
  const value = typeof euros === 'string' && euros.trim() !== '' ? Number(euros) : euros
  return typeof value === 'number' ? Math.round(value * 100) : Number.NaN
}

/** A rate of tax as it is kept with what is taxed by it. */
export interface TaxRate {
  id: number
  name: string
  /** Percent. */
  rate: number
  /** Rates of one priority are added; those of the next one are taken of the sum. */
  priority: number
}

/** What rates come to together, in percent. */
export function percentOf(rates: TaxRate[]): number {
  const percents = [...Map.groupBy(rates, ({ priority }) => priority).values()].map(same =>
    same.reduce((sum, { rate }) => sum + rate, 0),
  )
  return percents.reduce((sum, percent) => sum + percent + (sum * percent) / 100, 0)
}

/** Splits a tax among its rates; a tax that none of them explains counts as that of the first one. */
export function splitTax(cents: number, rates: TaxRate[]): { rate: TaxRate; cents: number }[] {
  const sorted = rates.toSorted((one, other) => one.priority - other.priority)
  const weights = sorted.map(({ rate, priority }) => {
    const before = percentOf(sorted.filter(other => other.priority < priority))
    return (rate * (100 + before)) / 100
  })
  const total = percentOf(sorted)
  const shareOf = (index: number) =>
    total === 0 ? (index === 0 ? cents : 0) : (cents * weights[index]!) / total
  return sorted.map((rate, index) => ({ rate, cents: shareOf(index) }))
}

/** A gross amount in cents without its VAT, to a hundredth of a cent (the platform's four decimal places). */
export function netOfTax(cents: number, rates: TaxRate[]): number {
  return Math.round((cents * 100 * 100) / (100 + percentOf(rates))) / 100
}

/** A net amount in cents, with fractions, as the whole cents that a shopper pays; half a cent is rounded up. */
function grossOfTax(netCents: number, rates: TaxRate[]): number {
  return Math.round(Number(((netCents * (100 + percentOf(rates))) / 100).toFixed(6)))
}

interface PriceEntry {
  pricesEnteredWithTax: boolean
}

/** A price with tax as the merchant has entered it. */
export const toEnteredCents = (store: PriceEntry, cents: number, rates: TaxRate[]): number =>
  store.pricesEnteredWithTax ? cents : netOfTax(cents, rates)

/** A price that the merchant enters as whole cents with tax. */
export const fromEnteredCents = (store: PriceEntry, cents: number, rates: TaxRate[]): number =>
  store.pricesEnteredWithTax ? Math.round(cents) : grossOfTax(cents, rates)

/** Cents of the store's currency as a price in the reader's language and currency: `€39.90`, `39,90 €`, `£34.31`. */
export function formatPrice(
  cents: number,
  language: Language,
  { code, rate }: DisplayCurrency = storeCurrency,
): string {
  return new Intl.NumberFormat(language === 'el' ? 'el-GR' : 'en-IE', {
    style: 'currency',
    currency: code,
  }).format((cents * rate) / 100)
}
