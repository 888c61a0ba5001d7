import { AppError, orNotFound } from '../../base/app-error.ts'
import { countReturnedUnits, returnUnits, sumGoodsOfOrder, worthOfReturn } from '../../money/returned.ts'
import { wasSent } from '../../orders/delivery.ts'
import { findGiftNames, findPurchasesByOrder, findRegistriesByOrder } from '../../orders/orders.sql.ts'
import { syncOrder } from '../../orders/orders.ts'
import { queueOrder } from '../../orders/webhooks/webhooks.sql.ts'
import { excessOf } from '../../orders/worth.rules.ts'
import { insertFreedUnits } from '../../orders/worth.sql.ts'
import { lockRegistries, lockRegistry } from '../../registry/registry.sql.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { findRow, findRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder, ShopTransaction } from '../../shop/port-orders.ts'
import type { ActionLook, ActionRun } from './action.ts'
import { moreThan, orderOfShop } from './line.ts'
import { findRegistryOfOrder } from './refusal.ts'

interface ReturnInput {
  order: number
  line: number
  units: number
}

/** A host brought goods back: their worth becomes smart change, and the giver isn't refunded (R968). */
export const unitReturn: ActionRun<ReturnInput, null> = {
  findRegistryId: findRegistryOfOrder,
  read: async () => null,
  look: lookAtReturn,
}

async function findGiven(db: Db, { order, line }: ReturnInput) {
  const rows = await findPurchasesByOrder(db, order)
  const purchase = rows.find(one => one.line_id === line && one.kind === 'units' && one.state === 'paid')
  if (!purchase) throw new AppError('refused_fields', 422, { fields: { line: 'staff_line_missing' } })
  return purchase
}

async function lookAtReturn(
  tx: Db,
  input: ReturnInput & { key?: string },
  _: null,
  ctx: StaffContext,
): Promise<ActionLook> {
  const { registry_id: registryId } = await findGiven(tx, input)
  orNotFound(await lockRegistry(tx, registryId))
  const { gift_id: giftId, units: givenUnits, cents: givenCents } = await findGiven(tx, input)
  const returnedUnits = await countReturnedUnits(tx, input.order, input.line)
  const line = {
    ...{ orderId: input.order, lineId: input.line, registryId, giftId },
    ...{ givenUnits, givenCents, returnedUnits },
  }
  const left = givenUnits - returnedUnits
  if (input.units > left) throw moreThan(left, { units: 'staff_units_given' })
  const cents = worthOfReturn(line, input.units, await sumGoodsOfOrder(tx, giftId, input.order))
  if (cents === 0) throw new AppError('staff_return_nothing', 409)
  const gift = (await findGiftNames(tx, [giftId], ctx.language)).get(giftId) ?? ''
  return {
    registryId,
    cents,
    history: { what: 'shop_gift_returned', about: gift, isGiving: true },
    before: { gift, given_units: givenUnits, returned_units: returnedUnits, change_cents: 0 },
    after: {
      gift,
      given_units: givenUnits,
      returned_units: returnedUnits + input.units,
      change_cents: cents,
    },
    async apply() {
      await returnUnits(tx, line, { units: input.units, cents, key: input.key ?? '' }, ctx)
      await ctx.registryChanged(tx, registryId)
    },
  }
}

interface PaidOrderOfShop {
  order: ShopOrder
  transactions: ShopTransaction[]
}

/**
 * Units were taken off their order before dispatch: what was captured for them and not given back becomes smart change
 * (R1162).
 */
export const unitFreeing: ActionRun<{ order: number; line: number; units: number }, PaidOrderOfShop> = {
  findRegistryId: findRegistryOfOrder,
  async read({ order: id }, ctx) {
    const order = await orderOfShop(id, ctx)
    return { order, transactions: await ctx.shop.fetchOrderTransactions(id) }
  },
  async look(tx, { order: id, line: lineId, units }, { order, transactions }, ctx) {
    await lockRegistries(tx, await findRegistriesByOrder(tx, id))
    const purchase = (await findPurchasesByOrder(tx, id)).find(one => one.line_id === lineId)
    if (purchase?.kind !== 'units' || purchase.is_money)
      throw new AppError('refused_fields', 422, { fields: { line: 'staff_line_missing' } })
    const hasLeft = order.isCompleted || (order.isShipped ?? (await wasSent(tx, id)))
    if (order.state !== 'paid' || hasLeft) throw new AppError('staff_freed_sent', 409)
    const freed = await findRows(tx, 'freed_unit', {
      where: { order_id: id },
      columns: ['line_id', 'units', 'cents'],
    })
    const { registry_id, gift_id, handoff_id } = purchase
    const bought = await findRow(tx, 'handoff_line', { handoff_id, gift_id, kind: 'units' }, [
      'units',
      'cents',
    ])
    const asked = bought ?? { units: 0, cents: 0 }
    const standing = order.lines.find(one => one.id === lineId)?.quantity ?? 0
    const before = freed.filter(one => one.line_id === lineId).reduce((sum, one) => sum + one.units, 0)
    const takenOff = Math.max(0, asked.units - standing - before)
    if (units > takenOff) throw moreThan(takenOff, { units: 'staff_units_freed' })
    const left = excessOf(order, transactions) - freed.reduce((sum, one) => sum + one.cents, 0)
    const cents = Math.min(units * asked.cents, left)
    if (cents <= 0) throw new AppError('staff_freed_nothing', 409)
    const gift = (await findGiftNames(tx, [gift_id], ctx.language)).get(gift_id) ?? ''
    return {
      registryId: registry_id,
      cents,
      history: { what: 'shop_gift_returned', about: gift, isGiving: true },
      before: { gift, freed_units: before, change_cents: 0 },
      after: { gift, freed_units: before + units, change_cents: cents },
      async apply() {
        await insertFreedUnits(tx, {
          ...{ order_id: id, line_id: lineId, registry_id, gift_id, handoff_id },
          ...{ units, cents, freed_at: ctx.now },
        })
        await queueOrder(tx, id, ctx.now)
      },
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
}
