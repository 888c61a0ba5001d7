import type { Cents } from '../../base/money.ts'
import { type Cart, type CartLine, emptyCart, lineTotal } from './rules.ts'

/** The cart out of local storage; anything unreadable or of an older shape is an empty one. */
export function parseCart(stored: string | null): Cart {
  try {
    const cart: unknown = JSON.parse(stored ?? 'null')
    return isCart(cart) && cart.lines.length > 0 ? cart : emptyCart
  } catch {
    return emptyCart
  }
}

/** The cart for local storage; each line has a displayed price, which times the quantity is its total (R402). */
export function serializeCart(cart: Cart): string {
  const lines = cart.lines.map(line => ({ ...line, price_display: lineTotal(line) / line.quantity }))
  return JSON.stringify({ ...cart, lines })
}

type Fields = Record<string, unknown>

// Checked by hand, because every guest loads this and a schema library would weigh more.
function isCart(value: unknown): value is Cart {
  const { registry_id, registry_name, lines } = (value ?? {}) as Fields
  return isText(registry_id) && isText(registry_name) && Array.isArray(lines) && lines.every(isCartLine)
}

function isCartLine(value: unknown): value is CartLine {
  const line = (value ?? {}) as Fields
  const { primary_image, is_group_gifting, option_selections, quantity, parts, most, said, least } = line
  const preorder = line.preorder as CartLine['preorder']
  return (
    ['registry_id', 'sku', 'name', 'url', 'type'].every(field => isText(line[field])) &&
    ['id', 'product_id', 'variant_id', 'tile'].every(field => Number.isInteger(line[field])) &&
    (primary_image === null || isText(primary_image)) &&
    typeof is_group_gifting === 'boolean' &&
    Array.isArray(option_selections) &&
    option_selections.every(one => isText(one?.option) && isText(one?.value)) &&
    isWholeNumber(quantity) &&
    quantity >= 1 &&
    isWholeNumber(line.price) &&
    Array.isArray(parts) &&
    parts.every(isWholeNumber) &&
    [most, least].every(limit => limit === undefined || isWholeNumber(limit)) &&
    (!preorder || preorder.from === null || isText(preorder.from)) &&
    (said === undefined || (Array.isArray(said) && said.every(isSaidUnits)))
  )
}

function isSaidUnits(value: unknown): boolean {
  const { units, answers } = (value ?? {}) as Fields
  return (
    isWholeNumber(units) &&
    units >= 1 &&
    Array.isArray(answers) &&
    answers.every(
      one => Number.isInteger(one?.option_id) && ['value', 'name', 'text'].every(key => isText(one[key])),
    )
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isWholeNumber = (value: unknown): value is Cents => Number.isInteger(value) && Number(value) >= 0
