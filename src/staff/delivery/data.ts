import { sql } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { Visibility } from '../../server/postgres/tables.generated.ts'
import type { Db } from '../../server/postgres/tables.ts'

const isWaiting = (delivery: string) =>
  sql`${sql.ref(`${delivery}.sent_at`)} is null and ${sql.ref(`${delivery}.for_hosts`)} is not false`

export interface WaitingRow {
  /** The oldest of the registry's orders that wait. */
  order_id: number
  code: string
  name: string
  /** Today's postcode and city; null without an address. */
  place: string | null
  orders: number
  units: number
  since: Date
}

/** Registries with orders that wait, each by its oldest one, behind that order. */
export async function findWaitingRegistries(db: Db, after: number, max: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    with first as (
      select order_id, registry_id from delivery
      where ${isWaiting('delivery')} and order_id > ${after} and not exists (
        select from delivery earlier
        where earlier.registry_id = delivery.registry_id and earlier.order_id < delivery.order_id
          and ${isWaiting('earlier')})
      order by order_id limit ${max})
    select first.order_id, code, registry_name as name, waiting.orders, waiting.units, waiting.since,
      (shipping_address ->> 'postcode') || ' ' || (shipping_address ->> 'city') as place
    from first join registry on registry.id = first.registry_id
    cross join lateral (
      select count(distinct delivery.order_id) as orders, coalesce(sum(units), 0) as units, min(delivery.ordered_at) as since
      from delivery left join purchase on purchase.order_id = delivery.order_id
        and purchase.registry_id = delivery.registry_id and kind = 'units' and state = 'paid'
      where delivery.registry_id = first.registry_id and ${isWaiting('delivery')}
    ) as waiting
    order by first.order_id`.execute(db)
  return rows
}

export interface WaitingLineRow {
  order_id: number
  ordered_at: Date
  for_hosts: boolean | null
  giver_name: string | null
  visibility: Visibility
  message: string | null
  units: number
  sku: string
  name: string
}

/** The lines of a registry that wait to be delivered, oldest order first. */
export async function findWaitingLines(
  db: Db,
  registryId: number,
  language: Language,
  max: number,
): Promise<WaitingLineRow[]> {
  const { rows } = await sql<WaitingLineRow>`
    select delivery.order_id, delivery.ordered_at, for_hosts, giver_name, visibility, purchase.message, units, gift.sku,
      coalesce(text.name, '') as name
    from delivery join purchase using (order_id, registry_id) join gift on gift.id = purchase.gift_id
    left join product_text_in(${language}) as text on text.product_id = gift.product_id
    where delivery.registry_id = ${registryId} and ${isWaiting('delivery')} and kind = 'units' and state = 'paid'
    order by delivery.order_id, line_id limit ${max}`.execute(db)
  return rows
}
