import { sql } from 'kysely'
import {
  type InvariantQueries,
  type InvariantScope,
  type InvariantViolation,
  isInScope,
} from './scope-data.ts'

/** Money that came in is the sum of the ledger (R506, R520). */
export function ledgerInvariants(scope: InvariantScope): InvariantQueries {
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
export function creditInvariants(scope: InvariantScope): InvariantQueries {
  // Of each order's money its own; what refunded goods took along that hosts had returned was no surplus (R1051).
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
