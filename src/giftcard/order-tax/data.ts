import { sql } from 'kysely'
import type { Cents } from '../../base/money.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** The number of the order that was read last; null when all were. */
export async function findTaxPosition(db: Db): Promise<number | null> {
  const row = await db.selectFrom('order_tax_reading').select('position').executeTakeFirst()
  return row?.position ?? null
}

/** Numbers of up to `max` orders above that one whose VAT is not known. Receipts of the till have numbers below zero. */
export async function findOrdersWithoutTax(db: Db, after: number, max: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    (select order_id from order_payment where tax_cents is null and order_id > ${after} order by order_id limit ${max})
    union
    (select shop_id from payout where method = 'order' and tax_cents is null and shop_id > ${after}
      order by shop_id limit ${max})
    order by 1 limit ${max}`.execute(db)
  return rows.map(row => row.order_id)
}

/** Stores the VAT of orders placed for hosts, by the shop's number; what a reading of the order stored meanwhile stays. */
export async function fillHostOrderTaxes(tx: Db, taxes: Map<number, Cents>): Promise<void> {
  await sql`
    update payout set tax_cents = read.cents
    from unnest(${[...taxes.keys()]}::int[], ${[...taxes.values()]}::int[]) as read (order_id, cents)
    where payout.shop_id = read.order_id and method = 'order' and tax_cents is null`.execute(tx)
}

/** Moves on; nothing happens when another process has. */
export async function moveTaxPosition(tx: Db, from: number, to: number): Promise<void> {
  await tx.updateTable('order_tax_reading').set({ position: to }).where('position', '=', from).execute()
}

/** All are read; those to come have their VAT from their own reading. */
export async function endTaxReading(db: Db): Promise<void> {
  await db.deleteFrom('order_tax_reading').execute()
}
