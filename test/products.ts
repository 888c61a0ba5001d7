import { taxClassIds } from '../shop/catalogue/build-products.ts'
import { catalogue } from '../shop/catalogue/index.ts'
import type { Product } from '../shop/catalogue/types.ts'
import { languages } from '../src/base/language.ts'
import { insertRow } from '../src/server/postgres/rows.ts'
import type { Db } from '../src/server/postgres/tables.ts'
import type { TestApp } from './test-app.ts'

/** Whether the shop sells only so few or so many of it in one order. */
export function hasQuantityLimits({ minQuantity, maxQuantity }: Product): boolean {
  return minQuantity !== undefined || maxQuantity !== undefined
}

/** Simple goods without options and limited stock, in the catalogue's order; all of one tax class, so that any will do. */
const simpleProducts = catalogue.products.filter(
  product =>
    product.visible &&
    product.available &&
    !hasQuantityLimits(product) &&
    product.modifiers === undefined &&
    product.type === 'physical' &&
    product.options.length === 0 &&
    !product.stockTracked &&
    product.taxClass === taxClassIds.standard &&
    product.saleCents === undefined,
)

/**
 * Goods that keep the catalogue's price, and goods whose price a test sets, so that few prices need a change: from the one
 * end and from the other.
 */
export const productPools = {
  unchangedPrice: { goods: simpleProducts, taken: 0 },
  ownPrice: { goods: simpleProducts.toReversed(), taken: 0 },
}

/** The next product of a pool, from the start again after the last. */
export function nextProduct(pool: { goods: Product[]; taken: number }): Product {
  return pool.goods[pool.taken++ % pool.goods.length] as Product
}

/** Of the tax classes of the shop, by their ids. */
const vatPercents = [24, 13, 0]

/** Changes a price in the shop, unless it is right already; each change makes the shop reload its goods. */
export async function setShopPrice(
  { staff, shopTax }: TestApp,
  productId: number,
  cents: number,
): Promise<void> {
  const path = `/v3/catalog/products/${productId}`
  const { data } = (await (await staff('GET', path)).json()) as {
    data: { price: number; tax_class_id: number }
  }
  const isNet = shopTax?.pricesEnteredWithTax === false
  const percent = isNet ? vatPercents[data.tax_class_id]! : 0
  const price = Math.round((cents * 10_000) / (100 + percent)) / 10_000
  if (data.price !== price) await staff('PUT', path, { price })
}

/** Inserts a product as the catalogue sync would; `cents` is the price of all its variants, null leaves each its own. */
export async function insertCatalogueProduct(
  { db }: TestApp,
  product: Product,
  cents: number | null,
): Promise<void> {
  const { id, sku, type } = product
  await db
    .insertInto('product')
    .values({
      id,
      sku,
      type,
      price_cents: cents ?? product.priceCents,
      category_ids: product.categories,
      available: true,
      listed: true,
      has_options: false,
      featured: 0,
      sold: 0,
      newest: 0,
    })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ price_cents: cents ?? product.priceCents }))
    .execute()
  await db
    .insertInto('product_text')
    .values(
      languages.map(language => ({
        product_id: id,
        language,
        name: product.name[language],
        path: `/${product.slug}/`,
        description: '',
        search: '',
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
  for (const variant of product.variants)
    await db
      .insertInto('variant')
      .values({
        id: variant.id,
        product_id: id,
        sku: variant.sku,
        price_cents: cents ?? variant.priceCents,
        available: true,
        options: JSON.stringify({ en: [], el: [] }),
        option_value_ids: [],
      })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ price_cents: cents ?? variant.priceCents }))
      .execute()
}

/** Puts products into the catalogue's tables, as a sync would. */
export async function insertProducts(
  db: Db,
  products: { id: number; cents?: number | null; type?: string; available?: boolean; variants?: number[] }[],
): Promise<void> {
  for (const { id, cents = 5000, type = 'physical', available = true, variants = [] } of products) {
    await insertRow(db, 'product', {
      id,
      sku: `SKU-${id}`,
      type,
      brand: 'Keramos',
      price_cents: cents,
      category_ids: [id % 9],
      featured: 0,
      sold: 0,
      newest: 0,
      available,
      listed: true,
      has_options: variants.length > 0,
    })
    for (const [language, name] of [
      ['en', 'Teapot'],
      ['el', 'Τσαγιέρα'],
    ] as const)
      await insertRow(db, 'product_text', {
        product_id: id,
        language,
        name: `${name} ${id}`,
        path: `/p-${id}/`,
        description: '',
        search: '',
      })
    for (const variant of variants)
      await insertRow(db, 'variant', {
        id: variant,
        product_id: id,
        sku: `SKU-${id}-${variant}`,
        price_cents: cents === null ? null : cents + 100,
        available: true,
        options: JSON.stringify({
          en: [{ option: 'Colour', value: 'Blue', option_id: 1, value_id: 10 }],
          el: [{ option: 'Χρώμα', value: 'Μπλε', option_id: 1, value_id: 10 }],
        }),
        option_value_ids: [variant * 10],
      })
  }
}
