import { sql } from 'kysely'
import type { Db } from '../server/tables.ts'

/** Each invariant of faults.md as a query for what breaks it. */
const breaking = (registryId: number | null) => ({
  'I1 the ledger of an order line is the money that stands there': sql`
    select purchase.order_id, purchase.line_id,
      case when state = 'paid' then purchase.cents else 0 end as stands, coalesce(sum(ledger.cents), 0)::int as ledger
    from purchase left join ledger using (order_id, line_id)
    group by purchase.order_id, purchase.line_id
    having coalesce(sum(ledger.cents), 0) <> case when state = 'paid' then purchase.cents else 0 end`,
  'I1 nothing in the ledger without its purchase': sql`
    select id from ledger where not exists (
      select from purchase where purchase.order_id = ledger.order_id and purchase.line_id = ledger.line_id)`,
  'I1 the ledger says surplus for what is not credited': sql`
    select purchase.order_id, purchase.line_id from purchase left join ledger
      on ledger.order_id = purchase.order_id and ledger.line_id = purchase.line_id and ledger.kind = 'surplus'
    where state = 'paid' group by purchase.order_id, purchase.line_id
    having coalesce(sum(ledger.cents), 0) <> purchase.cents - purchase.credited_cents`,
  'I2 no more units are credited than wished for': sql`
    select gift.id from gift join purchase on purchase.gift_id = gift.id
    where not is_group and (gift.registry_id = ${registryId} or ${registryId}::bigint is null) and purchase.state = 'paid' group by gift.id having sum(credited_units) > gift.quantity`,
  'I2 no more cents are credited than the price': sql`
    select gift.id from gift join purchase on purchase.gift_id = gift.id
    left join product on product.id = gift.product_id left join variant on variant.id = gift.variant_id
    where is_group and (gift.registry_id = ${registryId} or ${registryId}::bigint is null) and purchase.state = 'paid' group by gift.id, variant.price_cents, product.price_cents
    having sum(credited_cents) > coalesce(variant.price_cents, product.price_cents, gift.price_cents)`,
  'I2 only what is paid is credited': sql`
    select order_id, line_id from purchase where state <> 'paid' and credited_units + credited_cents > 0`,
  'I4 no cause twice': sql`select cause from ledger group by cause having count(*) > 1`,
  'I5 no hand-off begins after closing': sql`
    select handoff.id from handoff join registry on registry.id = handoff.registry_id
    where (handoff.created_at at time zone 'Europe/Athens')::date > registry.closing_day`,
  'I7 nothing is below nothing': sql`
    select order_id from purchase where units < 0 or cents < 0 or credited_units < 0 or credited_cents < 0`,
})

/**
 * Whatever breaks an invariant of counting, by its name: nothing in a sound database. For the gifts of one registry
 * alone, or of all.
 */
export async function brokenInvariants(
  db: Db,
  registryId: number | null = null,
): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(breaking(registryId))) {
    const { rows } = await query.execute(db)
    if (rows.length > 0) found[name] = rows
  }
  return found
}
