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

/** A tax class of the shop. */
export interface TaxClass {
  id: number
  name: string
  /** Percent. */
  rate: number
}

/** The shop's tax classes; the catalogue's prices include VAT. */
export const taxClasses: TaxClass[] = [
  { id: 0, name: 'Default Tax Class', rate: 24 },
  { id: 1, name: 'Reduced', rate: 13 },
  { id: 2, name: 'Zero rated', rate: 0 },
]

const taxRateOf = (taxClass: number): number =>
  taxClasses.find(candidate => candidate.id === taxClass)?.rate ?? 24

/** A gross amount in cents without its VAT, to a hundredth of a cent (the platform's four decimal places). */
export function netOfTax(cents: number, taxClass: number): number {
  return Math.round((cents * 100 * 100) / (100 + taxRateOf(taxClass))) / 100
}

/** The class by whose rate an amount in cents is that one without tax, to a cent; undefined when it is none's. */
export function findTaxClassOf(gross: number, net: number): number | undefined {
  const errors = taxClasses.map(({ id }) => Math.abs(netOfTax(gross, id) - net))
  const least = Math.min(...errors)
  return least <= 1 ? taxClasses[errors.indexOf(least)]?.id : undefined
}

/** A net amount in cents, with fractions, as the whole cents that a shopper pays; half a cent is rounded up. */
export function grossOfTax(netCents: number, taxClass: number): number {
  return Math.round(Number(((netCents * (100 + taxRateOf(taxClass))) / 100).toFixed(6)))
}

interface PriceEntry {
  pricesEnteredWithTax: boolean
}

/** A price with tax as the merchant has entered it. */
export const toEnteredCents = (store: PriceEntry, cents: number, taxClass: number): number =>
  store.pricesEnteredWithTax ? cents : netOfTax(cents, taxClass)

/** A price that the merchant enters as whole cents with tax. */
export const fromEnteredCents = (store: PriceEntry, cents: number, taxClass: number): number =>
  store.pricesEnteredWithTax ? Math.round(cents) : grossOfTax(cents, taxClass)

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
