import { giveBack, returned, suspendCertificates } from './certificates.ts'
import type { NewLine, Order } from './orders.ts'
import { touchShelf } from './shelf.ts'
import { type Queries, ShopError } from './store.ts'

/** Takes the order's units off the stock. Throws 409 when one has been sold to somebody else. */
export async function takeStock(tx: Queries, orderId: number, lines: NewLine[]): Promise<void> {
  const wanted = new Map<number, number>()
  for (const line of lines) wanted.set(line.variantId, (wanted.get(line.variantId) ?? 0) + line.quantity)
  // Always in the same order, so that two checkouts never wait for each other.
  for (const [variant, quantity] of [...wanted].sort(([one], [other]) => one - other)) {
    const { rows } = await tx.query<{ left: number | null }>(
      'select stock "left" from shop.variant where id = $1 for update',
      [variant],
    )
    const left = rows[0]?.left ?? null
    if (left !== null && left < quantity) {
      const name = lines.find(line => line.variantId === variant)?.name ?? ''
      throw new ShopError(409, `${name}: sold out`, { stock: name })
    }
    await tx.query('update shop.variant set stock = stock - $2 where id = $1', [variant, quantity])
  }
  await tx.query('update shop."order" set stock_taken = true where id = $1', [orderId])
  await touchShelf(tx)
}

/** Puts back what a cancelled or declined order had taken: units, and what a gift certificate paid. */
export async function takeBack(tx: Queries, order: Order): Promise<void> {
  await giveBack(tx, order, order.certificate_cents - returned(order, order.refunded_cents))
  await suspendCertificates(tx, order.id)
  await tx.query(`update shop."order" set certificate_cents = 0, certificate_code = '' where id = $1`, [
    order.id,
  ])
  if (order.stock_taken) await returnStock(tx, order)
}

async function returnStock(tx: Queries, order: Order): Promise<void> {
  // Locked in the order in which checkouts lock them.
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
  await touchShelf(tx)
}
