import { sql } from 'kysely'
import * as z from 'zod/mini'
import { positiveId } from '../base/fields.ts'
import type { Language } from '../base/language.ts'
import { formatGiverName } from '../checkout/mark.rules.ts'
import type { StaffContext } from '../server/context/request-context.ts'
import { staffCall, staffRead } from '../server/context/staff-call.ts'
import type { Visibility } from '../server/postgres/tables.generated.ts'
import type { Db } from '../server/postgres/tables.ts'
import { recordView } from './audit.ts'
import { cutPage } from './paging.rules.ts'
import { staffRegistryAddress } from './registry/registry.rules.ts'
import { formatAddressLines, registryForStaff } from './registry/registry.ts'

export const calls = {
  deliveries: staffRead('support', { after: z.optional(positiveId) }, listDeliveries),
  delivery: staffCall('support', { registry: staffRegistryAddress }, showDelivery),
}

const registriesPerPage = 50
/** More than fits into any parcel. */
const maxLines = 300

/** Registries with paid goods for their hosts that have not left, the longest waiting first. */
async function listDeliveries({ after = 0 }: { after?: number | undefined }, { db }: StaffContext) {
  const rows = await findWaitingRegistries(db, after, registriesPerPage + 1)
  const { shown, next } = cutPage(rows, registriesPerPage, ({ order_id }) => order_id)
  return { registries: shown, next }
}

/** What waits to be delivered to the hosts of a registry, with today's address and the givers' words; audited. */
async function showDelivery({ registry }: { registry: string }, ctx: StaffContext) {
  const row = await registryForStaff(ctx, registry)
  await recordView(ctx.db, ctx, { action: 'registry_opened', registryId: row.id })
  const lines = await findWaitingLines(ctx.db, row.id, ctx.language, maxLines + 1)
  const { shipping_address: address } = row
  return {
    code: row.code,
    name: row.registry_name,
    address: address && [`${row.name} ${row.surname}`, ...formatAddressLines(address, ctx.language)],
    orders: groupLines(lines.slice(0, maxLines), line => line.order_id, toOrder),
    limit: maxLines,
    is_cut: lines.length > maxLines,
  }
}

function groupLines<Group>(
  lines: WaitingLineRow[],
  by: (line: WaitingLineRow) => number,
  toGroup: (id: number, first: WaitingLineRow, lines: WaitingLineRow[]) => Group,
): Group[] {
  return [...Map.groupBy(lines, by)].flatMap(([id, all]) => (all[0] ? [toGroup(id, all[0], all)] : []))
}

function toOrder(id: number, { ordered_at, for_hosts }: WaitingLineRow, lines: WaitingLineRow[]) {
  return {
    id,
    ordered_at,
    /** The shop did not say whether it goes to the hosts. */
    is_unsure: for_hosts === null,
    /** Staff may have placed a line with another giver and message: then it is of another hand-off (R964). */
    parts: groupLines(lines, line => line.handoff_id, toPart),
  }
}

function toPart(id: number, { giver_name, visibility }: WaitingLineRow, lines: WaitingLineRow[]) {
  return {
    id,
    /** As the giver wishes to appear; empty for anonymous. */
    giver: formatGiverName(giver_name, visibility),
    lines: lines.map(({ name, sku, units, message }) => ({ name, sku, units, message })),
  }
}

const isWaiting = (delivery: string) =>
  sql`${sql.ref(`${delivery}.sent_at`)} is null and ${sql.ref(`${delivery}.for_hosts`)} is not false`

interface WaitingRow {
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

/** Registries with waiting orders, by their oldest one; `after` is the last order of the page before. */
async function findWaitingRegistries(db: Db, after: number, max: number): Promise<WaitingRow[]> {
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

interface WaitingLineRow {
  order_id: number
  ordered_at: Date
  for_hosts: boolean | null
  handoff_id: number
  giver_name: string | null
  visibility: Visibility
  message: string | null
  units: number
  sku: string
  name: string
}

/** Oldest order first. */
async function findWaitingLines(db: Db, registryId: number, language: Language, max: number) {
  const { rows } = await sql<WaitingLineRow>`
    select delivery.order_id, delivery.ordered_at, for_hosts, handoff_id, giver_name, visibility, purchase.message,
      units, gift.sku, coalesce(text.name, '') as name
    from delivery join purchase using (order_id, registry_id) join gift on gift.id = purchase.gift_id
    left join product_text_in(${language}) as text on text.product_id = gift.product_id
    where delivery.registry_id = ${registryId} and ${isWaiting('delivery')} and kind = 'units' and state = 'paid'
    order by delivery.order_id, line_id limit ${max}`.execute(db)
  return rows
}
