import type { JobContext } from '../../server/context/request-context.ts'
import { ShopFailure } from '../../shop/port.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import { deleteUnreadableOrder, saveUnreadableRow } from './data.ts'

/** Reads an order from the shop; staff see one that can't be read until it can (R1302). Throws ShopFailure. */
export async function readOrder(
  orderId: number,
  { db, shop, now }: Pick<JobContext, 'db' | 'shop' | 'now'>,
): Promise<ShopOrder | null> {
  try {
    const order = await shop.fetchOrder(orderId)
    if (order) await deleteUnreadableOrder(db, orderId)
    return order
  } catch (error) {
    if (isUnreadable(error)) {
      const row = { source: 'order', id: String(orderId), field: error.field ?? '', reason: error.message }
      await saveUnreadableRow(db, row, now)
    }
    throw error
  }
}

/** Whether it is this order that can't be read, and not the shop that is away. */
export const isUnreadable = (error: unknown): error is ShopFailure =>
  error instanceof ShopFailure && (error.kind === 'shape' || error.status === 404)
