import { sql } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import type { Db, LedgerTable } from '../../server/postgres/tables.ts'

/** A line of the statement, with what it was for. */
export interface StatementRow {
  id: number
  kind: LedgerTable['kind']
  cents: Cents
  created_at: Date
  gift: string
  giver: string | null
  visibility: 'full' | 'initials' | 'anonymous' | null
  /** The code of the certificate, once the shop has issued it. */
  certificate: string | null
  /** A guest's order, or the one that was placed for the host. */
  order_id: number | null
}

/** Every line of a registry's money, oldest first; goods apart. */
export async function findStatementRows(
  db: Db,
  registryId: number,
  language: Language,
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select ledger.id, ledger.kind, ledger.cents, ledger.created_at,
      coalesce(text.name, gift.sku, '') as gift,
      purchase.giver_name as giver, purchase.visibility,
      case when payout.method = 'certificate' and payout.state = 'done' then payout.code end as certificate,
      coalesce(ledger.order_id, case when payout.method = 'order' then payout.shop_id end) as order_id
    from ledger
    left join gift on gift.id = ledger.gift_id
    left join product_text_in(${language}) text on text.product_id = gift.product_id
    left join purchase on purchase.order_id = ledger.order_id and purchase.line_id = ledger.line_id
    left join payout on payout.id = ledger.payout_id
    where ledger.registry_id = ${registryId} and ledger.account <> 'goods'
    order by ledger.id`.execute(db)
  return rows
}
