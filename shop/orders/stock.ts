import { markCatalogueChanged } from '../catalogue/live-catalogue.ts'
import { emitProductEvent } from '../catalogue/product-changes.ts'
import type { Queryable } from '../database.ts'
import { ShopError, type Store } from '../store.ts'
import { emitEvent } from '../webhooks.ts'
import type { NewLine, Order } from './orders.ts'

/** Deducts units from the stock. Throws 409 when too few are left. */
export async function deductStock(
  store: Store,
  tx: Queryable,
  orderId: number,
  lines: Pick<NewLine, 'variantId' | 'quantity' | 'name'>[],
): Promise<void> {
  const units = new Map<number, number>()
  for (const line of lines) units.set(line.variantId, (units.get(line.variantId) ?? 0) - line.quantity)
  await moveStock(store, tx, units, variantId => lines.find(line => line.variantId === variantId)?.name)
  await tx.query('update shop."order" set stock_taken = true where id = $1', [orderId])
}

export async function restock(store: Store, tx: Queryable, order: Order): Promise<void> {
  const { rows } = await tx.query<{ variant_id: number; units: number }>(
    `select variant_id, sum(quantity - quantity_refunded)::int units from shop.order_line
     where order_id = $1 group by variant_id`,
    [order.id],
  )
  await moveStock(store, tx, new Map(rows.map(row => [row.variant_id, row.units])))
  await tx.query('update shop."order" set stock_taken = false where id = $1', [order.id])
}

/**
 * Adds units to variants whose stock is tracked, negative ones for a sale. The platform tells of stock that orders move
 * by an event of its own and not as a changed product. Throws 409 when too few are left.
 */
export async function moveStock(
  store: Store,
  tx: Queryable,
  units: Map<number, number>,
  nameOf: (variantId: number) => string | undefined = () => undefined,
): Promise<void> {
  // Locked in the order of ids, so that two checkouts can't deadlock.
  for (const [variantId, quantity] of [...units].sort(([one], [other]) => one - other)) {
    if (quantity === 0) continue
    const { rows } = await tx.query<StockRow>(
      `select stock, product_id, exists (select from shop.variant other
         where other.product_id = variant.product_id and other.id <> variant.id) as is_one_of_many,
         coalesce((select (overrides ->> 'backorder')::int from shop.product where id = product_id), 0) backorder
       from shop.variant where id = $1 for update`,
      [variantId],
    )
    const variant = rows[0]
    if (!variant || variant.stock === null) continue
    if (quantity < 0 && variant.stock + variant.backorder + quantity < 0) {
      const name = nameOf(variantId) ?? ''
      throw new ShopError(409, `${name}: sold out`, { stock: name })
    }
    await tx.query('update shop.variant set stock = stock + $2 where id = $1', [variantId, quantity])
    await emitStockMoved(store, tx, variantId, { ...variant, quantity })
  }
}

interface StockRow {
  stock: number | null
  product_id: number
  /** Units that are sold beyond those in stock. */
  backorder: number
  /** Whether its units are counted apart from those of other variants. */
  is_one_of_many: boolean
}

async function emitStockMoved(
  store: Store,
  tx: Queryable,
  variantId: number,
  { product_id, is_one_of_many, quantity }: StockRow & { quantity: number },
): Promise<void> {
  const inventory = { product_id, method: 'relative', value: quantity }
  if (!is_one_of_many)
    return emitProductEvent(store, tx, 'inventory/order/updated', product_id, { inventory })
  await markCatalogueChanged(tx)
  await emitEvent(store, tx, 'store/sku/inventory/order/updated', {
    type: 'sku',
    id: variantId,
    inventory: { ...inventory, variant_id: variantId },
  })
}
