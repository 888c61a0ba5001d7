import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import { foldReceiptNumber, orderIdOfReceipt } from './rules.ts'

export type ReceiptRow = Selectable<Tables['till_receipt']>

/** Waits for whoever records the same number at the same time, for whichever registry. */
export async function lockReceiptNumber(tx: Db, number: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`receipt ${foldReceiptNumber(number)}`}, 0))`.execute(
    tx,
  )
}

/** The receipt of that number that counts; undefined for none, or one that was taken back. */
export async function findCountedReceipt(db: Db, number: string): Promise<ReceiptRow | undefined> {
  return findRow(db, 'till_receipt', { number_key: foldReceiptNumber(number), reversed_at: null })
}

export async function findReceipt(db: Db, id: number): Promise<ReceiptRow | undefined> {
  return db.selectFrom('till_receipt').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Stores a receipt; answers its id. */
export async function insertReceipt(
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
  await tx.updateTable('till_receipt').set({ number, number_key }).where('id', '=', id).execute()
}

/** What was paid at the till is paid from then on, and waits its days as any money (R511). */
export async function insertReceiptPayment(tx: Db, receiptId: number, now: Date): Promise<void> {
  await tx
    .insertInto('order_payment')
    .values({
      order_id: orderIdOfReceipt(receiptId),
      status: '',
      method: '',
      is_paid: true,
      paid_at: now,
      first_paid_at: now,
    })
    .onConflict(conflict => conflict.column('order_id').doNothing())
    .execute()
}

/** Whether a receipt has brought money: all that is no goods. */
export async function hasMoneyOfOrder(db: Db, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from ledger where coalesce(source_order_id, order_id) = ${orderId} and account <> 'goods'
      and registry_id in (select registry_id from purchase where order_id = ${orderId})) as has`.execute(db)
  return rows[0]?.has === true
}

/** The numbers of receipts by what stands for them in the place of an order's number. */
export async function findReceiptNumbers(db: Db, orderIds: number[]): Promise<Map<number, string>> {
  const ids = orderIds.filter(id => id < 0).map(id => -id)
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('till_receipt').select(['id', 'number']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, number }) => [orderIdOfReceipt(id), number]))
}
