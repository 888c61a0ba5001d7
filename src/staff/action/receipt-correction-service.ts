import { AppError, orNotFound } from '../../base/app-error.ts'
import type { Cents } from '../../base/money.ts'
import { findGiftNames, findPurchasesByOrder, type PurchaseRow } from '../../checkout/orders/data.ts'
import {
  findCountedReceipt,
  findReceipt,
  hasMoneyOfOrder,
  lockReceiptNumber,
  type ReceiptRow,
  setReceiptNumber,
} from '../../checkout/receipts/data.ts'
import { orderIdOfReceipt } from '../../checkout/receipts/rules.ts'
import { reverseReceipt } from '../../checkout/receipts/service.ts'
import { lockRegistry } from '../../registry/registry/data.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { countedAlready } from './refusal-service.ts'
import type { ActionRun } from './service.ts'

/** A receipt that counts, under its registry's lock, with what it counts for. Throws `staff_receipt_reversed` 409. */
async function lockReceipt(
  tx: Db,
  id: number,
  ctx: StaffContext,
): Promise<{ receipt: ReceiptRow; purchases: PurchaseRow[]; gifts: string; cents: Cents; money: Cents }> {
  const { registry_id: registryId } = orNotFound(await findReceipt(tx, id))
  await lockRegistry(tx, registryId)
  const receipt = orNotFound(await findReceipt(tx, id))
  if (receipt.reversed_at) throw new AppError('staff_receipt_reversed', 409)
  const orderId = orderIdOfReceipt(id)
  const purchases = await findPurchasesByOrder(tx, orderId)
  const cents = purchases.reduce((all, one) => all + one.cents, 0)
  const money = (await hasMoneyOfOrder(tx, orderId)) ? cents : 0
  const giftIds = purchases.map(one => one.gift_id)
  const names = await findGiftNames(tx, giftIds, ctx.language)
  return { receipt, purchases, gifts: giftIds.map(gift => names.get(gift) ?? '').join(', '), cents, money }
}

async function findRegistryOfReceipt(db: Db, { receipt }: { receipt?: number }): Promise<number | undefined> {
  return receipt === undefined ? undefined : (await findReceipt(db, receipt))?.registry_id
}

/** A receipt that was typed wrongly, or whose goods went back to the till, counts no more (R967). */
export const receiptReversal: ActionRun<{ receipt: number }, null> = {
  findRegistryId: findRegistryOfReceipt,
  read: async () => null,
  async look(tx, { receipt: id }, _, ctx) {
    const { receipt, purchases, gifts, cents, money } = await lockReceipt(tx, id, ctx)
    const facts = { receipt: receipt.number, giver: purchases[0]?.giver_name ?? null, gift: gifts }
    const goods = purchases.filter(one => one.kind === 'units')
    const units = goods.reduce((all, one) => all + one.units, 0)
    return {
      registryId: receipt.registry_id,
      cents: money,
      history: { what: 'shop_gift_reversed', about: gifts, isGiving: true },
      before: { ...facts, ...(goods.length > 0 && { units }), amount_cents: cents, counts: true },
      after: { ...facts, ...(goods.length > 0 && { units: 0 }), amount_cents: 0, counts: false },
      apply: () => reverseReceipt(tx, receipt, ctx),
    }
  },
}

/** The number of a receipt, which was typed wrongly, is written anew; what it counts for stays (R1110). */
export const receiptRenumbering: ActionRun<{ receipt: number; number: string }, null> = {
  findRegistryId: findRegistryOfReceipt,
  read: async () => null,
  // The form begins with today's number.
  async choices({ receipt: id }, { db }) {
    const receipt = id === undefined ? undefined : await findReceipt(db, id)
    if (!receipt) return { number: [] }
    return { number: [{ value: receipt.number, label: receipt.number, is_suggested: true }] }
  },
  async look(tx, { receipt: id, number }, _, ctx) {
    const { receipt, purchases, gifts, money } = await lockReceipt(tx, id, ctx)
    await lockReceiptNumber(tx, number)
    if (number === receipt.number) throw refusedNumber('staff_receipt_same')
    const other = await findCountedReceipt(tx, number)
    if (other && other.id !== id) {
      const where = { registryId: other.registry_id, orderId: orderIdOfReceipt(other.id) }
      throw await countedAlready(tx, 'staff_receipt_taken', { field: 'number', ...where })
    }
    const facts = { giver: purchases[0]?.giver_name ?? null, gift: gifts }
    return {
      registryId: receipt.registry_id,
      cents: money,
      before: { receipt: receipt.number, ...facts },
      after: { receipt: number, ...facts },
      async apply() {
        await setReceiptNumber(tx, id, number)
        await ctx.registryChanged(tx, receipt.registry_id)
      },
    }
  },
}

const refusedNumber = (why: string) => new AppError('refused_fields', 422, { fields: { number: why } })
