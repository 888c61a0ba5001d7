import { AppError } from '../../base/app-error.ts'
import { type Cents, formatEuro } from '../../base/money.ts'
import { findGiftNames, findPurchasesByOrder, findRegistriesByOrder } from '../../checkout/orders/data.ts'
import { deleteLinePlacement, findLinePlacements } from '../../checkout/orders/placement-data.ts'
import { queueOrder } from '../../checkout/orders/placement-service.ts'
import { deleteRefundPlacements, findRefundPlacements } from '../../checkout/orders/refund-data.ts'
import { syncOrder } from '../../checkout/orders/service.ts'
import { lockRegistries } from '../../registry/registry/data.ts'
import { findRegistryOfOrder } from './refusal-service.ts'
import type { ActionRun } from './service.ts'

/** A line that was placed on the wrong gift counts for it no more; the order is read anew without it (R964). */
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
      // Gifts may share a name.
      state: { gift: purchase.gift_id, handoff: purchase.handoff_id },
      async apply() {
        await deleteLinePlacement(tx, order, line)
        await queueOrder(tx, order, ctx.now)
      },
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
}

/** A refund that was placed on the wrong line, or dismissed, waits for its place again (R512, R964). */
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
      // As much may have been placed on another line since.
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
