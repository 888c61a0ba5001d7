import { sql } from 'kysely'
import {
  type InvariantQueries,
  type InvariantScope,
  type InvariantViolation,
  isInScope,
} from './scope-data.ts'

/** Each payout and each transfer is in the ledger with its amount, and nothing else left (R605). */
export function payoutInvariants(scope: InvariantScope): InvariantQueries {
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

/** A line by which guests, or the registry, were given money back. */
const isBack = sql<boolean>`(cents < 0 and (order_id is not null or kind = 'returned'))`

/** What is left after payouts, and what closings paid (R611, R615). */
export function balanceInvariants(scope: InvariantScope): InvariantQueries {
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

/** E-mails are sent once, and keep their Message-ID; `after` and `to` are ids of the outbox, or null for all. */
export function letterInvariants(range: { after: number; to: number } | null): InvariantQueries {
  const ofRange = range ? sql`outbox.id > ${range.after} and outbox.id <= ${range.to}` : sql`true`
  return {
    'every sent e-mail has a time, and no cause or Message-ID is used twice': sql<InvariantViolation>`
      select outbox.id as letter, outbox.template from outbox
      where ${ofRange} and ((state = 'sent' and sent_at is null)
        or exists (select from outbox other where other.cause = outbox.cause and other.id <> outbox.id)
        or exists (select from outbox other where other.message_id = outbox.message_id and other.id <> outbox.id))`,
  }
}

/** All amounts are whole cents by the type of their columns. */
export const amountInvariants: InvariantQueries = {
  'money is whole cents': sql<InvariantViolation>`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = current_schema() and column_name ~ '(^|_)cents$'
      and data_type not in ('integer', 'bigint')`,
}
