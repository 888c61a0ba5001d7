import { sql } from 'kysely'
import { searchKeys } from '../base/fold.ts'
import type { Language } from '../base/language.ts'
import type { ChosenOption, Db } from '../server/tables.ts'
import type { CatalogueProduct, Ranking, ShopCategory, ShopVariant } from '../shop/port.ts'
import { hasChoices } from './rules.ts'

/** Writing the mirror of the shop's catalogue; it is read in data.ts. */

/** Writes products as the shop says them in one language; what the other language said stays. */
export async function writeProducts(
  tx: Db,
  language: Language,
  products: CatalogueProduct[],
  now: Date,
): Promise<void> {
  if (products.length === 0) return
  const sorted = products.toSorted((a, b) => a.id - b.id)
  await upsertProducts(tx, sorted, now)
  await upsertTexts(tx, language, sorted)
  await upsertVariants(tx, language, sorted)
}

async function upsertProducts(tx: Db, products: CatalogueProduct[], now: Date): Promise<void> {
  await tx
    .insertInto('product')
    .values(
      products.map(product => ({
        id: product.id,
        sku: product.sku,
        type: product.type,
        brand: product.brand,
        image: product.image,
        price_cents: product.priceCents,
        category_ids: product.categoryIds,
        available: product.available,
        listed: true,
        has_options: hasChoices(product.variants),
        seen_at: now,
      })),
    )
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet(row => ({
        sku: row.ref('excluded.sku'),
        type: row.ref('excluded.type'),
        brand: row.ref('excluded.brand'),
        image: row.ref('excluded.image'),
        price_cents: row.ref('excluded.price_cents'),
        category_ids: row.ref('excluded.category_ids'),
        available: row.ref('excluded.available'),
        listed: row.ref('excluded.listed'),
        has_options: row.ref('excluded.has_options'),
        seen_at: row.ref('excluded.seen_at'),
      })),
    )
    .execute()
}

async function upsertTexts(tx: Db, language: Language, products: CatalogueProduct[]): Promise<void> {
  const names = await categoryNames(tx, language)
  const keysOf = ({ name, brand, sku, categoryIds }: CatalogueProduct) =>
    searchKeys([name, brand, sku, ...categoryIds.map(id => names.get(id))].filter(Boolean).join(' '))
  await tx
    .insertInto('product_text')
    .values(
      products.map(product => ({
        product_id: product.id,
        language,
        name: product.name,
        path: product.path,
        description: product.description,
        search: keysOf(product),
      })),
    )
    .onConflict(conflict =>
      conflict.columns(['product_id', 'language']).doUpdateSet(row => ({
        name: row.ref('excluded.name'),
        path: row.ref('excluded.path'),
        description: row.ref('excluded.description'),
        search: row.ref('excluded.search'),
      })),
    )
    .execute()
}

async function categoryNames(tx: Db, language: Language): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('category')
    .select(['id', 'name'])
    .where('language', '=', language)
    .execute()
  return new Map(rows.map(row => [row.id, row.name]))
}

/** A statement carries 65,535 values at most, and a product may have 600 variants. */
const rowsAtOnce = 2000

async function upsertVariants(tx: Db, language: Language, products: CatalogueProduct[]): Promise<void> {
  const rows = products.flatMap(({ id, variants }) => variants.map(variant => rowOf(id, variant, language)))
  const ids = rows.map(row => row.id)
  await tx
    .deleteFrom('variant')
    .where(
      'product_id',
      'in',
      products.map(product => product.id),
    )
    .where(sql<boolean>`id <> all(${ids})`)
    .execute()
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx
      .insertInto('variant')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict(conflict =>
        conflict.column('id').doUpdateSet(row => ({
          product_id: row.ref('excluded.product_id'),
          sku: row.ref('excluded.sku'),
          price_cents: row.ref('excluded.price_cents'),
          available: row.ref('excluded.available'),
          image: row.ref('excluded.image'),
          options: sql`variant.options || excluded.options`,
          option_value_ids: row.ref('excluded.option_value_ids'),
        })),
      )
      .execute()
}

function rowOf(productId: number, variant: ShopVariant, language: Language) {
  const chosen: ChosenOption[] = variant.options.map(one => ({
    option: one.option,
    value: one.value,
    option_id: one.optionId,
    value_id: one.valueId,
  }))
  return {
    id: variant.id,
    product_id: productId,
    sku: variant.sku,
    price_cents: variant.priceCents,
    available: variant.available,
    image: variant.image,
    options: JSON.stringify({ [language]: chosen }),
    option_value_ids: variant.options.map(one => one.valueId),
  }
}

/** Replaces the category tree of a language. */
export async function writeCategories(tx: Db, language: Language, tree: ShopCategory[]): Promise<void> {
  await tx.deleteFrom('category').where('language', '=', language).execute()
  if (tree.length === 0) return
  const rows = tree.map(({ id, parentId, name, path }, position) => ({
    id,
    language,
    parent_id: parentId,
    name,
    path,
    position,
  }))
  await tx.insertInto('category').values(rows).execute()
}

/** Marks as gone what is listed and not among these; answers nothing, `digests` tells the difference. */
export async function markGone(tx: Db, kept: number[]): Promise<void> {
  await tx
    .updateTable('product')
    .set({ listed: false })
    .where('listed', '=', true)
    .where(sql<boolean>`id <> all(${kept})`)
    .execute()
}

export async function markMissing(tx: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('product').set({ listed: false }).where('id', 'in', ids).execute()
}

const columns = { newest: 'newest', featured: 'featured', 'best-selling': 'sold' } as const

/** Notes each product's place in one of the shop's own orders. */
export async function writeRanking(tx: Db, by: Ranking, ids: number[]): Promise<void> {
  const column = sql.ref(columns[by])
  await sql`update product set ${column} = coalesce(place.place, 0)
    from product known left join unnest(${ids}::int[]) with ordinality as place (id, place) on place.id = known.id
    where known.id = product.id and product.${column} <> coalesce(place.place, 0)`.execute(tx)
}

/** Puts all brands in their Greek-aware order; the database's own order knows no Greek. */
export async function rankBrands(tx: Db): Promise<void> {
  const rows = await tx
    .selectFrom('product')
    .select('brand')
    .distinct()
    .where('brand', 'is not', null)
    .execute()
  const order = new Intl.Collator('el', { sensitivity: 'base', numeric: true })
  const brands = rows.map(row => row.brand ?? '').toSorted(order.compare)
  await sql`update product set brand_rank = coalesce(array_position(${brands}::text[], brand), 0)
    where brand_rank <> coalesce(array_position(${brands}::text[], brand), 0)`.execute(tx)
}

export async function noteSweep(tx: Db, language: Language, finished: Date, products: number): Promise<void> {
  const values = { finished_at: finished, products }
  await tx
    .insertInto('sweep')
    .values({ language, ...values })
    .onConflict(conflict => conflict.column('language').doUpdateSet(values))
    .execute()
}

/** When each language was last swept to its end; a language that never was is missing. */
export async function sweptAt(db: Db): Promise<Date[]> {
  const rows = await db.selectFrom('sweep').select('finished_at').execute()
  return rows.flatMap(row => row.finished_at ?? [])
}

/** A digest of all that a visitor can see of each product wished for somewhere; differs when any of it does. */
export async function digests(db: Db): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; digest: string }>`
    select product.id, md5(concat_ws('|', product.listed, product.available, product.price_cents, product.type,
      product.brand, product.image, product.category_ids,
      (select jsonb_agg(jsonb_build_array(name, path) order by language) from product_text
        where product_id = product.id),
      (select jsonb_agg(to_jsonb(variant) order by id) from variant where product_id = product.id))) as digest
    from product where id in (select product_id from gift where removed_at is null)`.execute(db)
  return new Map(rows.map(row => [row.id, row.digest]))
}

/** The registries that wish for any of these products. */
export async function registriesWith(db: Db, productIds: number[]): Promise<number[]> {
  if (productIds.length === 0) return []
  const rows = await db
    .selectFrom('gift')
    .select('registry_id')
    .distinct()
    .where('product_id', 'in', productIds)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(row => row.registry_id)
}
