import { sql } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import type { ChosenOption, Db } from '../../server/postgres/tables.ts'
import type { GiftWithProduct } from '../gift/data.ts'

/** A product of the mirror that may take a gift's place; of those with options the cheapest variant that fits. */
export interface SubstituteRow {
  product_id: number
  variant_id: number
  name: string
  brand: string | null
  image: string | null
  price: Cents
  category_ids: number[]
  options: Record<Language, ChosenOption[]> | null
}

/**
 * What can be bought of the gift's own type in its categories, priced from `from` to below `to`, and is not in the
 * registry yet: what shares most categories first, then the nearest price.
 */
export async function findSubstituteRows(
  db: Db,
  gift: GiftWithProduct,
  band: { from: Cents; to: Cents },
  language: Language,
  most: number,
): Promise<SubstituteRow[]> {
  const to = Math.min(band.to, 2_000_000_000)
  const { rows } = await sql<SubstituteRow>`
    select product.id as product_id, coalesce(variant.id, 0) as variant_id, said.name, product.brand,
      coalesce(variant.image, product.image) as image, product.category_ids, variant.options, cost.price
    from product
    left join lateral (
      select * from variant where product.has_options and variant.product_id = product.id and variant.available
        and coalesce(variant.price_cents, product.price_cents) >= ${band.from}
        and coalesce(variant.price_cents, product.price_cents) < ${to}
      order by variant.price_cents, variant.id limit 1) variant on true
    cross join lateral (select coalesce(variant.price_cents, product.price_cents) as price) cost
    join lateral (
      select name from product_text text where text.product_id = product.id
      order by text.language = ${language} desc limit 1) said on true
    where product.listed and product.available and product.type = ${gift.type}
      and product.category_ids && ${gift.category_ids}::int[] and product.id <> ${gift.product_id}
      and (variant.id is not null or not product.has_options)
      and cost.price >= ${band.from} and cost.price < ${to}
      and not exists (select from gift wished where wished.registry_id = ${gift.registry_id}
        and wished.product_id = product.id and wished.removed_at is null)
    order by cardinality(array(
        select unnest(product.category_ids) intersect select unnest(${gift.category_ids}::int[]))) desc,
      abs(cost.price - ${gift.price}), product.id
    limit ${most}`.execute(db)
  return rows
}
