import { randomUUID } from 'node:crypto'
import type { Cart } from './carts.ts'
import type { Variant } from './catalogue/types.ts'
import { type Language, languageOf } from './channels.ts'
import { currentPrice, type Item, purchasable, type Shelf, variantByValues } from './shelf.ts'
import { ShopError } from './store.ts'

/** What was chosen or written on a line; `id` is the platform's `product_option_id`. */
export interface ChosenOption {
  id: number
  name: string
  /** 0 for a written text. */
  valueId: number
  value: string
}

export interface CartLine {
  id: string
  productId: number
  variantId: number
  sku: string
  name: string
  type: 'physical' | 'digital'
  taxClass: number
  quantity: number
  /** Unit price in cents incl. VAT: the override when the API gave one. */
  priceCents: number
  /** The catalogue's unit price when the line was made. */
  originalCents: number
  overridden: boolean
  options: ChosenOption[]
}

/** What a caller wishes for: ids, and optionally an own price, name and options. */
export interface Wish {
  productId: number
  variantId?: number
  quantity: number
  priceCents?: number
  name?: string
  selections?: { optionId: number; value: number | string; name?: string; shown?: string }[]
}

export const totalOf = (lines: CartLine[]): number =>
  lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)

/** The cart's lines with these wishes added. */
export const withWishes = (cart: Cart, shelf: Shelf, wishes: Wish[]): CartLine[] =>
  wishes.map(wish => lineFrom(shelf, cart.channel_id, wish)).reduce(addLine, cart.lines)

/** Appends a line, or raises the quantity of one that is the same in all but number. */
export function addLine(lines: CartLine[], line: CartLine): CartLine[] {
  const twin = lines.find(other => sameGoods(other, line))
  if (!twin) return [...lines, line]
  return lines.map(other => (other === twin ? { ...twin, quantity: twin.quantity + line.quantity } : other))
}

function sameGoods(one: CartLine, other: CartLine): boolean {
  const key = (line: CartLine) =>
    JSON.stringify([line.variantId, line.priceCents, line.overridden, line.name, line.options])
  return key(one) === key(other)
}

/** Sets a line's quantity; 0 takes it out. */
export function setQuantity(cart: Cart, lineId: string, quantity: number): CartLine[] {
  if (!cart.lines.some(line => line.id === lineId)) throw new ShopError(404, 'The line item was not found.')
  return cart.lines
    .map(line => (line.id === lineId ? { ...line, quantity } : line))
    .filter(line => line.quantity > 0)
}

/** A cart line made from a wish. Throws 422 with the wrong fields. */
export function lineFrom(shelf: Shelf, channelId: number, wish: Wish): CartLine {
  const language = languageOf(channelId)
  const item = shelf.items.get(wish.productId)
  if (!item) throw unfit('product_id', `Product ${wish.productId} could not be found.`)
  if (item.channels && !item.channels.includes(channelId)) {
    throw unfit('product_id', `${item.name.en} is not sold on channel ${channelId}.`)
  }
  const variant = chosenVariant(item, wish)
  if (!purchasable(item, variant)) throw unfit('product_id', `${item.name.en} can't be purchased now.`)
  if (item.stockTracked && (variant.stock ?? 0) < wish.quantity) {
    throw unfit('quantity', `Only ${variant.stock ?? 0} of ${item.name.en} left.`)
  }
  const original = currentPrice(item, variant)
  return {
    id: randomUUID(),
    productId: item.id,
    variantId: variant.id,
    sku: variant.sku,
    name: wish.name ?? item.name[language],
    type: item.type === 'physical' ? 'physical' : 'digital',
    taxClass: item.taxClass,
    quantity: wish.quantity,
    priceCents: wish.priceCents ?? original,
    originalCents: original,
    overridden: wish.priceCents !== undefined,
    options: chosenOptions(item, variant, wish, language),
  }
}

const unfit = (field: string, message: string): ShopError => new ShopError(422, message, { [field]: message })

function chosenVariant(item: Item, wish: Wish): Variant {
  const values = (wish.selections ?? []).map(selection => Number(selection.value))
  const variant =
    wish.variantId === undefined
      ? variantByValues(item, values)
      : item.variants.find(candidate => candidate.id === wish.variantId)
  if (!variant) throw unfit('variant_id', `Choose the options of ${item.name.en}.`)
  return variant
}

function chosenOptions(item: Item, variant: Variant, wish: Wish, language: Language): ChosenOption[] {
  const choices = item.options.flatMap(option => {
    const value = option.values.find(candidate => variant.values.includes(candidate.id))
    const said = wish.selections?.find(selection => selection.optionId === option.id)
    return value
      ? [
          {
            id: option.id,
            name: said?.name ?? option.name[language],
            valueId: value.id,
            value: said?.shown ?? value.label[language],
          },
        ]
      : []
  })
  const texts = (item.modifiers ?? []).flatMap(modifier => {
    const said = wish.selections?.find(selection => selection.optionId === modifier.id)
    const text = said === undefined ? '' : String(said.value).trim()
    if (text === '' && modifier.required) {
      throw unfit('option_selections', `${modifier.name.en} of ${item.name.en} is required.`)
    }
    return text === ''
      ? []
      : [{ id: modifier.id, name: said?.name ?? modifier.name[language], valueId: 0, value: text }]
  })
  return [...choices, ...texts]
}
