import type { OrderLine } from '../../orders/orders.ts'
import { imageNode, moneyNode, type QueryContext } from '../common-nodes.ts'
import { type PageArgs, toConnection } from '../connection.ts'

/** Lines of an order at the prices of then; the product is as it is now, where it is still shown. */
export const orderLineConnection = (ctx: QueryContext, lines: OrderLine[], args: PageArgs) =>
  toConnection(lines, args, line => orderLineNode(ctx, line))

function orderLineNode(ctx: QueryContext, line: OrderLine) {
  const product = ctx.catalogue.products.get(line.product_id)
  const visible = product?.visible ? product : undefined
  const variant = product?.variants.find(({ id }) => id === line.variant_id)
  const listCents = line.price_cents * line.quantity
  return {
    entityId: line.id,
    productEntityId: line.product_id,
    name: line.name,
    sku: line.sku,
    quantity: line.quantity,
    refundedQuantity: line.quantity_refunded,
    subTotalListPrice: moneyNode(ctx, listCents),
    subTotalSalePrice: moneyNode(ctx, listCents - line.discount_cents),
    parentLineItemEntityId: null,
    brand: product?.brandName ?? null,
    productOptions: line.options.map(({ name, value }) => ({ name, value })),
    image: product ? imageNode(ctx, product.image, product.name[ctx.language]) : null,
    baseCatalogProduct: () => (visible ? ctx.productNode(visible) : null),
    catalogProductWithOptionSelections: () => (visible ? ctx.productNode(visible, variant) : null),
    downloadFileUrls: [],
    downloadPageUrl: null,
  }
}
