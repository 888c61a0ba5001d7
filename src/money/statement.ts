import { sql } from 'kysely'
import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf, ReplyOf } from '../base/endpoint.ts'
import type { Language } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import { formatGiverName } from '../checkout/mark.rules.ts'
import { registryForHosts } from '../orders/received.ts'
import { canOwn } from '../registry/registry.rules.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext } from '../server/context/request-context.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import { type ReleaseTerm, readyBalance, ripeAt, sumCents, waitingMoneyOf } from './ledger.rules.ts'
import { readBalance, releaseTerm } from './ledger.ts'
import { cardCodeFor } from './payout/payout.rules.ts'
import * as contract from './statement.contract.ts'

export const calls: Handler[] = [handle(contract.getMoneyStatement, getMoneyStatement)]

/** Lines with the balance after each (R609); amounts in cents. */
async function getMoneyStatement(
  { registry_id }: ParsedOf<typeof contract.getMoneyStatement>,
  ctx: CustomerContext,
): Promise<ReplyOf<typeof contract.getMoneyStatement>> {
  const registry = await registryForHosts(registry_id, ctx)
  const isOwner = canOwn(registry, ctx.customer)
  const term = releaseTerm(ctx)
  let balance = 0
  const rows = await findStatementRows(ctx.db, registry.id, ctx.language)
  const lines = rows.map(row => {
    balance += row.cents
    const { id, kind, gift, cents: amount } = row
    return {
      id,
      kind,
      gift,
      amount,
      balance,
      at: row.created_at.toISOString(),
      giver: row.visibility === null ? '' : formatGiverName(row.giver, row.visibility),
      reference: referenceOf(row, isOwner, ctx),
      ...waitOf(row, term),
    }
  })
  const money = await readBalance(ctx.db, registry.id)
  const sums = [...Map.groupBy(rows, actOf).values()].map(sumCents)
  return {
    lines,
    came: sums.reduce((all, cents) => all + Math.max(0, cents), 0),
    went: sums.reduce((all, cents) => all + Math.max(0, -cents), 0),
    balance,
    free: readyBalance(money, 'ripe', term).available,
    waiting: waitingMoneyOf(money, money.accounts, term),
  }
}

/**
 * What happened, as its lines have it in common: a move has one for each gift, an order that is counted anew one for each
 * kind of its money. Only their sum came in or went out (R1050).
 */
function actOf({ id, created_at, order_id, line_id, payout_id, transfer_id }: StatementRow): string {
  if (payout_id !== null) return `line ${id}`
  return [created_at.getTime(), order_id, line_id, transfer_id].join()
}

/** Until when a guest's money waits; null for ripe money and for all other lines. */
function waitOf({ order_id, kind, cents, ...paid }: StatementRow, term: ReleaseTerm) {
  const isPaidIn = incomingKinds.includes(kind) && order_id !== null && cents > 0
  const ripe = ripeAt(paid, term)
  if (!isPaidIn || (ripe !== null && ripe <= term.now)) return { waits: null, free_on: null }
  return ripe === null
    ? { waits: 'payment' as const, free_on: null }
    : { waits: 'day' as const, free_on: dayInAthens(ripe) }
}

const incomingKinds: StatementRow['kind'][] = ['gift', 'contribution', 'gift_card', 'surplus']

function referenceOf(
  { certificate, order_id, receipt }: StatementRow,
  isOwner: boolean,
  { isReadOnly }: CustomerContext,
): string {
  if (certificate !== null) return cardCodeFor(certificate, { isOwner, isReadOnly }) ?? ''
  return receipt ?? (order_id === null ? '' : String(order_id))
}

interface StatementRow {
  id: number
  /** `lowered`: taken off a certificate because guests were refunded (R513). */
  kind: Tables['ledger']['kind'] | 'lowered'
  cents: Cents
  created_at: Date
  gift: string
  giver: string | null
  visibility: 'full' | 'initials' | 'anonymous' | null
  /** The certificate's code, once the shop has issued it. */
  certificate: string | null
  /** A guest's order, or one that was placed for the host. */
  order_id: number | null
  line_id: number | null
  payout_id: number | null
  transfer_id: number | null
  /** Taken by a payout that the shop has not made yet. */
  isWaiting: boolean
  receipt: string | null
  /** When a guest's order was paid; null for other lines and unpaid orders. */
  paidAt: Date | null
  heldUntil: Date | null
}

/** Lines of a registry's money, oldest first, without goods. Parts that left together are one line. */
export async function findStatementRows(
  db: Db,
  registryId: number,
  language: Language,
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select line.id, line.kind, line.cents, line.created_at, line.line_id, line.payout_id, line.transfer_id,
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
