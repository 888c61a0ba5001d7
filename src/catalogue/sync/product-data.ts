import { sql } from 'kysely'
import { phoneticSearchKeys } from '../../base/greek/phonetic-keys.ts'
import type { Language } from '../../base/language.ts'
import type { ChosenOption } from '../../server/postgres/columns.ts'
import { findRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { CatalogueProduct, ShopCategory, ShopVariant } from '../../shop/port-catalogue.ts'
import { addressesOf, notePictures } from '../pictures/data.ts'
import { pictureAddress } from '../pictures/rules.ts'
import { needsFile } from '../products/modifier-rules.ts'
import { storedStock } from '../products/quantity-rules.ts'
import { needsOptionChoice } from '../products/rules.ts'
import { updateCategorySetBranches, updateProductListings } from '../search/listing-data.ts'

/** Saves products with their texts in one language; texts in the other languages stay. */
export async function saveProducts(
  tx: Db,
  language: Language,
  products: CatalogueProduct[],
  now: Date,
): Promise<void> {
  if (products.length === 0) return
  const sorted = await withPictureKinds(tx, products, now)
  await upsertProducts(tx, language, sorted, now)
  await upsertTexts(tx, language, sorted)
  await upsertVariants(tx, language, sorted)
  await updateProductListings(
    tx,
    sorted.map(({ id }) => id),
  )
}

/** What could not be read this time is not gone: it stays as it was read before (R1302). */
export async function markProductsSeen(tx: Db, ids: number[], now: Date): Promise<void> {
  if (ids.length > 0) await tx.updateTable('product').set({ seen_at: now }).where('id', 'in', ids).execute()
}

/** The products by id, with the addresses of their pictures as pages show them (R245). */
async function withPictureKinds(
  tx: Db,
  products: CatalogueProduct[],
  now: Date,
): Promise<CatalogueProduct[]> {
  const images = products.flatMap(({ image, variants }) => [image, ...variants.map(variant => variant.image)])
  const states = await notePictures(tx, addressesOf(images), now)
  const shown = (image: string | null) => {
    const [url = null] = addressesOf([image])
    return url && pictureAddress(url, states.get(url))
  }
  return products
    .map(product => ({
      ...product,
      image: shown(product.image),
      variants: product.variants.map(variant => ({ ...variant, image: shown(variant.image) })),
    }))
    .toSorted((a, b) => a.id - b.id)
}

async function upsertProducts(
  tx: Db,
  language: Language,
  products: CatalogueProduct[],
  now: Date,
): Promise<void> {
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
        has_options: needsOptionChoice(product.variants),
        min_quantity: product.minQuantity,
        max_quantity: product.maxQuantity,
        stock: storedStock(product.stock),
        modifiers: JSON.stringify({ [language]: product.modifiers }),
        needs_file: needsFile(product.modifiers),
        is_preorder: product.preorder !== null,
        released_on: product.preorder?.from ?? null,
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
        min_quantity: row.ref('excluded.min_quantity'),
        max_quantity: row.ref('excluded.max_quantity'),
        stock: row.ref('excluded.stock'),
        modifiers: sql`product.modifiers || excluded.modifiers`,
        needs_file: row.ref('excluded.needs_file'),
        is_preorder: row.ref('excluded.is_preorder'),
        released_on: row.ref('excluded.released_on'),
        seen_at: row.ref('excluded.seen_at'),
      })),
    )
    .execute()
}

async function upsertTexts(tx: Db, language: Language, products: CatalogueProduct[]): Promise<void> {
  const categories = await findRows(tx, 'category', { where: { language }, columns: ['id', 'name'] })
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const searchText = ({ name, brand, sku, categoryIds }: CatalogueProduct) =>
    phoneticSearchKeys([name, brand, sku, ...categoryIds.map(id => names.get(id))].filter(Boolean).join(' '))
  await tx
    .insertInto('product_text')
    .values(
      products.map(product => ({
        product_id: product.id,
        language,
        name: product.name,
        path: product.path,
        description: product.description,
        search: searchText(product),
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

/** A statement carries at most 65,535 values, and a product may have 600 variants. */
const rowsPerStatement = 2000

async function upsertVariants(tx: Db, language: Language, products: CatalogueProduct[]): Promise<void> {
  const rows = products.flatMap(({ id, variants }) =>
    variants.map(variant => variantRow(id, variant, language)),
  )
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
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    await tx
      .insertInto('variant')
      .values(rows.slice(start, start + rowsPerStatement))
      .onConflict(conflict =>
        conflict.column('id').doUpdateSet(row => ({
          product_id: row.ref('excluded.product_id'),
          sku: row.ref('excluded.sku'),
          price_cents: row.ref('excluded.price_cents'),
          available: row.ref('excluded.available'),
          stock: row.ref('excluded.stock'),
          image: row.ref('excluded.image'),
          options: sql`variant.options || excluded.options`,
          option_value_ids: row.ref('excluded.option_value_ids'),
        })),
      )
      .execute()
}

function variantRow(productId: number, variant: ShopVariant, language: Language) {
  const chosen: ChosenOption[] = variant.options.map(choice => ({
    option: choice.option,
    value: choice.value,
    option_id: choice.optionId,
    value_id: choice.valueId,
  }))
  return {
    id: variant.id,
    product_id: productId,
    sku: variant.sku,
    price_cents: variant.priceCents,
    available: variant.available,
    stock: storedStock(variant.stock),
    image: variant.image,
    options: JSON.stringify({ [language]: chosen }),
    option_value_ids: variant.options.map(choice => choice.valueId),
  }
}

/** Replaces the category tree of a language. */
export async function replaceCategories(
  tx: Db,
  language: Language,
  categories: ShopCategory[],
): Promise<void> {
  await tx.deleteFrom('category').where('language', '=', language).execute()
  if (categories.length === 0) return
  const rows = categories.map(({ id, parentId, name, path }, position) => ({
    id,
    language,
    parent_id: parentId,
    name,
    path,
    position,
  }))
  await tx.insertInto('category').values(rows).execute()
  await updateCategorySetBranches(tx)
}
