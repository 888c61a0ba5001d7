import type { Cents } from '../../base/money.ts'
import { type Cart, type CartLine, emptyCart, lineTotal } from './rules.ts'

/** The cart out of storage; anything unreadable or of an older shape is an empty one. */
export function parseCart(stored: string | null): Cart {
  try {
    const held: unknown = JSON.parse(stored ?? 'null')
    return isCart(held) && held.lines.length > 0 ? held : emptyCart
  } catch {
    return emptyCart
  }
}

/** The cart as storage keeps it, each line with the fields of spec §3: its displayed price × quantity is its total. */
export function serializeCart(cart: Cart): string {
  const lines = cart.lines.map(line => ({ ...line, price_display: lineTotal(line) / line.quantity }))
  return JSON.stringify({ ...cart, lines })
}

type Fields = Record<string, unknown>

function isCart(held: unknown): held is Cart {
  const { registry_id, registry_name, lines } = (held ?? {}) as Fields
  return isText(registry_id) && isText(registry_name) && Array.isArray(lines) && lines.every(isLine)
}

function isLine(held: unknown): held is CartLine {
  const line = (held ?? {}) as Fields
  const { primary_image, is_group_gifting, option_selections, quantity, parts, most } = line
  return (
    ['registry_id', 'sku', 'name', 'url', 'type'].every(field => isText(line[field])) &&
    ['id', 'product_id', 'variant_id', 'tile'].every(field => Number.isInteger(line[field])) &&
    (primary_image === null || isText(primary_image)) &&
    typeof is_group_gifting === 'boolean' &&
    Array.isArray(option_selections) &&
    option_selections.every(one => isText(one?.option) && isText(one?.value)) &&
    isCents(quantity) &&
    quantity >= 1 &&
    isCents(line.price) &&
    Array.isArray(parts) &&
    parts.every(isCents) &&
    (most === undefined || isCents(most))
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isCents = (value: unknown): value is Cents => Number.isInteger(value) && Number(value) >= 0
