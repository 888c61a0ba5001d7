import { sql } from 'kysely'
import type { Language } from '../base/language.ts'
import { searchKeys } from '../base/sounds.ts'
import type { ChosenOption, Db } from '../server/tables.ts'
import type { CatalogueProduct, ShopCategory, ShopVariant } from '../shop/port.ts'
import { hasChoices } from './rules.ts'
import { keepBranches, keepOnShelf } from './shelf-data.ts'

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
  await keepOnShelf(
    tx,
    sorted.map(({ id }) => id),
  )
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
  await keepBranches(tx)
}
