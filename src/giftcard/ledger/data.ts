import { sql } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import type { HostAnswer, ShopModifier } from '../../base/shop-modifiers.ts'
import { findRow, getRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { OrderPaid } from './release-rules.ts'
import type { MoneyLot } from './rules.ts'

/**
 * What the ledger sums to for each order in each account of a registry, goods apart. Lines without a gift are summed
 * under 0; no line of money is written without one.
 */
export async function findMoneyLots(db: Db, registryId: number): Promise<MoneyLot[]> {
  const { rows } = await sql<MoneyLot>`
    select "giftId", account, "orderId", cents,
      case when is_paid and not is_disputed then paid_at end as "paidAt", held_until as "heldUntil"
    from (
      select coalesce(gift_id, 0) as "giftId", account, coalesce(source_order_id, order_id) as "orderId",
        sum(cents)::int as cents
      from ledger where registry_id = ${registryId} and account <> 'goods'
      group by 1, 2, 3 having sum(cents) <> 0) lot
    left join order_payment on order_payment.order_id = "orderId"
    order by "giftId", account desc, "orderId"`.execute(db)
  return rows
}

/** When these orders were paid; those that are not, or are contested, are missing (R510, R514). */
export async function findPaymentMoments(db: Db, orderIds: number[]): Promise<Map<number, OrderPaid>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('order_payment')
    .select(['order_id', 'paid_at as paidAt', 'held_until as heldUntil'])
    .where('order_id', 'in', orderIds)
    .where('is_paid', '=', true)
    .where('is_disputed', '=', false)
    .execute()
  return new Map(rows.map(({ order_id, ...paid }) => [order_id, paid]))
}

/** A gift that has or had money of its own, removed ones included. */
export interface GiftWithMoney {
  id: number
  product_id: number
  variant_id: number
  quantity: number
  is_group: boolean
  price: Cents
  name: string
  image: string | null
  type: string
  category_ids: number[]
  is_available: boolean
  /** What the shop sells of it in one order, and has left (R321). */
  min_quantity: number
  max_quantity: number | null
  stock: number | null
  removed: boolean
  /** All that was ever collected for it and was not refunded, whatever became of it. */
  collected: Cents
  units: number
  /** What the shop asks of its buyer, in the language, and what the host has answered (R322). */
  product_modifiers: ShopModifier[]
  modifiers: HostAnswer[]
}

/** The gifts of a registry that money came in for, and open group gifts that could take some. */
export async function findGiftsWithMoney(
  db: Db,
  registryId: number,
  language: Language,
): Promise<GiftWithMoney[]> {
  const { rows } = await sql<GiftWithMoney>`
    with money as (
      select gift_id,
        greatest(0, coalesce(sum(cents) filter (
          where account = 'gift' and kind in ('gift', 'contribution', 'gift_card', 'moved')), 0))::int as collected
      from ledger where registry_id = ${registryId} and account <> 'goods' group by gift_id
    ), bought as (
      select gift_id, sum(credited_units)::int as units from purchase
      where registry_id = ${registryId} and state = 'paid' and kind = 'units' group by gift_id
    )
    select gift.id, gift.product_id, gift.variant_id, gift.quantity, gift.is_group,
      gift_price(gift, product, variant) as price,
      coalesce(text.name, gift.sku) as name,
      product_image(product, variant) as image,
      coalesce(product.type, 'physical') as type,
      coalesce(product.category_ids, '{}') as category_ids,
      is_gift_available(gift, product, variant) as is_available,
      coalesce(product.min_quantity, 1) as min_quantity, product.max_quantity,
      gift_stock(gift, product, variant) as stock,
      product_modifiers_in(product, ${language}) as product_modifiers, gift.modifiers,
      gift.removed_at is not null as removed,
      coalesce(money.collected, 0) as collected,
      coalesce(bought.units, 0) as units
    from gift
    left join money on money.gift_id = gift.id
    left join bought on bought.gift_id = gift.id
    left join product on product.id = gift.product_id
    left join variant on variant.id = gift.variant_id
    left join product_text_in(${language}) text on text.product_id = gift.product_id
    where gift.registry_id = ${registryId} and (money.gift_id is not null or (gift.is_group and gift.removed_at is null))
    order by gift.position, gift.id`.execute(db)
  return rows
}

/** The registry of a gift, whether the gift was removed or not; null for a gift that never existed. */
export async function findRegistryIdOfGift(db: Db, giftId: number): Promise<number | null> {
  return (await findRow(db, 'gift', { id: giftId }, ['registry_id']))?.registry_id ?? null
}

/** How e-mails name a registry: its code and its title. */
export async function findRegistryNames(db: Db, id: number): Promise<{ code: string; registry: string }> {
  const { code, registry_name } = await getRow(db, 'registry', { id }, ['code', 'registry_name'])
  return { code, registry: registry_name }
}

export async function saveNegativeBalance(
  tx: Db,
  registryId: number,
  cents: Cents,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('negative_balance')
    .values({ registry_id: registryId, cents, changed_at: now })
    .onConflict(conflict => conflict.column('registry_id').doUpdateSet({ cents, changed_at: now }))
    .execute()
}
