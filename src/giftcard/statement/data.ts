import { sql } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'

/** A line of the statement, with what it was for. */
export interface StatementRow {
  id: number
  /** lowered: it was taken off a certificate, because guests were given money back (R513). */
  kind: Tables['ledger']['kind'] | 'lowered'
  cents: Cents
  created_at: Date
  gift: string
  giver: string | null
  visibility: 'full' | 'initials' | 'anonymous' | null
  /** The code of the certificate, once the shop has issued it. */
  certificate: string | null
  /** A guest's order, or the one that was placed for the host. */
  order_id: number | null
  /** Whether it leaves by a payout that the shop has not made yet. */
  isWaiting: boolean
  /** The number of a receipt of the shop's till. */
  receipt: string | null
  /** Since when a guest's order is paid; null for other lines, and while it is not. */
  paidAt: Date | null
  /** Until when its money is held back all the same. */
  heldUntil: Date | null
}

/** Every line of a registry's money, oldest first; goods apart. What left together is one line, whoever paid it in. */
export async function findStatementRows(
  db: Db,
  registryId: number,
  language: Language,
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select line.id, line.kind, line.cents, line.created_at,
      coalesce(text.name, gift.sku, '') as gift,
      purchase.giver_name as giver, purchase.visibility,
      case when payout.method = 'certificate' and payout.state = 'done' then payout.code end as certificate,
      coalesce(line.order_id, case when payout.method = 'order' then payout.shop_id end) as order_id,
      till_receipt.number as receipt,
      coalesce(payout.state = 'waiting', false) as "isWaiting",
      case when line.order_id is not null and payment.is_paid and not payment.is_disputed then payment.paid_at end
        as "paidAt",
      payment.held_until as "heldUntil"
    from (
      select min(id) as id, case when kind = 'returned' and cause like '% lowered %' then 'lowered' else kind::text end as kind, gift_id, order_id, line_id, payout_id, transfer_id, created_at, sum(cents)::int as cents
      from ledger where registry_id = ${registryId} and account <> 'goods'
      group by case when order_id is not null then id end,
        2, gift_id, order_id, line_id, payout_id, transfer_id, sign(cents), created_at) line
    left join gift on gift.id = line.gift_id
    left join product_text_in(${language}) text on text.product_id = gift.product_id
    left join purchase on purchase.order_id = line.order_id and purchase.line_id = line.line_id
    left join till_receipt on till_receipt.id = -line.order_id
    left join order_payment payment on payment.order_id = line.order_id
    left join payout on payout.id = line.payout_id
    order by line.id`.execute(db)
  return rows
}
