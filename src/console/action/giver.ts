import { AppError, orNotFound } from '../../base/app-error.ts'
import { findHandoffById } from '../../checkout/hand-off.sql.ts'
import { formatGiverName } from '../../checkout/mark.rules.ts'
import { updateGiverName } from '../../orders/order-letters.ts'
import { findGiftNames, findPurchasesByOrder } from '../../orders/orders.sql.ts'
import { isReceipt } from '../../orders/receipts.rules.ts'
import { findReceipt } from '../../orders/receipts.ts'
import { lockRegistries } from '../../registry/registry.sql.ts'
import { findRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { RunOf } from './action.ts'
import { findRegistryOfOrder } from './refusal.ts'

/** Corrects the giver's name of a line, and of all that they gave with the same hand-off (R1030). */
export const giverRenaming: RunOf<'giver_renamed'> = {
  findRegistryId: findRegistryOfOrder,
  async look(tx, input, _, ctx) {
    const { registry_id: registryId } = await findLine(tx, input)
    await lockRegistries(tx, [registryId])
    const { handoff_id, giver_name } = await findLine(tx, input)
    const before = giver_name || null
    const handoff = orNotFound(await findHandoffById(tx, handoff_id))
    if (handoff.erased) throw new AppError('staff_giver_erased', 409)
    if (input.giver === before)
      throw new AppError('staff_giver_same', 409, { fields: { giver: 'staff_giver_same' } })
    const gifts = await findGiftsOf(tx, handoff.id, ctx.language)
    const shownAs = (name: string | null) => formatGiverName(name, handoff.visibility)
    const isSeen = shownAs(input.giver) !== shownAs(before)
    const facts = (name: string | null) => ({
      gift: gifts.join(', '),
      giver: name,
      giver_shown: shownAs(name),
    })
    return {
      registryId,
      // The history names the gift and no giver: a name there would outlive its erasure.
      ...(isSeen && { history: { what: 'shop_gift_giver', about: gifts[0] ?? '', isGiving: true } as const }),
      before: facts(before),
      after: facts(input.giver),
      state: [handoff.id, handoff.visibility],
      async apply() {
        await updateGiverName(tx, handoff.id, input.giver, ctx.now)
        await ctx.registryChanged(tx, registryId)
      },
    }
  },
  async describe({ order, line }, { db, language }) {
    if (order === undefined || line === undefined) return null
    const { handoff_id, giver_name } = await findLine(db, { order, line })
    return {
      ...(isReceipt(order) ? { receipt: (await findReceipt(db, -order))?.number ?? '' } : { order }),
      gift: (await findGiftsOf(db, handoff_id, language)).join(', '),
      giver: giver_name || null,
    }
  },
  // The form starts with today's name.
  async choices({ order, line }, { db }) {
    if (order === undefined || line === undefined) return { giver: [] }
    const { giver_name: name } = await findLine(db, { order, line })
    return { giver: name ? [{ value: name, label: name, is_suggested: true }] : [] }
  },
}

async function findLine(db: Db, { order, line }: { order: number; line: number }) {
  const purchase = (await findPurchasesByOrder(db, order)).find(one => one.line_id === line)
  if (!purchase) throw new AppError('refused_fields', 422, { fields: { line: 'staff_line_missing' } })
  return purchase
}

async function findGiftsOf(db: Db, handoffId: number, language: string): Promise<string[]> {
  const purchases = await findRows(db, 'purchase', {
    where: { handoff_id: handoffId },
    columns: ['gift_id'],
    orderBy: ['order_id', 'line_id'],
  })
  const giftIds = purchases.map(one => one.gift_id)
  const names = await findGiftNames(db, giftIds, language)
  return [...new Set(giftIds)].map(id => names.get(id) ?? '')
}
