import { type RawBuilder, type Sql, sql } from 'kysely'
import { askPrepared } from '../../server/postgres/prepared.ts'
import type { Db } from '../../server/postgres/tables.ts'

export type InvariantViolations = Record<string, InvariantViolation[]>

/**
 * Rows that break an invariant of counting, by the invariant's sentence; empty when all is sound (R520, invariants).
 * With a registry id, only credits of its gifts are checked. Gifts in the recredit queue are left out, as a job is
 * about to credit them. `payoutDays` is how long money had to wait at least when it left (R511). It reads whole tables:
 * for small databases only.
 */
export async function findInvariantViolations(
  db: Db,
  registryId: number | null = null,
  payoutDays = 0,
): Promise<InvariantViolations> {
  const scope = { registryIds: null, creditsOf: registryId, payoutDays }
  return execute(db, { ...moneyInvariants(scope), ...letterInvariants(null), ...amountInvariants })
}

/** The same for these registries only, by indexes. */
export function findRegistryViolations(db: Db, registryIds: number[]): Promise<InvariantViolations> {
  return execute(db, moneyInvariants({ registryIds, creditsOf: null, payoutDays: 0 }))
}

/** The same for e-mails with ids above `after` and up to `to`. */
export function findLetterViolations(
  db: Db,
  range: { after: number; to: number },
): Promise<InvariantViolations> {
  return execute(db, letterInvariants(range))
}

/** Columns for money whose type isn't whole cents. */
export function findAmountViolations(db: Db): Promise<InvariantViolations> {
  return execute(db, amountInvariants)
}

function moneyInvariants(scope: InvariantScope): InvariantQueries {
  return {
    ...ledgerInvariants(scope),
    ...creditInvariants(scope),
    ...payoutInvariants(scope),
    ...balanceInvariants(scope),
    ...worthInvariants(scope),
  }
}

/**
 * All in one statement: each is small, and the way to the database would take longer. It is prepared, because planning it
 * takes ten times as long as looking through some registries.
 */
async function execute(db: Db, queries: InvariantQueries): Promise<InvariantViolations> {
  const parts = Object.entries(queries).map(
    ([invariant, query]) => sql`select ${sql.lit(invariant)} as invariant, row_to_json(violation) as row
      from (${query}) violation`,
  )
  const rows = await askPrepared(
    db,
    sql<{ invariant: string; row: InvariantViolation }>`${sql.join(parts, sql` union all `)}`,
  )
  const broken = Map.groupBy(rows, ({ invariant }) => invariant)
  return Object.fromEntries([...broken].map(([invariant, found]) => [invariant, found.map(({ row }) => row)]))
}

/** Money that has bought something is not money (R1160, what a line may become). */
function worthInvariants(scope: InvariantScope): InvariantQueries {
  const ofLedger = isInScope(scope, 'ledger.registry_id')
  const ofPurchase = isInScope(scope, 'purchase.registry_id')
  // These rows belong to no registry.
  const isWhole = scope.registryIds === null ? sql`true` : sql`false`
  return {
    'only lines of money bring money': sql<InvariantViolation>`
      select purchase.registry_id, purchase.order_id, purchase.line_id, purchase.gift_id, booked.cents
      from purchase cross join lateral (
        select coalesce(sum(ledger.cents), 0)::int as cents from ledger
        where ledger.order_id = purchase.order_id and ledger.line_id = purchase.line_id
          and account <> 'goods') booked
      where ${ofPurchase} and booked.cents <> case when is_money and state = 'paid' then purchase.cents else 0 end`,
    'goods become money only as units that were booked back in': sql<InvariantViolation>`
      select ledger.registry_id, ledger.gift_id, ledger.source_order_id, -sum(ledger.cents)::int as cents from ledger
      where ${ofLedger} and kind = 'moved' and account = 'goods'
      group by ledger.registry_id, ledger.gift_id, ledger.source_order_id
      having -sum(ledger.cents) > (select coalesce(sum(cents), 0) from returned_unit
        where returned_unit.gift_id = ledger.gift_id and returned_unit.order_id = ledger.source_order_id)`,
    'units that were taken off an order are money as far as staff released them': sql<InvariantViolation>`
      select purchase.registry_id, purchase.order_id, purchase.line_id, purchase.gift_id, purchase.cents
      from purchase where ${ofPurchase} and line_id < 0 and purchase.cents > (
        select coalesce(sum(cents), 0) from freed_unit
        where freed_unit.order_id = purchase.order_id and freed_unit.line_id = -purchase.line_id)`,
    'no order is more money than was paid for it': sql<InvariantViolation>`
      select purchase.order_id, sum(purchase.cents)::int as cents, payment.most_money_cents
      from purchase join order_payment payment using (order_id)
      where is_money and purchase.state = 'paid' and not payment.is_disputed and purchase.order_id in (
        select order_id from purchase where ${ofPurchase})
      group by purchase.order_id, payment.most_money_cents
      having sum(purchase.cents) > payment.most_money_cents`,
    'a line that became a gift card of its buyer counts for nothing else': sql<InvariantViolation>`
      select purchase.registry_id, purchase.order_id, purchase.line_id, purchase.gift_id, purchase.cents
      from purchase join line_certificate using (order_id, line_id)
      where ${ofPurchase} and purchase.state <> 'void' and line_certificate.state <> 'failed'`,
    'a gift card of a line is worth what is left of the line, or about to be': sql<InvariantViolation>`
      select order_id, line_id, cents, refunded_cents, due_cents from line_certificate
      where ${isWhole} and state = 'done' and next_attempt_at is null
        and cents - refunded_cents - lost_cents > due_cents`,
    'no order is more gift cards and money than was paid for it': sql<InvariantViolation>`
      select order_id, sum(due_cents)::int + given.cents as cents, payment.most_money_cents
      from line_certificate join order_payment payment using (order_id)
      cross join lateral (select coalesce(sum(purchase.cents), 0)::int as cents from purchase
        where purchase.order_id = payment.order_id and is_money and purchase.state = 'paid') given
      where ${isWhole} and line_certificate.state <> 'failed' and not payment.is_disputed
      group by order_id, given.cents, payment.most_money_cents
      having sum(due_cents) + given.cents > payment.most_money_cents`,
    'an order that was placed for a host never counts': sql<InvariantViolation>`
      select purchase.registry_id, purchase.order_id, purchase.line_id, purchase.gift_id from purchase
      where ${ofPurchase} and purchase.state <> 'void'
        and exists (select from payout where method = 'order' and shop_id = purchase.order_id)`,
    'what can be paid out was paid, has bought nothing, and was not paid out': sql<InvariantViolation>`
      select open.registry_id, open.cents::int, paid.cents::int as paid, units.cents::int as released, gone.cents::int as paid_out
      from (select registry_id, sum(cents) as cents from ledger where ${ofLedger} and account <> 'goods'
        group by registry_id) open
      cross join lateral (select coalesce(sum(purchase.cents), 0) as cents from purchase
        where purchase.registry_id = open.registry_id and is_money and purchase.state = 'paid') paid
      cross join lateral (select coalesce(sum(units.cents), 0) as cents from returned_unit units
        where units.registry_id = open.registry_id) units
      cross join lateral (select coalesce(sum(payout.cents - refunded_cents), 0) as cents from payout
        where payout.registry_id = open.registry_id and payout.state <> 'failed') gone
      where open.cents > paid.cents + units.cents - gone.cents`,
  }
}

/** Money that came in is the sum of the ledger (R506, R520 invariants). */
function ledgerInvariants(scope: InvariantScope): InvariantQueries {
  const ofScope = isInScope(scope, 'purchase.registry_id')
  return {
    'sold equals the sum of the ledger: each order line, its paid cents': sql<InvariantViolation>`
      select purchase.registry_id, purchase.order_id, purchase.line_id, purchase.gift_id,
        case when state = 'paid' then purchase.cents else 0 end as paid, booked.cents as ledger
      from purchase cross join lateral (
        select coalesce(sum(ledger.cents), 0)::int as cents from ledger
        where ledger.order_id = purchase.order_id and ledger.line_id = purchase.line_id) booked
      where ${ofScope} and booked.cents <> case when state = 'paid' then purchase.cents else 0 end`,
    'sold equals the sum of the ledger: each kind, what is credited': sql<InvariantViolation>`
      select purchase.registry_id, purchase.order_id, purchase.line_id, purchase.gift_id, due.kind,
        due.cents as due, booked.cents as ledger
      from purchase
      cross join lateral (values
        ('gift'::ledger_kind, case when not is_money then purchase.cents when purchase.kind = 'units' then credited_cents else 0 end),
        ('contribution', case when purchase.kind = 'contribution' then credited_cents else 0 end),
        ('gift_card', case when purchase.kind = 'gift_card' then credited_cents else 0 end),
        ('surplus', case when is_money then purchase.cents - credited_cents else 0 end)) due (kind, cents)
      cross join lateral (
        select coalesce(sum(ledger.cents), 0)::int as cents from ledger
        where ledger.order_id = purchase.order_id and ledger.line_id = purchase.line_id
          and ledger.kind = due.kind) booked
      where ${ofScope} and state = 'paid' and booked.cents <> due.cents`,
    'sold equals the sum of the ledger: each ledger line has its purchase': sql<InvariantViolation>`
      select registry_id, id as ledger_line, order_id, line_id, cents from ledger
      where ${isInScope(scope, 'ledger.registry_id')}
        and kind in ('gift', 'contribution', 'gift_card', 'surplus') and order_id is not null
        and (select count(*) from purchase
          where purchase.order_id = ledger.order_id and purchase.line_id = ledger.line_id) = 0`,
    'a receipt of the till counts until it is taken back': sql<InvariantViolation>`
      select receipt.registry_id, receipt.id as receipt, purchase.line_id, purchase.gift_id, purchase.state
      from till_receipt receipt left join purchase on purchase.order_id = -receipt.id
      where ${isInScope(scope, 'receipt.registry_id')}
        and purchase.state is distinct from case when reversed_at is null then 'paid'::purchase_state else 'void' end`,
    'no ledger cause occurs twice': sql<InvariantViolation>`
      select registry_id, id as ledger_line, cause from ledger
      where ${isInScope(scope, 'ledger.registry_id')} and exists (
        select from ledger other where other.cause = ledger.cause and other.id <> ledger.id)`,
  }
}

/** Gifts are credited up to their quantity or price (R507). */
function creditInvariants(scope: InvariantScope): InvariantQueries {
  // Per order. Refunded goods that hosts had returned took no surplus with them (R1051).
  const surplusSpent = sql<number>`(select coalesce(sum(greatest(0, -change)), 0) from (
    select sum(cents) filter (where not (kind = 'moved' and cents < 0 and exists (
      select from ledger goods where goods.transfer_id = line.transfer_id and goods.account = 'goods'))) as change
    from ledger line where gift_id = gift.id and order_id is null and account = 'change'
    group by source_order_id) of_order)`
  const { creditsOf } = scope
  const ofCredits = creditsOf === null ? sql`true` : sql`gift.registry_id = ${creditsOf}`
  return {
    'credited units and cents: all that fits quantity and price, and no more': sql<InvariantViolation>`
      select gift.registry_id, gift.id as gift_id, given.credited_units as units, given.credited_cents as cents
      from gift
      cross join lateral (
        select count(*) as lines, sum(credited_units)::int as credited_units, sum(credited_cents)::int as credited_cents,
          coalesce(sum(credited_cents) filter (where kind = 'contribution'), 0) as shares,
          coalesce(sum(cents) filter (where kind = 'contribution'), 0) as paid_shares,
          coalesce(sum(credited_units) filter (where kind = 'units'), 0) as whole,
          coalesce(sum(units) filter (where kind = 'units'), 0) as paid_whole
        from purchase where purchase.gift_id = gift.id and state = 'paid') given
      left join product on product.id = gift.product_id left join variant on variant.id = gift.variant_id
      where ${isInScope(scope, 'gift.registry_id')} and ${ofCredits} and given.lines > 0
        and not exists (select from recredit_queue where recredit_queue.gift_id = gift.id)
        and case when gift.is_group
          then given.whole > 1 or given.shares <> case when given.whole > 0 then 0 else greatest(0, least(
            gift_price(gift, product, variant)
              - (select coalesce(sum(cents), 0) from ledger
                  where gift_id = gift.id and kind = 'moved' and account = 'gift'),
            given.paid_shares - ${surplusSpent})) end
          else given.whole <> least(gift.quantity, given.paid_whole) and ${surplusSpent} = 0 end`,
    'credited units and cents: of paid purchases alone, and within what was paid': sql<InvariantViolation>`
      select registry_id, order_id, line_id, gift_id from purchase
      where ${isInScope(scope, 'purchase.registry_id')}
        and (state <> 'paid' or credited_units > units or credited_cents > cents)
        and credited_units + credited_cents > 0`,
    'no purchase has negative amounts': sql<InvariantViolation>`
      select registry_id, order_id, line_id, gift_id from purchase
      where ${isInScope(scope, 'purchase.registry_id')}
        and (units < 0 or cents < 0 or credited_units < 0 or credited_cents < 0)`,
  }
}

/**
 * Each payout and transfer is in the ledger with its amount, and nothing else has left (R605, no amount leaves twice).
 */
function payoutInvariants(scope: InvariantScope): InvariantQueries {
  const ofPayout = isInScope(scope, 'payout.registry_id')
  const ofLedger = isInScope(scope, 'ledger.registry_id')
  return {
    'each payout and each transfer agrees with its ledger lines': sql<InvariantViolation>`
      select payout.registry_id, payout.id, payout.cents, payout.state::text, coalesce(sum(ledger.cents), 0)::int as ledger
      from payout left join ledger on ledger.payout_id = payout.id and ledger.registry_id = payout.registry_id
      where ${ofPayout}
      group by payout.id having coalesce(sum(ledger.cents), 0) <> case when state = 'failed' then 0 else payout.refunded_cents - payout.cents end
      union all
      select transfer.registry_id, transfer.id, transfer.cents, 'moved', coalesce(sum(ledger.cents), 0)::int
      from transfer left join ledger on ledger.transfer_id = transfer.id
      where ${isInScope(scope, 'transfer.registry_id')}
      group by transfer.id having coalesce(sum(ledger.cents), 0) <> 0
        or coalesce(sum(ledger.cents) filter (where ledger.cents > 0), 0) <> transfer.cents`,
    'collected equals redeemed plus issued plus open': sql<InvariantViolation>`
      select ledger.registry_id, sum(ledger.cents) filter (where order_id is null)::int as ledger,
        (select coalesce(sum(refunded_cents - cents), 0)::int from payout
          where payout.registry_id = ledger.registry_id and state <> 'failed') as payouts
      from ledger where ${ofLedger} group by ledger.registry_id
      having coalesce(sum(ledger.cents) filter (where order_id is null), 0) <> (
        select coalesce(sum(refunded_cents - cents), 0) from payout
        where payout.registry_id = ledger.registry_id and state <> 'failed')`,
    'each payout has a code of its own, and each closing number one payout': sql<InvariantViolation>`
      select payout.registry_id, payout.id, payout.closing_number from payout
      where ${ofPayout} and exists (
        select from payout other where other.registry_id = payout.registry_id and other.id <> payout.id
          and (other.code = payout.code or other.closing_number = payout.closing_number))`,
    'what is in the registry again of a certificate was taken off it': sql<InvariantViolation>`
      select payout.registry_id, payout.id, refunded_cents, coalesce(sum(lowering.cents), 0)::int as lowered from payout
      left join certificate_lowering lowering on lowering.payout_id = payout.id and lowering.state = 'done'
      where ${ofPayout} and method = 'certificate' group by payout.id
      having refunded_cents <> coalesce(sum(lowering.cents), 0)`,
    'no cent leaves before its order is paid, and before its days are over': sql<InvariantViolation>`
      select ledger.registry_id, ledger.id as ledger_line, ledger.payout_id, ledger.source_order_id, ledger.cents
      from ledger join payout on payout.id = ledger.payout_id
      left join order_payment payment on payment.order_id = ledger.source_order_id
      left join gift on gift.id = payout.gift_id left join product on product.id = gift.product_id
      where ${ofLedger} and ledger.kind in ('certificate', 'redeemed') and ledger.source_order_id is not null
        and payout.state <> 'failed'
        and (payment.first_paid_at is null or payout.created_at < payment.first_paid_at + make_interval(days =>
          case when payout.method = 'order' and product.type = 'physical' then 0 else ${scope.payoutDays}::int end))`,
  }
}

/** SQL: lines that gave money back to guests, or to the registry. */
const isBack = sql<boolean>`(cents < 0 and (order_id is not null or kind = 'returned'))`

/** What is left after payouts (R615, negative balance), and what closings paid (R611). */
function balanceInvariants(scope: InvariantScope): InvariantQueries {
  const ofLedger = isInScope(scope, 'ledger.registry_id')
  const ofClosing = isInScope(scope, 'closing.registry_id')
  return {
    'a balance is negative only where an order was refunded': sql<InvariantViolation>`
      select registry_id, (sum(cents) filter (where account <> 'goods'))::int as cents from ledger
      where ${ofLedger} group by registry_id
      having sum(cents) filter (where account <> 'goods') < 0 and count(*) filter (where ${isBack}) = 0`,
    'no money of an order leaves twice': sql<InvariantViolation>`
      select registry_id, order_id, sum(cents)::int as cents from (
        select registry_id, coalesce(order_id, source_order_id) as order_id, account, cents,
          bool_or(${isBack}) over (partition by registry_id) as has_refunds
        from ledger where ${ofLedger}) line
      where account <> 'goods' and order_id is not null and not has_refunds
      group by registry_id, order_id having sum(cents) < 0`,
    'closed registries with money are among those that may have late money': sql<InvariantViolation>`
      select registry_id, sum(cents)::int as cents from ledger
      where account <> 'goods' and ${ofLedger}
        and exists (select from closing where closing.registry_id = ledger.registry_id)
        and not exists (select from late_money where late_money.registry_id = ledger.registry_id)
      group by registry_id having sum(cents) > 0`,
    'each closing number has one payment, of its amount': sql<InvariantViolation>`
      select closing.registry_id, closing.number, closing.cents from closing
      left join payout on payout.registry_id = closing.registry_id and payout.closing_number = closing.number
      where ${ofClosing} and closing.cents <> coalesce(payout.cents, 0)`,
    'no hand-off after closing': sql<InvariantViolation>`
      select registry_id, id as hand_off from handoff
      where ${isInScope(scope, 'handoff.registry_id')} and not made_by_staff and (created_at at time zone 'Europe/Athens')::date >
        (select closing_day from registry where registry.id = handoff.registry_id)`,
  }
}

/** E-mails are sent once and keep their Message-ID; `after` and `to` are ids of the outbox. */
function letterInvariants(range: { after: number; to: number } | null): InvariantQueries {
  const ofRange = range ? sql`outbox.id > ${range.after} and outbox.id <= ${range.to}` : sql`true`
  return {
    'every sent e-mail has a time, and no cause or Message-ID is used twice': sql<InvariantViolation>`
      select outbox.id as letter, outbox.template from outbox
      where ${ofRange} and ((state = 'sent' and sent_at is null)
        or exists (select from outbox other where other.cause = outbox.cause and other.id <> outbox.id)
        or exists (select from outbox other where other.message_id = outbox.message_id and other.id <> outbox.id))`,
  }
}

/** Amounts are whole cents by the types of their columns. */
const amountInvariants: InvariantQueries = {
  'money is whole cents': sql<InvariantViolation>`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = current_schema() and column_name ~ '(^|_)cents$'
      and data_type not in ('integer', 'bigint')`,
}

/** `gift_id` where recrediting the gift may repair it. */
interface InvariantViolation {
  gift_id?: number | null
  [column: string]: unknown
}

type InvariantQueries = Record<string, RawBuilder<InvariantViolation>>

interface InvariantScope {
  /** Null for all registries: only for small databases. */
  registryIds: number[] | null
  /** The registry whose gifts' credits are checked; null for all in the scope. */
  creditsOf: number | null
  /** Days that money had to wait at least when it left (R511). */
  payoutDays: number
}

/** A condition on the registry's id that indexes can serve. */
function isInScope({ registryIds }: InvariantScope, column: string): RawBuilder<Sql> {
  return registryIds === null ? sql`true` : sql`${sql.ref(column)} = any(${registryIds}::bigint[])`
}
