/** Whole cents as the platform's decimal string with four places: 3990 → "39.9000". */
export const decimals = (cents: number): string => (cents / 100).toFixed(4)

/** Whole cents as a JSON number in euro: 3990 → 39.9. */
export const euros = (cents: number): number => cents / 100

/** Euro (number or decimal string) as whole cents; NaN when it is no amount. */
export function cents(amount: unknown): number {
  const value = typeof amount === 'string' && amount.trim() !== '' ? Number(amount) : amount
  return typeof value === 'number' ? Math.round(value * 100) : Number.NaN
}

export interface TaxClass {
  id: number
  name: string
  /** Percent. */
  rate: number
}

/** The shop's tax classes; all prices are entered including VAT. */
export const taxClasses: TaxClass[] = [
  { id: 0, name: 'Default Tax Class', rate: 24 },
  { id: 1, name: 'Reduced', rate: 13 },
  { id: 2, name: 'Zero rated', rate: 0 },
]

const rateOf = (taxClass: number): number => taxClasses.find(known => known.id === taxClass)?.rate ?? 24

/** The part without VAT of an amount in cents, to a hundredth of a cent (the platform's four places). */
export function withoutTax(amount: number, taxClass: number): number {
  return Math.round((amount * 100 * 100) / (100 + rateOf(taxClass))) / 100
}

/** An amount as people read it in the shop's language. */
export function price(amount: number, language: 'en' | 'el'): string {
  return new Intl.NumberFormat(language === 'el' ? 'el-GR' : 'en-IE', {
    style: 'currency',
    currency: 'EUR',
  }).format(amount / 100)
}
