import { currentPriceCents, type LiveCatalogue } from '../catalogue/live-catalogue.ts'
import type { CartLine } from './cart-lines.ts'

/** The lines with what so many units of a product cost; a price of the API's own stays. */
export const withBulkPrices = ({ products }: LiveCatalogue, lines: CartLine[]): CartLine[] =>
  lines.map(line => {
    const product = products.get(line.productId)
    const variant = product?.variants.find(({ id }) => id === line.variantId)
    if (line.overridden || !product?.bulkPricing?.length || !variant) return line
    const own = currentPriceCents(product, variant, line.options)
    const rule = product.bulkPricing.find(
      ({ quantity_min, quantity_max }) =>
        line.quantity >= quantity_min && (quantity_max === 0 || line.quantity <= quantity_max),
    )
    if (!rule) return { ...line, priceCents: own }
    const cents = Math.round(rule.amount * 100 * product.enteredFactor)
    const reduced = {
      price: cents,
      fixed: own - cents,
      percent: Math.round((own * (100 - rule.amount)) / 100),
    }[rule.type]
    return { ...line, priceCents: Math.max(0, reduced) }
  })
