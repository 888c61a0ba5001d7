import { AppError } from '../../base/app-error.ts'
import { type Cents, formatEuro } from '../../base/money.ts'
import {
  deleteRefundPlacements,
  findGiftNames,
  findPurchasesByOrder,
  findRefundPlacements,
  findRegistriesByOrder,
} from '../../orders/orders.sql.ts'
import { syncOrder } from '../../orders/orders.ts'
import { deleteLinePlacement, findLinePlacements } from '../../orders/placing.ts'
import { queueOrder } from '../../orders/webhooks/webhooks.sql.ts'
import { lockRegistries } from '../../registry/registry.sql.ts'
import type { ActionRun } from './action.ts'
import { findRegistryOfOrder } from './refusal.ts'

/** Takes back the placing of a line on the wrong gift; the order is read anew without it (R964). */
export const linePlacingUndo: ActionRun<{ order: number; line: number }, null> = {
  findRegistryId: findRegistryOfOrder,
  read: async () => null,
  async look(tx, { order, line }, _, ctx) {
    const registryIds = await findRegistriesByOrder(tx, order)
    await lockRegistries(tx, registryIds)
    const isPlaced = (await findLinePlacements(tx, order)).some(one => one.line_id === line)
    const purchase = (await findPurchasesByOrder(tx, order)).find(one => one.line_id === line)
    if (!isPlaced || !purchase) throw new AppError('staff_line_unplaced', 409)
    const name = (await findGiftNames(tx, [purchase.gift_id], ctx.language)).get(purchase.gift_id) ?? ''
    const facts = { line, line_cents: purchase.cents, giver: purchase.giver_name }
    return {
      registryId: purchase.registry_id,
      cents: purchase.cents,
      history: { what: 'shop_gift_reversed', about: name, isGiving: true },
      before: { ...facts, gift: name },
      after: { ...facts, gift: null },
      // Two gifts may have the same name.
      state: { gift: purchase.gift_id, handoff: purchase.handoff_id },
      async apply() {
        await deleteLinePlacement(tx, order, line)
        await queueOrder(tx, order, ctx.now)
      },
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
}

/** Takes back the placing or dismissal of a refund (R512), as of a line (R964); it waits for its place again. */
export const refundPlacingUndo: ActionRun<{ order: number; refund: number }, null> = {
  findRegistryId: findRegistryOfOrder,
  read: async () => null,
  async look(tx, { order, refund }, _, ctx) {
    const registryIds = await findRegistriesByOrder(tx, order)
    await lockRegistries(tx, registryIds)
    const parts = (await findRefundPlacements(tx, order)).filter(one => one.refund_id === refund)
    if (parts.length === 0) throw new AppError('staff_refund_unplaced', 409)
    const cents = parts.reduce((sum, one) => sum + one.cents, 0)
    return {
      registryId: registryIds[0],
      cents,
      history: { what: 'shop_refund', isGiving: true },
      before: { refund, placed_cents: cents },
      after: { refund, placed_cents: 0 },
      // Meanwhile the same sum may have been placed on another line.
      state: parts.map(one => `${one.line_id} ${one.cents}`).toSorted(),
      async apply() {
        await deleteRefundPlacements(tx, order, refund)
        await queueOrder(tx, order, ctx.now)
      },
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
  async choices({ order }, { db, language }) {
    if (order === undefined) return { refund: [] }
    const sums = new Map<number, Cents>()
    for (const { refund_id: id, cents } of await findRefundPlacements(db, order))
      sums.set(id, (sums.get(id) ?? 0) + cents)
    const refund = [...sums].map(([id, cents]) => ({
      value: String(id),
      label: `${id}, ${formatEuro(cents, language)}`,
    }))
    return { refund }
  },
}
