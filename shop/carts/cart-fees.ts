import { fromEnteredCents, type TaxRate } from '../money.ts'
import type { Store } from '../store.ts'
import type { TaxRates } from '../tax/taxes.ts'

/** What a program adds to what a cart costs. */
export interface CartFee {
  id: string
  name: string
  display_name: string
  source: string
  tax_class_id: number | null
  /** In euro, as the merchant enters prices. */
  cost: number
}

/** A fee as it is paid, which counts like a line of one unit. */
export interface PricedFee extends CartFee {
  priceCents: number
  quantity: 1
  taxRates: TaxRate[]
}

/** Without a tax class of its own a fee has the default one. */
export const priceFees = (store: Store, taxRates: TaxRates, fees: CartFee[]): PricedFee[] =>
  fees.map(fee => {
    const rates = taxRates.get(fee.tax_class_id ?? 0) ?? []
    const priceCents = fromEnteredCents(store, Number((fee.cost * 100).toFixed(4)), rates)
    return { ...fee, priceCents, quantity: 1, taxRates: rates }
  })
