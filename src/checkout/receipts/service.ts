import { orNotFound } from '../../base/app-error.ts'
import type { Cents } from '../../base/money.ts'
import type { GivingKind } from '../../gift/gift/rules.ts'
import type { RegistryRow } from '../../registry/registry/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { findHandoffsOfOrder } from '../hand-off/data.ts'
import { insertStaffHandoff } from '../hand-off/insert-data.ts'
import { createHandoffReference } from '../hand-off/reference-service.ts'
import { recreditGifts } from '../orders/credit-service.ts'
import { findPurchasesByOrder, upsertPurchase, voidPurchase } from '../orders/data.ts'
import { enqueueGiftEmails } from '../orders/email-service.ts'
import { markOrderUnpaid } from '../orders/payment-data.ts'
import * as data from './data.ts'
import { orderIdOfReceipt } from './rules.ts'

/** What of a receipt counts for a gift. */
export interface ReceiptLine {
  number: string
  gift: { id: number; product_id: number; variant_id: number }
  kind: GivingKind
  units: number
  /** What all of it is worth, incl. VAT. */
  cents: Cents
  giver: string | null
  message: string | null
  /** Of the confirmation, by which the hand-off is made once. */
  key: string
}

/**
 * Counts a gift that was paid at the shop's till (R967): a purchase as those of orders, with all that follows. A further
 * gift of the same receipt is a line more of it, of the same giver. Call it under the locks of registry and number.
 */
export async function recordReceiptLine(
  tx: Db,
  registry: RegistryRow,
  line: ReceiptLine,
  ctx: JobContext,
): Promise<void> {
  const { now } = ctx
  const receipt =
    (await data.findCountedReceipt(tx, line.number)) ?? (await addReceipt(tx, registry, line, ctx))
  const orderId = orderIdOfReceipt(receipt.id)
  const { handoffs } = await findHandoffsOfOrder(tx, null, { references: [], ids: [receipt.handoff_id] })
  const handoff = orNotFound(handoffs[0])
  const lineId = 1 + (await findPurchasesByOrder(tx, orderId)).length
  await upsertPurchase(
    tx,
    {
      order_id: orderId,
      line_id: lineId,
      registry_id: registry.id,
      gift_id: line.gift.id,
      handoff_id: receipt.handoff_id,
      kind: line.kind,
      is_money: line.kind !== 'units',
      state: 'paid',
      units: line.units,
      cents: line.cents,
      giver_name: handoff.giver_name,
      giver_email: null,
      visibility: 'full',
      message: line.message ?? handoff.message,
      ordered_at: now,
      held_until: null,
    },
    now,
  )
  await data.insertReceiptPayment(tx, receipt.id, now)
  await recreditGifts(tx, [line.gift.id], now)
  const purchases = (await findPurchasesByOrder(tx, orderId)).filter(one => one.line_id === lineId)
  await enqueueGiftEmails(tx, { registry, handoff, purchases }, ctx)
  await ctx.registryChanged(tx, registry.id)
  await ctx.emit('moneyChanged', tx, { registryId: registry.id, orderId })
}

async function addReceipt(
  tx: Db,
  registry: RegistryRow,
  { number, gift, kind, units, cents, giver, message, key }: ReceiptLine,
  { config, now }: Pick<JobContext, 'config' | 'now'>,
) {
  const handoff_id = await insertStaffHandoff(
    tx,
    {
      reference: createHandoffReference(),
      idempotency_key: `receipt ${key}`,
      registry_id: registry.id,
      language: config.STAFF_LANGUAGE,
      channel_id: config.SHOP_CHANNELS[config.STAFF_LANGUAGE].id,
      giver_name: giver,
      giver_email: null,
      message,
      created_at: now,
    },
    {
      gift_id: gift.id,
      registry_id: registry.id,
      kind,
      product_id: gift.product_id,
      variant_id: gift.variant_id,
      units,
      cents: kind === 'units' ? Math.round(cents / units) : cents,
      message: null,
    },
  )
  const id = await data.insertReceipt(tx, { number, registry_id: registry.id, handoff_id, recorded_at: now })
  return { id, handoff_id }
}

/**
 * Takes a receipt back as a whole (R967): nothing of it counts any more, and what had left of its money is owed as after
 * any refund. Its number may be recorded again. Call it under the registry's lock.
 */
export async function reverseReceipt(
  tx: Db,
  { id, registry_id: registryId }: Pick<data.ReceiptRow, 'id' | 'registry_id'>,
  ctx: JobContext,
): Promise<void> {
  const { now } = ctx
  const orderId = orderIdOfReceipt(id)
  const purchases = await findPurchasesByOrder(tx, orderId)
  for (const one of purchases) await voidPurchase(tx, one, now)
  await recreditGifts(tx, [...new Set(purchases.map(one => one.gift_id))], now)
  await markOrderUnpaid(tx, orderId)
  await updateRows(tx, 'till_receipt', { set: { reversed_at: now }, where: { id } })
  await ctx.registryChanged(tx, registryId)
  await ctx.emit('moneyChanged', tx, { registryId, orderId })
}
