import { type Insertable, sql } from 'kysely'
import type { LedgerAccount } from '../../server/postgres/tables.generated.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import type { LedgerKind, SmartChangeTotals } from './credit-rules.ts'

/** What the ledger holds for one kind of an order's line in one account, in cents. */
export interface LedgerSum {
  order_id: number
  line_id: number
  kind: LedgerKind
  cents: number
  /** The number of the latest correction. */
  last_correction: number
  account: LedgerAccount
}

/** The ledger's sums for order lines of these gifts, by kind and account. */
export async function findLedgerSums(db: Db, giftIds: number[]): Promise<LedgerSum[]> {
  const { rows } = await sql<LedgerSum>`
    select order_id, line_id, kind, account, sum(cents)::int as cents,
      max(substring(cause from '\\d+$')::int) as last_correction
    from ledger where gift_id = any(${giftIds}) and order_id is not null group by order_id, line_id, kind, account`.execute(
    db,
  )
  return rows
}

/**
 * What smart change moved to and from these gifts, by the order that paid it in; gifts without any are missing. Goods that
 * hosts had returned and the shop refunded all the same took no surplus along: what was spent of them is owed (R1051).
 */
export async function findSmartChangeTotals(
  db: Db,
  giftIds: number[],
): Promise<Map<number, SmartChangeTotals>> {
  const { rows } = await sql<SmartChangeTotals & { gift_id: number }>`
    select gift_id, sum(moved_in)::int as "movedIn", sum(greatest(0, -change))::int as "surplusSpent"
    from (
      select gift_id,
        coalesce(sum(cents) filter (where kind = 'moved' and account = 'gift'), 0) as moved_in,
        coalesce(sum(cents) filter (where account = 'change' and not (kind = 'moved' and cents < 0 and exists (
          select from ledger goods where goods.transfer_id = line.transfer_id and goods.account = 'goods'))), 0) as change
      from ledger line where gift_id = any(${giftIds}) and order_id is null group by gift_id, source_order_id) of_order
    group by gift_id`.execute(db)
  return new Map(rows.map(({ gift_id, ...totals }) => [gift_id, totals]))
}

/** Appends lines; existing lines never change (R506). */
export async function appendLedgerLines(tx: Db, lines: Insertable<Tables['ledger']>[]): Promise<void> {
  if (lines.length > 0) await tx.insertInto('ledger').values(lines).execute()
}
