import { sql } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import type { ChosenOption } from '../../server/postgres/columns.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { GiftWithProduct } from '../gift/data.ts'

/** A product that may replace a gift; of a product with options its cheapest variant that matches. */
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
 * Up to `limit` products that can replace a gift: of its type, in its categories and price band (cents, `from` included,
 * `to` not), available, and not in the registry yet. Those that share most categories come first, then the nearest price.
 */
export async function findSubstituteRows(
  db: Db,
  gift: GiftWithProduct,
  band: { from: Cents; to: Cents },
  language: Language,
  limit: number,
): Promise<SubstituteRow[]> {
  // The dearest band has no end; PostgreSQL's int has.
  const to = Math.min(band.to, 2_000_000_000)
  const { rows } = await sql<SubstituteRow>`
    select product.id as product_id, coalesce(variant.id, 0) as variant_id, text.name, product.brand,
      product_image(product, variant) as image, product.category_ids, variant.options, offer.price
    from product
    left join lateral (
      select id from variant where product.has_options and variant.product_id = product.id and variant.available
        and product_price(product, variant) >= ${band.from} and product_price(product, variant) < ${to}
      order by variant.price_cents, variant.id limit 1) cheapest on true
    left join variant on variant.id = cheapest.id
    cross join lateral (select product_price(product, variant) as price) offer
    join product_text_in(${language}) text on text.product_id = product.id and text.name is not null
    where product.listed and product.available and not product.needs_file and product.type = ${gift.type}
      and product.category_ids && ${gift.category_ids}::int[] and product.id <> ${gift.product_id}
      and (variant.id is not null or not product.has_options)
      and product.min_quantity <= ${gift.is_group ? 1 : gift.quantity}
      and offer.price >= ${band.from} and offer.price < ${to}
      and not exists (select from gift present where present.registry_id = ${gift.registry_id}
        and present.product_id = product.id and present.removed_at is null)
    order by cardinality(array(
        select unnest(product.category_ids) intersect select unnest(${gift.category_ids}::int[]))) desc,
      abs(offer.price - ${gift.price}), product.id
    limit ${limit}`.execute(db)
  return rows
}
