import { randomUUID } from 'node:crypto'
import { rulesMet } from '../catalogue/complex-rules.ts'
import {
  currentPriceCents,
  findVariantByValues,
  isPurchasable,
  type LiveCatalogue,
  type LiveProduct,
} from '../catalogue/live-catalogue.ts'
import type { ProductVariant } from '../catalogue/types.ts'
import { type Language, languageOf } from '../channels.ts'
import { ShopError } from '../store.ts'
import type { ChosenOption, LineRequest } from './line-request.ts'
import { chooseModifiers } from './modifier-values.ts'

export interface CartLine {
  id: string
  productId: number
  variantId: number
  sku: string
  name: string
  type: 'physical' | 'digital'
  taxClass: number
  quantity: number
  /** Unit price in cents, including VAT: the API's own price, or else the catalogue's. */
  priceCents: number
  /** The catalogue's unit price in cents when the line was added. */
  originalCents: number
  overridden: boolean
  options: ChosenOption[]
}

/** What of a cart its lines depend on. */
export interface CartContents {
  channel_id: number
  locale?: string | undefined
  lines: CartLine[]
}

/** The total of lines, in cents including VAT. */
export const cartTotalCents = (lines: CartLine[]): number =>
  lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)

/** The cart's lines with the requested ones added. Throws 422 as `createCartLine` does. */
export const addRequestedLines = (
  cart: CartContents,
  liveCatalogue: LiveCatalogue,
  requests: LineRequest[],
): CartLine[] =>
  requests.map(request => createCartLine(liveCatalogue, cart, request)).reduce(addLine, cart.lines)

/** Appends a line, or raises the quantity of an equal one. */
export function addLine(lines: CartLine[], line: CartLine): CartLine[] {
  const sameLine = lines.find(other => isSameLine(other, line))
  if (!sameLine) return [...lines, line]
  return lines.map(other =>
    other === sameLine ? { ...sameLine, quantity: sameLine.quantity + line.quantity } : other,
  )
}

/** Whether two lines differ in nothing but their quantity. */
function isSameLine(one: CartLine, other: CartLine): boolean {
  const key = (line: CartLine) =>
    JSON.stringify([line.variantId, line.priceCents, line.overridden, line.name, line.options])
  return key(one) === key(other)
}

/** The cart's lines with one quantity changed; 0 removes the line. Throws 404 when there is no such line. */
export function setLineQuantity({ lines }: CartContents, lineId: string, quantity: number): CartLine[] {
  if (!lines.some(line => line.id === lineId)) throw new ShopError(404, 'The line item was not found.')
  return lines
    .map(line => (line.id === lineId ? { ...line, quantity } : line))
    .filter(line => line.quantity > 0)
}

/** A cart line for a request. Throws 422 with the wrong field. */
export function createCartLine(
  liveCatalogue: LiveCatalogue,
  place: Pick<CartContents, 'channel_id' | 'locale'>,
  request: LineRequest,
): CartLine {
  const language = languageOf(place)
  const product = liveCatalogue.products.get(request.productId)
  if (!product) throw invalidField('product_id', `Product ${request.productId} could not be found.`)
  if (product.channels && !product.channels.includes(place.channel_id)) {
    throw invalidField('product_id', `${product.name.en} is not sold on channel ${place.channel_id}.`)
  }
  const variant = requestedVariant(product, request)
  const cantBeBought = `${product.name.en} can't be purchased now.`
  if (!isPurchasable(product, variant)) throw invalidField('product_id', cantBeBought)
  const options = requestedOptions(product, variant, request, language)
  const refusal = rulesMet(product, variant, options).find(rule => rule.purchasing_disabled)
  if (refusal) throw invalidField('product_id', refusal.purchasing_disabled_message || cantBeBought)
  const originalCents = currentPriceCents(product, variant, options)
  return {
    id: randomUUID(),
    productId: product.id,
    variantId: variant.id,
    sku: variant.sku,
    name: request.name ?? product.name[language],
    type: product.type === 'physical' ? 'physical' : 'digital',
    taxClass: product.taxClass,
    quantity: request.quantity,
    priceCents: request.priceCents ?? originalCents,
    originalCents,
    overridden: request.priceCents !== undefined,
    options,
  }
}

const invalidField = (field: string, message: string): ShopError =>
  new ShopError(422, message, { [field]: message })

function requestedVariant(product: LiveProduct, request: LineRequest): ProductVariant {
  const values = (request.selections ?? []).map(selection => Number(selection.value))
  const variant =
    request.variantId === undefined
      ? findVariantByValues(product, values)
      : product.variants.find(candidate => candidate.id === request.variantId)
  if (!variant) throw invalidField('variant_id', `Choose the options of ${product.name.en}.`)
  return variant
}

function requestedOptions(
  product: LiveProduct,
  variant: ProductVariant,
  request: LineRequest,
  language: Language,
): ChosenOption[] {
  const selectionOf = (optionId: number) =>
    request.selections?.find(candidate => candidate.optionId === optionId)
  const choices = product.options.flatMap(({ id, name, values }) => {
    const value = values.find(candidate => variant.values.includes(candidate.id))
    if (!value) return []
    const selection = selectionOf(id)
    return [
      {
        id,
        name: selection?.name ?? name[language],
        valueId: value.id,
        value: selection?.displayValue ?? value.label[language],
      },
    ]
  })
  return [...choices, ...chooseModifiers(product, request, language)]
}
