import { sql } from 'kysely'
import { authorize } from '../base/app-error.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { toPageMeta } from '../base/fields.ts'
import type { Language } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import { tileColourOf } from '../catalogue/products.rules.ts'
import { formatGiverName } from '../checkout/mark.rules.ts'
import { addHistoryEntry } from '../registry/history.sql.ts'
import type { RegistryRow } from '../registry/registry.sql.ts'
import { registryFor } from '../registry/registry.ts'
import { refuseDuringSurprise } from '../registry/surprise.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext } from '../server/context/request-context.ts'
import { updateRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import type { PurchaseRow } from './orders.sql.ts'
import type { ThanksFilter } from './received.contract.ts'
import * as contract from './received.contract.ts'

export const calls: Handler[] = [
  handle(contract.listReceivedGifts, listReceivedGifts),
  handle(contract.thankGiver, thankGiver),
]

async function listReceivedGifts(input: ParsedOf<typeof contract.listReceivedGifts>, ctx: CustomerContext) {
  const { db, language } = ctx
  const { id } = await registryForHosts(input.registry_id, ctx)
  const filter = { registryId: id, show: input.show, giftId: input.gift_id }
  const page = { offset: (input.page - 1) * input.per_page, limit: input.per_page }
  const { total, ...sums } = await sumReceivedGifts(db, filter)
  return {
    data: (await findReceivedGifts(db, filter, language, page)).map(toReceivedGift),
    meta: {
      ...toPageMeta(input.page, input.per_page, total),
      ...sums,
      gifts: await findGivenGifts(db, id, language),
      weeks: await countOrdersByWeek(db, id),
    },
  }
}

/** Thanks are for a whole order, which has one giver (R518, gifts received). */
async function thankGiver(input: ParsedOf<typeof contract.thankGiver>, ctx: CustomerContext) {
  const { customer, now } = ctx
  const { id: registryId } = await registryForHosts(input.registry_id, ctx)
  const at = input.thanked ? now : null
  await ctx.db.transaction().execute(async tx => {
    authorize(await setOrderThanked(tx, { registryId, orderId: input.order_id, at }))
    // Without the giver's name, which they may still take back (R518).
    await addHistoryEntry(tx, { registryId, customerId: customer.id, what: 'thanked', at: now })
  })
  return { thanked_at: at?.toISOString() ?? null }
}

/** A registry for its owner or co-host. Throws `refused_missing` 404, and `registry_is_secret` 403 in surprise mode (R221). */
export async function registryForHosts(address: string, ctx: CustomerContext): Promise<RegistryRow> {
  const registry = await registryFor(ctx, address, 'edit')
  refuseDuringSurprise(registry, ctx)
  return registry
}

function toReceivedGift(row: ReceivedGiftRow) {
  return {
    order_id: row.order_id,
    line_id: row.line_id,
    gift_id: row.gift_id,
    product_id: row.product_id,
    name: row.name,
    image: row.image,
    tile: tileColourOf({ id: row.product_id, category_ids: row.category_ids }),
    kind: row.kind,
    is_group_gifting: row.kind === 'contribution',
    units: row.units,
    amount: row.cents,
    surplus: row.state === 'paid' && row.is_money ? row.cents - row.credited_cents : 0,
    second_units: row.state === 'paid' && !row.is_money ? row.units - row.credited_units : 0,
    state: row.state,
    giver: formatGiverName(row.giver_name, row.visibility),
    message: row.message,
    recovered: row.recovered,
    receipt: row.receipt,
    ordered_at: row.ordered_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    thanked_at: row.thanked_at?.toISOString() ?? null,
  }
}

interface ReceivedGiftRow extends PurchaseRow {
  name: string
  image: string | null
  product_id: number
  category_ids: number[]
  recovered: boolean
  sent_at: Date | null
  /** Number of the till receipt; null for an order. */
  receipt: string | null
}

interface ReceivedGiftFilter {
  registryId: number
  show: ThanksFilter
  giftId?: number | undefined
}

/** Leaves out receipts that were taken back, which were never the hosts' (R1028); void orders are shown. */
const isTheirs = sql`(purchase.order_id > 0 or purchase.state <> 'void')`

const matchesFilter = ({ registryId, show, giftId }: ReceivedGiftFilter) => sql`
  purchase.registry_id = ${registryId} and ${isTheirs}
  and (${giftId ?? null}::bigint is null or purchase.gift_id = ${giftId ?? null})
  and (${show} = 'all' or (purchase.state <> 'void' and (purchase.thanked_at is not null) = (${show} = 'thanked')))`

/** Newest first. */
async function findReceivedGifts(
  db: Db,
  filter: ReceivedGiftFilter,
  language: Language,
  page: { offset: number; limit: number },
): Promise<ReceivedGiftRow[]> {
  const { rows } = await sql<ReceivedGiftRow>`
    select purchase.*, gift.product_id,
      case when purchase.kind = 'units' and purchase.state = 'paid' then delivery.sent_at end as sent_at, till_receipt.number as receipt,
      handoff.recovered_at is not null and handoff.giver_name is null and handoff.message is null as recovered,
      coalesce(text.name, '') as name, product_image(product, variant) as image, coalesce(product.category_ids, '{}') as category_ids
    from purchase join gift on gift.id = purchase.gift_id join handoff on handoff.id = purchase.handoff_id
    left join delivery on delivery.order_id = purchase.order_id and delivery.registry_id = purchase.registry_id
    left join till_receipt on till_receipt.id = -purchase.order_id
    left join product on product.id = gift.product_id left join variant on variant.id = gift.variant_id
    left join product_text_in(${language}) text on text.product_id = gift.product_id
    where ${matchesFilter(filter)}
    order by purchase.ordered_at desc, purchase.order_id desc, purchase.line_id desc
    limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

/** Sums of the whole registry, whatever the filter. */
interface ReceivedSums {
  amount: Cents
  /** Orders that aren't void; those of them with a message; those not thanked for. */
  orders: number
  wishes: number
  unthanked: number
}

async function sumReceivedGifts(
  db: Db,
  filter: ReceivedGiftFilter,
): Promise<ReceivedSums & { total: number }> {
  const { rows } = await sql<ReceivedSums & { total: number }>`
    select count(*) filter (where ${matchesFilter(filter)}) as total,
      coalesce(sum(cents) filter (where state = 'paid'), 0)::int as amount,
      count(distinct order_id) filter (where state <> 'void') as orders,
      count(distinct order_id) filter (where state <> 'void' and message is not null) as wishes,
      count(distinct order_id) filter (where state <> 'void' and thanked_at is null) as unthanked
    from purchase where registry_id = ${filter.registryId}`.execute(db)
  return rows[0] ?? { total: 0, amount: 0, orders: 0, wishes: 0, unthanked: 0 }
}

/** Weeks of Athens without orders are left out. */
async function countOrdersByWeek(db: Db, registryId: number): Promise<{ monday: string; orders: number }[]> {
  const { rows } = await sql<{ monday: string; orders: number }>`
    select to_char(date_trunc('week', day), 'YYYY-MM-DD') as monday, count(*)::int as orders
    from (select min(ordered_at at time zone 'Europe/Athens') as day from purchase
      where registry_id = ${registryId} and state <> 'void' group by order_id) as one
    group by 1 order by 1`.execute(db)
  return rows
}

/** Gifts with purchases, in the hosts' order. */
async function findGivenGifts(
  db: Db,
  registryId: number,
  language: Language,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select gift.id, coalesce(text.name, '') as name
    from gift left join product_text_in(${language}) text on text.product_id = gift.product_id
    where exists (select from purchase where purchase.gift_id = gift.id and purchase.registry_id = ${registryId}
      and ${isTheirs})
    order by gift.position, gift.id`.execute(db)
  return rows
}

/** Null unmarks it. False when there is no such order. */
async function setOrderThanked(
  tx: Db,
  { registryId, orderId, at }: { registryId: number; orderId: number; at: Date | null },
): Promise<boolean> {
  const where = { registry_id: registryId, order_id: orderId, state: { '<>': 'void' } } as const
  return (await updateRows(tx, 'purchase', { set: { thanked_at: at }, where })) > 0
}
