import { sql } from 'kysely'
import {
  type InvariantQueries,
  type InvariantScope,
  type InvariantViolation,
  isInScope,
} from './scope-data.ts'

/** Money that has bought something is not money (R1160). */
export function worthInvariants(scope: InvariantScope): InvariantQueries {
  const ofLedger = isInScope(scope, 'ledger.registry_id')
  const ofPurchase = isInScope(scope, 'purchase.registry_id')
  // These are of no registry.
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
