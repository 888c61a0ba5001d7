import type { Language } from '../../base/language.ts'
import { formatGiverName } from '../../checkout/hand-off/rules.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { type StatementRow, statementRows } from '../ledger/data.ts'
import type { MoneyStatement } from '../payout/contract.ts'

/** The ledger as a bank would print it: every line of money with the balance after it. */
export async function buildStatement(
  db: Db,
  registry: { id: number; language: Language; isOwner: boolean },
): Promise<MoneyStatement> {
  const rows = await statementRows(db, registry.id, registry.language)
  let balance = 0
  const lines = rows.map(row => {
    balance += row.cents
    return {
      id: row.id,
      at: row.created_at.toISOString(),
      kind: row.kind,
      gift: row.gift,
      giver: row.visibility === null ? '' : formatGiverName(row.giver, row.visibility),
      reference: referenceOf(row, registry.isOwner),
      amount: row.cents,
      balance,
    }
  })
  const sum = (sign: 1 | -1) =>
    lines.reduce((all, { amount }) => (Math.sign(amount) === sign ? all + Math.abs(amount) : all), 0)
  return { lines, came: sum(1), went: sum(-1), balance }
}

/** A code is as good as money: a co-host does not see it. */
function referenceOf({ certificate, order_id }: StatementRow, isOwner: boolean): string {
  if (certificate !== null) return isOwner ? certificate : ''
  return order_id === null ? '' : String(order_id)
}
