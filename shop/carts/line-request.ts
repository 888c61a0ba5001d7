import type { Modifier } from '../catalogue/types.ts'

/** An option chosen or a text written on a line; `id` is the platform's `product_option_id`. */
export interface ChosenOption {
  id: number
  name: string
  /** 0 for what has no list of values: a text, a number, a date. */
  valueId: number
  /** As the shopper reads it. */
  value: string
  type?: Modifier['type']
  /** What orders keep of it, where that is neither the value nor its id. */
  stored?: string
}

/** A line to be added: ids, and optionally a price in cents, a name and options of its own. */
export interface LineRequest {
  productId: number
  variantId?: number
  quantity: number
  priceCents?: number
  name?: string
  selections?: {
    optionId: number
    /** A date is an object, or Unix seconds. */
    value: number | string | { day: string; month: string; year: string }
    name?: string
    displayValue?: string
  }[]
  /** Dates are texts such as `2027-06-15`, with a time or without, as orders and forms have them and carts don't. */
  hasIsoDates?: boolean
}
