import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** Events of an order; acts of staff are in the audit. */
const orderEvents = [
  'taken',
  'ordered',
  'paid',
  'refunded',
  'withdrawn',
  'sent',
  'returned',
  'thanked',
] as const
type OrderEvent = (typeof orderEvents)[number]

interface OrderFact {
  at: Date
  event: OrderEvent
  /** Code of the registry; null for the order as a whole. */
  registry: string | null
  cents: number | null
}

const maxFacts = 200

/** The earliest first. A receipt's id is below zero (R967). */
export async function findOrderFacts(db: Db, orderId: number): Promise<OrderFact[]> {
  const { rows } = await sql<OrderFact>`
    with line as (
      select registry_id, handoff_id, ordered_at, thanked_at from purchase where order_id = ${orderId}),
    taken as (
      select id, registry_id, created_at, cancel_requested_at from handoff
      where id in (select handoff_id from line) and not made_by_staff)
    select at, event, registry.code as registry, cents from (
      select created_at as at, 'taken' as event, registry_id, null::bigint as cents from taken
      union all select min(ordered_at), 'ordered', null, null from line having count(*) > 0
      union all select coalesce(first_paid_at, paid_at), 'paid', null, null from order_payment
        where order_id = ${orderId} and coalesce(first_paid_at, paid_at) is not null
      union all select created_at, 'refunded', registry_id, -sum(cents) from ledger
        where order_id = ${orderId} and cause not like '% unplaced %'
        group by created_at, registry_id having sum(cents) < 0
      union all select cancel_requested_at, 'withdrawn', registry_id, null from taken
        where cancel_requested_at is not null
      union all select sent_at, 'sent', registry_id, null from delivery
        where order_id = ${orderId} and sent_at is not null
      union all select returned_at, 'returned', registry_id, cents from returned_unit where order_id = ${orderId}
      union all select min(thanked_at), 'thanked', registry_id, null from line
        where thanked_at is not null group by registry_id) fact
    left join registry on registry.id = registry_id
    order by at, array_position(${[...orderEvents]}::text[], event), registry limit ${maxFacts}`.execute(db)
  return rows
}

/** The registries of an order's gifts, by the id of the first line. */
export async function findOrderRegistries(db: Db, orderId: number): Promise<{ id: number; code: string }[]> {
  const { rows } = await sql<{ id: number; code: string }>`
    select registry.id, code from registry join (
      select registry_id, min(line_id) as first from purchase where order_id = ${orderId} group by registry_id
    ) bought on registry_id = registry.id order by first`.execute(db)
  return rows
}

export interface OutboxLetter {
  id: number
  template: string
  channel: 'mail' | 'sms'
  recipient: string
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  error: string | null
  /** Whether it can be sent as it was: sent letters are stored without their contents. */
  has_contents: boolean
  created_at: Date
  sent_at: Date | null
}

/** Letters whose cause is one of these names, `order` and the order's id. */
const letterCauses = ['gift-given', 'gift-thanks', 'gift-returned', 'gift-refunded']

export async function findOrderLetters(db: Db, orderId: number): Promise<OutboxLetter[]> {
  const prefixes = letterCauses.map(name => `${name}:order:${orderId}:`)
  const { rows } = await sql<OutboxLetter>`
    select outbox.id, template, channel, recipient, state, attempts, error, props <> '{}' as has_contents, created_at, sent_at
    from unnest(${prefixes}::text[]) as prefix (start)
    join outbox on cause >= start and cause < start || '~'
    order by outbox.id limit ${maxFacts}`.execute(db)
  return rows
}
