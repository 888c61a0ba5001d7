import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import type { ChosenOption, Db, GiftTable } from '../../server/postgres/tables.ts'
import type { GivenTotals, Wish } from './rules.ts'

export type GiftRow = Selectable<GiftTable>

/** A gift with what the catalogue's mirror knows of its product and variant. */
export interface GiftWithProduct extends GiftRow {
  /** What its unit costs now, incl. VAT; gift SKUs keep the price of the wish (product.md 18). */
  price: Cents
  available: boolean
  name: string
  path: string
  brand: string | null
  image: string | null
  type: string
  category_ids: number[]
  options: Record<Language, ChosenOption[]> | null
}

/** The gifts of a registry in the host's order. */
export function findRegistryGifts(
  db: Db,
  registryId: number,
  language: Language,
): Promise<GiftWithProduct[]> {
  return listed(db, language, sql`gift.registry_id = ${registryId} and gift.removed_at is null`)
}

/** One gift as it stands in its registry. */
export async function findGiftById(
  db: Db,
  id: number,
  language: Language,
): Promise<GiftWithProduct | undefined> {
  const [gift] = await listed(db, language, sql`gift.id = ${id} and gift.removed_at is null`)
  return gift
}

/** Gift SKUs keep the price of the wish (product.md 18). */
const priceNow = sql<Cents>`case when product.type = 'giftcertificate' then gift.price_cents
  else coalesce(variant.price_cents, product.price_cents, gift.price_cents) end`

/** How much of each of these gifts is wished for, those that were removed included. */
export async function findWishesByGiftIds(
  db: Db,
  giftIds: number[],
): Promise<Map<number, Wish & { isDigital: boolean }>> {
  const rows = await db
    .selectFrom('gift')
    .leftJoin('product', 'product.id', 'gift.product_id')
    .leftJoin('variant', 'variant.id', 'gift.variant_id')
    .select([
      'gift.id',
      'gift.quantity',
      'gift.is_group as isGroup',
      sql<boolean>`coalesce(product.type = 'giftcertificate', false)`.as('isCard'),
      sql<boolean>`coalesce(product.type = 'digital', false)`.as('isDigital'),
      priceNow.as('price'),
    ])
    .where('gift.id', 'in', giftIds)
    .execute()
  return new Map(rows.map(({ id, ...wish }) => [id, wish]))
}

async function listed(
  db: Db,
  language: Language,
  which: ReturnType<typeof sql<boolean>>,
): Promise<GiftWithProduct[]> {
  const { rows } = await sql<GiftWithProduct>`
    select gift.*,
      ${priceNow} as price,
      coalesce(product.listed and product.available
        and coalesce(variant.available, gift.variant_id = 0), false) as available,
      coalesce(said.name, english.name, gift.sku) as name,
      coalesce(said.path, english.path, '/') as path,
      product.brand, coalesce(variant.image, product.image) as image,
      coalesce(product.type, 'physical') as type,
      coalesce(product.category_ids, '{}') as category_ids,
      variant.options
    from gift
    left join product on product.id = gift.product_id
    left join product_text said on said.product_id = gift.product_id and said.language = ${language}
    left join product_text english on english.product_id = gift.product_id and english.language = 'en'
    left join variant on variant.id = gift.variant_id
    where ${which}
    order by gift.position, gift.id`.execute(db)
  return rows
}

export interface GivenTotalsAndGivers extends GivenTotals {
  /** How many people gave. */
  givers: number
}

export const nothingGiven: GivenTotalsAndGivers = {
  units: 0,
  heldUnits: 0,
  cents: 0,
  heldCents: 0,
  givers: 0,
}

/**
 * What was given towards each of these gifts and what is held at this moment: sums over purchases and open
 * hand-offs, never a counter; money that smart change moved counts like a contribution. An order awaiting payment holds its place. Gifts without any are left out.
 */
export async function sumGivenByGift(
  db: Db,
  giftIds: number[],
  now: Date,
): Promise<Map<number, GivenTotalsAndGivers>> {
  if (giftIds.length === 0) return new Map()
  const { rows } = await sql<GivenTotalsAndGivers & { gift_id: number }>`
    with facts as (
      select gift_id, credited_units as units, credited_cents as cents, 0 as held_units, 0 as held_cents,
        case when cents > 0 then coalesce(lower(giver_email), handoff_id::text) end as giver, kind
      from purchase where gift_id = any(${giftIds}) and state = 'paid'
      union all
      select gift_id, 0, 0, units, cents, null, kind
      from purchase where gift_id = any(${giftIds}) and state = 'pending'
      union all
      select gift_id, 0, cents, 0, 0, null, 'contribution'
      from ledger where gift_id = any(${giftIds}) and kind = 'moved' and account = 'gift'
      union all
      select line.gift_id, 0, 0, line.units, line.units * line.cents, null, line.kind
      from handoff_line line join handoff on handoff.id = line.handoff_id
      where line.gift_id = any(${giftIds}) and handoff.state = 'open' and handoff.reserved_until > ${now}
    )
    select gift_id,
      coalesce(sum(units) filter (where kind <> 'contribution'), 0)::int as units,
      coalesce(sum(held_units) filter (where kind <> 'contribution'), 0)::int as "heldUnits",
      coalesce(sum(cents) filter (where kind <> 'units'), 0)::int as cents,
      coalesce(sum(held_cents) filter (where kind <> 'units'), 0)::int as "heldCents",
      count(distinct giver)::int as givers
    from facts group by gift_id`.execute(db)
  return new Map(rows.map(({ gift_id, ...standing }) => [gift_id, standing]))
}

/** The amounts that the shop offers of each of these gift cards, smallest first. */
export async function findGiftCardAmounts(db: Db, productIds: number[]): Promise<Map<number, Cents[]>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; amounts: Cents[] }>`
    select product.id, array_agg(distinct coalesce(variant.price_cents, product.price_cents)) as amounts
    from product left join variant on variant.product_id = product.id and variant.available
    where product.id = any(${productIds}) and coalesce(variant.price_cents, product.price_cents) > 0
    group by product.id`.execute(db)
  return new Map(rows.map(({ id, amounts }) => [id, amounts.sort((one, other) => one - other)]))
}

/** The gifts of a registry in the host's order. */
export async function findGiftIdsInOrder(db: Db, registryId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('gift')
    .select('id')
    .where('registry_id', '=', registryId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(row => row.id)
}

/** Writes the host's order; only what stands elsewhere now is touched. */
export async function updateGiftOrder(tx: Db, ids: number[]): Promise<void> {
  await sql`update gift set position = wanted.position
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, position)
    where gift.id = wanted.id and gift.position <> wanted.position`.execute(tx)
}

/** The gift of that product and variant in the registry, if it is already wished for. */
export async function findGiftByProduct(
  tx: Db,
  registryId: number,
  productId: number,
  variantId: number,
): Promise<GiftRow | undefined> {
  return tx
    .selectFrom('gift')
    .selectAll()
    .where('registry_id', '=', registryId)
    .where('product_id', '=', productId)
    .where('variant_id', '=', variantId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

export async function countGifts(db: Db, registryId: number): Promise<number> {
  const { total } = await db
    .selectFrom('gift')
    .select(row => row.fn.countAll<number>().as('total'))
    .where('registry_id', '=', registryId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

/** A new gift, at the end unless it is told where. */
export async function insertGift(
  tx: Db,
  values: Omit<Insertable<GiftTable>, 'position'> & { position?: number },
): Promise<{ id: number; product_id: number; quantity: number }> {
  return tx
    .insertInto('gift')
    .values(row => ({
      position: row
        .selectFrom('gift')
        .select(last => sql<number>`coalesce(${last.fn.max('position')}, 0) + 1`.as('position'))
        .where('registry_id', '=', values.registry_id),
      ...values,
    }))
    .returning(['id', 'product_id', 'quantity'])
    .executeTakeFirstOrThrow()
}

export async function updateGift(tx: Db, id: number, change: Updateable<GiftTable>): Promise<void> {
  await tx.updateTable('gift').set(change).where('id', '=', id).execute()
}

/** What the mirror knows of products that are to be added. */
export async function findAvailableProducts(db: Db, ids: number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('product')
    .select(['id', 'sku', 'type', 'price_cents', 'has_options'])
    .where('id', 'in', ids)
    .where('listed', '=', true)
    .where('available', '=', true)
    .execute()
}

export async function findVariantsOfProducts(db: Db, productIds: number[]) {
  if (productIds.length === 0) return []
  return db
    .selectFrom('variant')
    .select(['id', 'product_id', 'sku', 'price_cents', 'available', 'options', 'option_value_ids'])
    .where('product_id', 'in', productIds)
    .execute()
}
