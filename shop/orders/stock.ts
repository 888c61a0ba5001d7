import { markCatalogueChanged } from '../catalogue/live-catalogue.ts'
import type { Queryable } from '../database.ts'
import { ShopError } from '../store.ts'
import type { NewLine, Order } from './orders.ts'

/** Deducts an order's units from the stock. Throws 409 when too few are left. */
export async function deductStock(tx: Queryable, orderId: number, lines: NewLine[]): Promise<void> {
  const quantityByVariant = new Map<number, number>()
  for (const line of lines)
    quantityByVariant.set(line.variantId, (quantityByVariant.get(line.variantId) ?? 0) + line.quantity)
  // Locked in the order of ids, so that two checkouts can't deadlock.
  for (const [variantId, quantity] of [...quantityByVariant].sort(([one], [other]) => one - other)) {
    const { rows } = await tx.query<{ stock: number | null }>(
      'select stock from shop.variant where id = $1 for update',
      [variantId],
    )
    const stock = rows[0]?.stock ?? null
    if (stock !== null && stock < quantity) {
      const name = lines.find(line => line.variantId === variantId)?.name ?? ''
      throw new ShopError(409, `${name}: sold out`, { stock: name })
    }
    await tx.query('update shop.variant set stock = stock - $2 where id = $1', [variantId, quantity])
  }
  await tx.query('update shop."order" set stock_taken = true where id = $1', [orderId])
  await markCatalogueChanged(tx)
}

/** Puts an order's units back in stock. */
export async function restock(tx: Queryable, order: Order): Promise<void> {
  // Locked in the same order as in `deductStock`.
  await tx.query(
    `select id from shop.variant where id in (select variant_id from shop.order_line where order_id = $1)
     order by id for update`,
    [order.id],
  )
  await tx.query(
    `update shop.variant v set stock = stock + l.units from (
       select variant_id, sum(quantity - quantity_refunded)::int units from shop.order_line
       where order_id = $1 group by variant_id) l where v.id = l.variant_id`,
    [order.id],
  )
  await tx.query('update shop."order" set stock_taken = false where id = $1', [order.id])
  await markCatalogueChanged(tx)
}
