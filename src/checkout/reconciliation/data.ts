import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** A row that breaks an invariant; `gift_id` where recrediting the gift may repair it. */
export interface InvariantViolation {
  gift_id?: number | null
  [column: string]: unknown
}

type InvariantQueries = Record<string, RawBuilder<InvariantViolation>>

/** Money that came in is the sum of the ledger (R506, R520). */
function ledgerInvariants(): InvariantQueries {
  return {
    'sold equals the sum of the ledger: each order line, its paid cents': sql<InvariantViolation>`
      select purchase.order_id, purchase.line_id, purchase.gift_id,
        case when state = 'paid' then purchase.cents else 0 end as paid,
        coalesce(sum(ledger.cents), 0)::int as ledger
      from purchase left join ledger using (order_id, line_id)
      group by purchase.order_id, purchase.line_id
      having coalesce(sum(ledger.cents), 0) <> case when state = 'paid' then purchase.cents else 0 end`,
    'sold equals the sum of the ledger: each kind, what is credited': sql<InvariantViolation>`
      select purchase.order_id, purchase.line_id, purchase.gift_id, due.kind, due.cents as due,
        coalesce(sum(ledger.cents), 0)::int as ledger
      from purchase
      cross join lateral (values
        ('gift', case when purchase.kind = 'units' then credited_cents else 0 end),
        ('contribution', case when purchase.kind = 'contribution' then credited_cents else 0 end),
        ('gift_card', case when purchase.kind = 'gift_card' then credited_cents else 0 end),
        ('surplus', purchase.cents - credited_cents)) due (kind, cents)
      left join ledger on ledger.order_id = purchase.order_id and ledger.line_id = purchase.line_id
        and ledger.kind = due.kind
      where state = 'paid'
      group by purchase.order_id, purchase.line_id, due.kind, due.cents
      having coalesce(sum(ledger.cents), 0) <> due.cents`,
    'sold equals the sum of the ledger: each ledger line has its purchase': sql<InvariantViolation>`
      select id, order_id, line_id, cents from ledger where kind in ('gift', 'contribution', 'gift_card', 'surplus')
        and order_id is not null and not exists (
        select from purchase where purchase.order_id = ledger.order_id and purchase.line_id = ledger.line_id)`,
    'no ledger cause occurs twice': sql<InvariantViolation>`select cause from ledger group by cause having count(*) > 1`,
  }
}

/** Gifts are credited up to their quantity or price (R507). With a registry id, the gifts of that registry alone. */
function creditInvariants(registryId: number | null): InvariantQueries {
  const surplusSpent = sql<number>`(select greatest(0, -coalesce(sum(cents), 0)) from ledger
    where gift_id = gift.id and order_id is null and account = 'change')`
  const isInScope = sql<boolean>`(${registryId}::bigint is null or gift.registry_id = ${registryId})`
  return {
    'credited units and cents: all that fits quantity and price, and no more': sql<InvariantViolation>`
      select gift.id as gift_id, sum(credited_units)::int as units, sum(credited_cents)::int as cents
      from gift join purchase on purchase.gift_id = gift.id and purchase.state = 'paid'
      left join product on product.id = gift.product_id left join variant on variant.id = gift.variant_id
      where ${isInScope} and gift.id not in (select gift_id from recredit_queue)
      group by gift.id, product.id, variant.id
      having case when gift.is_group
        then coalesce(sum(credited_cents) filter (where kind = 'contribution'), 0) <> greatest(0, least(
          gift_price(gift, product, variant)
            - (select coalesce(sum(cents), 0) from ledger
                where gift_id = gift.id and kind = 'moved' and account = 'gift'),
          coalesce(sum(purchase.cents) filter (where kind = 'contribution'), 0) - ${surplusSpent}))
        else coalesce(sum(credited_units) filter (where kind = 'units'), 0)
          <> least(gift.quantity, coalesce(sum(units) filter (where kind = 'units'), 0)) and ${surplusSpent} = 0 end`,
    'credited units and cents: of paid purchases alone, and within what was paid': sql<InvariantViolation>`
      select order_id, line_id, gift_id from purchase
      where (state <> 'paid' or credited_units > units or credited_cents > cents)
        and credited_units + credited_cents > 0`,
    'no purchase has negative amounts': sql<InvariantViolation>`
      select order_id, line_id, gift_id from purchase
      where units < 0 or cents < 0 or credited_units < 0 or credited_cents < 0`,
  }
}

/** Money that left agrees with the ledger (R605, R611). */
function payoutInvariants(payoutDays: number): InvariantQueries {
  return {
    'each payout and each transfer agrees with its ledger lines': sql<InvariantViolation>`
      select payout.id, payout.cents, payout.state, coalesce(sum(ledger.cents), 0)::int as ledger
      from payout left join ledger on ledger.payout_id = payout.id and ledger.registry_id = payout.registry_id
      group by payout.id having coalesce(sum(ledger.cents), 0) <> case when state = 'failed' then 0 else payout.refunded_cents - payout.cents end
      union all
      select transfer.id, transfer.cents, 'moved', coalesce(sum(ledger.cents), 0)::int
      from transfer left join ledger on ledger.transfer_id = transfer.id
      group by transfer.id having coalesce(sum(ledger.cents), 0) <> 0
        or coalesce(sum(ledger.cents) filter (where ledger.cents > 0), 0) <> transfer.cents`,
    'no cent leaves before its order is paid, and before its days are over': sql<InvariantViolation>`
      select ledger.id, ledger.payout_id, ledger.source_order_id, ledger.cents
      from ledger join payout on payout.id = ledger.payout_id
      left join order_payment payment on payment.order_id = ledger.source_order_id
      left join gift on gift.id = payout.gift_id left join product on product.id = gift.product_id
      where ledger.kind in ('certificate', 'redeemed') and ledger.source_order_id is not null and payout.state <> 'failed'
        and (payment.first_paid_at is null or payout.created_at < payment.first_paid_at + make_interval(days =>
          case when payout.method = 'order' and product.type = 'physical' then 0 else ${payoutDays}::int end))`,
    'a balance is negative only where an order was refunded': sql<InvariantViolation>`
      select registry_id, sum(cents)::int as cents from ledger where account <> 'goods'
      group by registry_id having sum(cents) < 0 and not exists (
        select from ledger back where back.registry_id = ledger.registry_id and back.cents < 0
          and (back.order_id is not null or back.kind = 'returned'))`,
    'each closing number has one payment, of its amount': sql<InvariantViolation>`
      select closing.registry_id, closing.number, closing.cents from closing
      left join payout on payout.registry_id = closing.registry_id and payout.closing_number = closing.number
      where closing.cents <> coalesce(payout.cents, 0)`,
  }
}

/** Hand-offs end at closing, and e-mails are sent once. */
function otherInvariants(): InvariantQueries {
  return {
    'no hand-off after closing': sql<InvariantViolation>`
      select handoff.id from handoff join registry on registry.id = handoff.registry_id
      where (handoff.created_at at time zone 'Europe/Athens')::date > registry.closing_day`,
    'every sent e-mail has a time, and no cause is sent twice': sql<InvariantViolation>`
      select cause from outbox group by cause having count(*) > 1 or bool_or(state = 'sent' and sent_at is null)`,
  }
}

/**
 * The rows that break an invariant of counting, by the invariant's sentence; empty when the database is sound (R520).
 * With a registry id, credits are checked for its gifts alone. Gifts in the recredit queue are left out, because a job
 * is about to credit them. `payoutDays` is how long money had to wait at least when it left (R511).
 */
export async function findInvariantViolations(
  db: Db,
  registryId: number | null = null,
  payoutDays = 0,
): Promise<Record<string, InvariantViolation[]>> {
  const queries = {
    ...ledgerInvariants(),
    ...creditInvariants(registryId),
    ...payoutInvariants(payoutDays),
    ...otherInvariants(),
  }
  const violations: Record<string, InvariantViolation[]> = {}
  for (const [invariant, query] of Object.entries(queries)) {
    const { rows } = await query.execute(db)
    if (rows.length > 0) violations[invariant] = rows
  }
  return violations
}
