import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Day } from '../base/dates.ts'
import type { Language } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import type { ShopModifier } from '../base/shop-modifiers.ts'
import type { ChosenOption } from '../server/postgres/columns.ts'
import { findRow } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import { type GivenTotals, giftCardType, type Wish } from './gift.rules.ts'

export type GiftRow = Selectable<Tables['gift']>

export interface GiftWithProduct extends GiftRow {
  /** Today's price of a unit in cents incl. VAT; gift cards keep the price they were added with (R302). */
  price: Cents
  available: boolean
  lacks_price: boolean
  name: string
  path: string
  brand: string | null
  image: string | null
  type: string
  category_ids: number[]
  options: Record<Language, ChosenOption[]> | null
  /** The shop's questions to the buyer, in the query's language. */
  product_modifiers: ShopModifier[]
  /** The shop requires a file, which a gift can't have (R323). */
  needs_file: boolean
  /** The fewest and most units that the shop sells in one order (R321), and the units that it has left. */
  min_quantity: number
  max_quantity: number | null
  stock: number | null
  /** A pre-order (R1370), and the day from which the shop has it. */
  is_preorder: boolean
  released_on: Day | null
}

export async function findRegistryGifts(
  db: Db,
  registryId: number,
  language: Language,
): Promise<GiftWithProduct[]> {
  const condition = sql`gift.registry_id = ${registryId} and gift.removed_at is null`
  return (await selectGifts(language, condition).execute(db)).rows
}

/** In JSON the times are texts; `giftOfJson` makes them dates. */
export type GiftJson = Omit<GiftWithProduct, 'created_at' | 'removed_at'> & {
  created_at: string
  removed_at: string | null
}

/** Gifts that fulfil the condition `isOfProducts`, in the host's order, as one JSON array within another query. */
export function listGiftsOfProducts(
  registryId: RawBuilder<number>,
  isOfProducts: RawBuilder<boolean>,
  language: Language,
): RawBuilder<GiftJson[]> {
  const condition = sql`gift.registry_id = ${registryId} and gift.removed_at is null and ${isOfProducts}`
  return sql`(
    select coalesce(json_agg(gift order by gift.position, gift.id), '[]')
    from (${selectGifts(language, condition)}) gift)`
}

export const giftOfJson = ({ created_at, removed_at, ...gift }: GiftJson): GiftWithProduct => ({
  ...gift,
  created_at: new Date(created_at),
  removed_at: removed_at === null ? null : new Date(removed_at),
})

/** Undefined when there is none or it was removed. */
export async function findGiftById(
  db: Db,
  id: number,
  language: Language,
): Promise<GiftWithProduct | undefined> {
  const condition = sql`gift.id = ${id} and gift.removed_at is null`
  return (await selectGifts(language, condition).execute(db)).rows[0]
}

/** The query of gifts that fulfil a condition, with `more` columns and joins, in the host's order. */
export function selectGifts(
  language: Language,
  condition: RawBuilder<unknown>,
  more = { columns: sql``, joins: sql`` },
): RawBuilder<GiftWithProduct> {
  return sql<GiftWithProduct>`
    select gift.*,
      gift_price(gift, product, variant) as price,
      is_gift_available(gift, product, variant) as available,
      coalesce(product.listed and product_price(product, variant) is null, false) as lacks_price,
      coalesce(text.name, gift.sku) as name,
      coalesce(text.path, '/') as path,
      product.brand, product_image(product, variant) as image,
      coalesce(product.type, 'physical') as type,
      coalesce(product.category_ids, '{}') as category_ids,
      variant.options,
      product_modifiers_in(product, ${language}) as product_modifiers,
      coalesce(product.needs_file, false) as needs_file,
      coalesce(product.min_quantity, 1) as min_quantity, product.max_quantity,
      gift_stock(gift, product, variant) as stock,
      coalesce(product.is_preorder, false) as is_preorder, product.released_on${more.columns}
    from gift
    left join product on product.id = gift.product_id
    left join variant on variant.id = gift.variant_id
    left join product_text_in(${language}) text on text.product_id = gift.product_id${more.joins}
    where ${condition}
    order by gift.position, gift.id`
}

/** By gift id, removed gifts included. */
export async function findWishesByGiftIds(db: Db, giftIds: number[]): Promise<Map<number, Wish>> {
  const { rows } = await sql<Wish & { id: number }>`
    select gift.id, gift.quantity, gift.is_group as "isGroup", gift_price(gift, product, variant) as price,
      coalesce(product.type = ${giftCardType}, false) as "isCard"
    from gift
    left join product on product.id = gift.product_id
    left join variant on variant.id = gift.variant_id
    where gift.id = any(${giftIds})`.execute(db)
  return new Map(rows.map(({ id, ...wish }) => [id, wish]))
}

/** Product id → the amounts, in cents, that the shop offers of a gift card (R317), smallest first. */
export async function findGiftCardAmounts(db: Db, productIds: number[]): Promise<Map<number, Cents[]>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; amounts: Cents[] }>`
    select product.id, array_agg(distinct product_price(product, variant)) as amounts
    from product left join variant on variant.product_id = product.id and variant.available
    where product.id = any(${productIds}) and product_price(product, variant) > 0
    group by product.id`.execute(db)
  return new Map(rows.map(({ id, amounts }) => [id, amounts.sort((one, other) => one - other)]))
}

/** Writes only gifts whose position changes. */
export async function updateGiftOrder(tx: Db, registryId: number, ids: number[]): Promise<void> {
  await sql`update gift set position = ordered.position
    from unnest(${ids}::bigint[]) with ordinality as ordered (id, position)
    where gift.registry_id = ${registryId} and gift.id = ordered.id and gift.position <> ordered.position`.execute(
    tx,
  )
}

/** `variantId` null: of any variant. */
export async function findGiftByProduct(
  tx: Db,
  registryId: number,
  productId: number,
  variantId: number | null,
): Promise<GiftRow | undefined> {
  const wished = { registry_id: registryId, product_id: productId, removed_at: null }
  return findRow(tx, 'gift', { ...wished, ...(variantId !== null && { variant_id: variantId }) })
}

export async function insertGift(
  tx: Db,
  values: Omit<Insertable<Tables['gift']>, 'position'> & { position?: number },
): Promise<{ id: number; product_id: number; quantity: number }> {
  return tx
    .insertInto('gift')
    .values(row => ({
      position: row
        .selectFrom('gift')
        .select(gifts => sql<number>`coalesce(${gifts.fn.max('position')}, 0) + 1`.as('position'))
        .where('registry_id', '=', values.registry_id),
      ...values,
    }))
    .returning(['id', 'product_id', 'quantity'])
    .executeTakeFirstOrThrow()
}

export async function updateGift(tx: Db, id: number, change: Updateable<Tables['gift']>): Promise<void> {
  await tx.updateTable('gift').set(change).where('id', '=', id).execute()
}

export interface GivenTotalsAndGivers extends GivenTotals {
  /** How many people gave, by e-mail, else by cart. */
  givers: number
  /** When the first reservation at the checkout ends; null without one. */
  reservedUntil: Date | null
  /** When the first order that awaits payment counts as unpaid; null without one. */
  heldUntil: Date | null
}

export const nothingGiven: GivenTotalsAndGivers = {
  units: 0,
  reservedUnits: 0,
  cents: 0,
  reservedCents: 0,
  givers: 0,
  reservedUntil: null,
  heldUntil: null,
}

/** Reservations for a gift card are unlimited, so their sum may be larger than an int. */
const maxInt = 2_147_483_647

/**
 * Gift id → what was given (R319), and what open hand-offs and orders that await payment reserve. Always summed from
 * purchases, never a stored counter. Gifts with neither are left out.
 */
export async function sumGivenByGift(
  db: Db,
  giftIds: number[],
  now: Date,
): Promise<Map<number, GivenTotalsAndGivers>> {
  if (giftIds.length === 0) return new Map()
  const totals = givenTotals(sql`${giftIds}::bigint[]`, now)
  const { rows } = await sql<
    GivenTotalsAndGivers & { gift_id: number }
  >`select * from ${totals} totals`.execute(db)
  return new Map(rows.map(({ gift_id, ...given }) => [gift_id, given]))
}

/** Joined with `offset 0`: a plan made while few hand-offs are open would start from them, which may be thousands. */
const openHandoff = sql`select handoff.reserved_until from handoff
  where handoff.id = line.handoff_id and handoff.state = 'open' and handoff.reserves`

/** The totals of `sumGivenByGift` as a table for another query; `giftIds` is an SQL array. */
export function givenTotals(giftIds: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`(
    with reserved_line as (
      select gift_id, kind, units, cents, null::timestamptz as until, held_until
      from purchase where gift_id = any(${giftIds}) and state = 'pending'
        and (held_until is null or held_until > ${now})
      union all
      select line.gift_id, line.kind, line.units, line.units * line.cents, open.reserved_until, null
      from handoff_line line cross join lateral (
        ${openHandoff} and handoff.reserved_until > ${now} offset 0) open
      where line.gift_id = any(${giftIds})
    ), reserved as (
      select gift_id, sum(units) filter (where kind <> 'contribution') as units,
        sum(cents) filter (where kind <> 'units') as cents, min(until) as until, min(held_until) as held_until
      from reserved_line group by gift_id
    )
    select gift_id, coalesce(given.units, 0) as units, coalesce(given.cents, 0) as cents,
      coalesce(given.givers, 0) as givers, reserved.until as "reservedUntil",
      reserved.held_until as "heldUntil",
      least(coalesce(reserved.units, 0), ${maxInt})::int as "reservedUnits",
      least(coalesce(reserved.cents, 0), ${maxInt})::int as "reservedCents"
    from gift_given(${giftIds}) given full join reserved using (gift_id))`
}
