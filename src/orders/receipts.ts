import { type Insertable, type Selectable, sql } from 'kysely'
import type { Cents } from '../base/money.ts'
import { createHandoffReference } from '../checkout/request.ts'
import { insertStaffHandoff } from '../checkout/reservation.sql.ts'
import type { GivingKind } from '../gift/gift.rules.ts'
import type { RegistryRow } from '../registry/registry.sql.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { findRow, findRows, getRow, insertNewRow, updateRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import { recreditGifts } from './credit.ts'
import { enqueueGiftEmails } from './order-letters.ts'
import { findPurchasesByOrder, markOrderUnpaid, upsertPurchase, voidPurchase } from './orders.sql.ts'
import { foldReceiptNumber, orderIdOfReceipt } from './receipts.rules.ts'

interface ReceiptLine {
  number: string
  gift: { id: number; product_id: number; variant_id: number }
  kind: GivingKind
  units: number
  /** Value of all units, incl. VAT. */
  cents: Cents
  giver: string | null
  message: string | null
  /** Key of the confirmation's form: the hand-off is made once for it. */
  key: string
}

/**
 * Counts a gift that was paid at the shop's till (R967) as a purchase, like one of an order. A further gift of the same
 * receipt is another line of the same giver. Call it under the locks of registry and receipt number.
 */
export async function recordReceiptLine(
  tx: Db,
  registry: RegistryRow,
  line: ReceiptLine,
  ctx: JobContext,
): Promise<void> {
  const { now } = ctx
  const receipt = (await findCountedReceipt(tx, line.number)) ?? (await addReceipt(tx, registry, line, ctx))
  const orderId = orderIdOfReceipt(receipt.id)
  const handoff = await getRow(tx, 'handoff', { id: receipt.handoff_id })
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
  // Money from the till counts as paid from now on, and waits its days like any other (R511).
  const paid = { is_paid: true, paid_at: now, first_paid_at: now }
  await insertNewRow(tx, 'order_payment', { order_id: orderId, status: '', method: '', ...paid })
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
    gift,
    { kind, units, cents: kind === 'units' ? Math.round(cents / units) : cents },
  )
  const id = await insertReceipt(tx, { number, registry_id: registry.id, handoff_id, recorded_at: now })
  return { id, handoff_id }
}

/**
 * Takes a whole receipt back (R967): nothing of it counts any more, and money of it that has left is owed as after a
 * refund. Its number may be recorded again. Call it under the registry's lock.
 */
export async function reverseReceipt(
  tx: Db,
  { id, registry_id: registryId }: Pick<ReceiptRow, 'id' | 'registry_id'>,
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

export type ReceiptRow = Selectable<Tables['till_receipt']>

/** Waits while the same number is recorded at the same time, for any registry. */
export async function lockReceiptNumber(tx: Db, number: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`receipt ${foldReceiptNumber(number)}`}, 0))`.execute(
    tx,
  )
}

/** Undefined for an unknown receipt, and for one that was taken back. */
export async function findCountedReceipt(db: Db, number: string): Promise<ReceiptRow | undefined> {
  return findRow(db, 'till_receipt', { number_key: foldReceiptNumber(number), reversed_at: null })
}

export async function findReceipt(db: Db, id: number): Promise<ReceiptRow | undefined> {
  return db.selectFrom('till_receipt').selectAll().where('id', '=', id).executeTakeFirst()
}

async function insertReceipt(
  tx: Db,
  receipt: Omit<Insertable<Tables['till_receipt']>, 'number_key'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('till_receipt')
    .values({ ...receipt, number_key: foldReceiptNumber(receipt.number) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function setReceiptNumber(tx: Db, id: number, number: string): Promise<void> {
  const number_key = foldReceiptNumber(number)
  await updateRows(tx, 'till_receipt', { set: { number, number_key }, where: { id } })
}

/** Whether a receipt brought money: anything but goods. */
export async function hasMoneyOfOrder(db: Db, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from ledger where coalesce(source_order_id, order_id) = ${orderId} and account <> 'goods'
      and registry_id in (select registry_id from purchase where order_id = ${orderId})) as has`.execute(db)
  return rows[0]?.has === true
}

/** Numbers of receipts by their ids below zero; real orders are left out. */
export async function findReceiptNumbers(db: Db, orderIds: number[]): Promise<Map<number, string>> {
  const ids = orderIds.filter(id => id < 0).map(id => -id)
  if (ids.length === 0) return new Map()
  const rows = await findRows(db, 'till_receipt', { where: { id: { in: ids } }, columns: ['id', 'number'] })
  return new Map(rows.map(({ id, number }) => [orderIdOfReceipt(id), number]))
}
