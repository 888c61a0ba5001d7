import { sql } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { PurchaseRow } from '../orders/data.ts'
import type { ThanksFilter } from './contract.ts'

export interface ReceivedGiftRow extends PurchaseRow {
  name: string
  image: string | null
  product_id: number
  category_ids: number[]
  recovered: boolean
  sent_at: Date | null
  /** The number of a receipt of the shop's till; null for an order. */
  receipt: string | null
}

export interface ReceivedGiftFilter {
  registryId: number
  show: ThanksFilter
  giftId?: number | undefined
}

/** A receipt of the till that was taken back was never theirs (R1028): its lines alone are void below zero. */
const isTheirs = sql`(purchase.order_id > 0 or purchase.state <> 'void')`

const matchesFilter = ({ registryId, show, giftId }: ReceivedGiftFilter) => sql`
  purchase.registry_id = ${registryId} and ${isTheirs}
  and (${giftId ?? null}::bigint is null or purchase.gift_id = ${giftId ?? null})
  and (${show} = 'all' or (purchase.state <> 'void' and (purchase.thanked_at is not null) = (${show} = 'thanked')))`

/** One page of the order lines that a registry received, newest first. */
export async function findReceivedGifts(
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

/** What a registry has received as a whole, whatever the filter. */
export interface ReceivedSums {
  amount: Cents
  /** Orders that stand, those of them that came with words, and those that are not thanked yet. */
  orders: number
  wishes: number
  unthanked: number
}

/** How many lines match, and the sums of the whole registry. */
export async function sumReceivedGifts(
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

/** The gifts of a registry that have purchases, in the hosts' order. */
export async function findGivenGifts(
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
  return rows.map(({ id, name }) => ({ id, name }))
}

/** Sets when an order's giver was thanked, or null; returns one of its lines, undefined when there is no such order. */
export async function setOrderThanked(
  tx: Db,
  { registryId, orderId, at }: { registryId: number; orderId: number; at: Date | null },
): Promise<PurchaseRow | undefined> {
  const [row] = await tx
    .updateTable('purchase')
    .set({ thanked_at: at })
    .where('registry_id', '=', registryId)
    .where('order_id', '=', orderId)
    .where('state', '<>', 'void')
    .returningAll()
    .execute()
  return row
}
