import { type LiveCatalogue, unitsLeft } from '../catalogue/live-catalogue.ts'
import { languageOfChannel } from '../channels.ts'
import { ShopError } from '../store.ts'
import type { CartContents, CartLine } from './cart-lines.ts'

/** Too few or too many units; its title is the platform's English one. */
export class QuantityError extends ShopError {
  readonly productName: string
  readonly reason: 'stock' | 'minimum' | 'maximum'
  /** How many units could be ordered: the number left, the least or the most. */
  readonly count: number
  constructor(productName: string, reason: QuantityError['reason'], count: number) {
    super(422, titles[reason](productName, count))
    this.productName = productName
    this.reason = reason
    this.count = count
  }
}

const titles: Record<QuantityError['reason'], (name: string, count: number) => string> = {
  stock: name => `We don't have enough ${name} stock on hand for the quantity you selected.`,
  minimum: (name, count) => `You need to purchase a minimum of ${count} of the ${name} per order.`,
  maximum: (name, count) => `You can only purchase a maximum of ${count} of the ${name} per order.`,
}

/**
 * Refuses lines that hold fewer or more of a product than one order may, over all its lines, or more of a variant than
 * is left; what `before` held already is not checked again. Throws QuantityError, whose title alone names the product,
 * as the platform's does.
 */
export function assertQuantities(
  { products }: LiveCatalogue,
  { channel_id, lines }: CartContents,
  before: CartLine[] = [],
): void {
  const language = languageOfChannel(channel_id)
  const unitsOf = (some: CartLine[], key: 'productId' | 'variantId', id: number) =>
    some.filter(line => line[key] === id).reduce((sum, line) => sum + line.quantity, 0)
  for (const { productId, variantId } of lines) {
    const product = products.get(productId)
    const units = unitsOf(lines, 'productId', productId)
    if (!product || units === unitsOf(before, 'productId', productId)) continue
    const name = product.name[language]
    const variant = product.variants.find(({ id }) => id === variantId)
    const left = unitsLeft(product, variant)
    const { minQuantity = 0, maxQuantity = 0 } = product
    if (unitsOf(lines, 'variantId', variantId) > left) throw new QuantityError(name, 'stock', left)
    if (units < minQuantity) throw new QuantityError(name, 'minimum', minQuantity)
    if (maxQuantity > 0 && units > maxQuantity) throw new QuantityError(name, 'maximum', maxQuantity)
  }
}
