import { createHash } from 'node:crypto'
import type { Queryable } from '../database.ts'
import { percentOf, type TaxRate } from '../money.ts'
import { loadTaxRates, type TaxRates } from '../tax/taxes.ts'
import { type LiveBrand, loadBrands } from './brands.ts'
import { adjustCents, type Choice, rulesMet } from './complex-rules.ts'
import { catalogue } from './index.ts'
import { loadPricingRules, type PricingRules } from './pricing-rules.ts'
import type { Modifier, Product, ProductVariant } from './types.ts'

/** A product as it is now: texts of the catalogue, price, stock and visibility of the database. */
export interface LiveProduct extends Product {
  modified: Date
  /** '' for none. */
  brandName: string
  taxRates: TaxRate[]
  /** What an amount that the merchant enters is multiplied by, to be what a shopper pays. */
  enteredFactor: number
  /** The product without the shopper's price list, which sorting by price leaves out, as on the platform. */
  unlisted?: LiveProduct
}

/** All products of the shop at one moment. */
export interface LiveCatalogue {
  /** Changes with every change of a product. */
  version: string
  products: Map<number, LiveProduct>
  productByVariant: Map<number, LiveProduct>
  brands: LiveBrand[]
  /** Those the storefront shows. */
  visibleProducts: LiveProduct[]
  /** What some shoppers pay instead; `catalogueFor` applies it. */
  pricing: PricingRules
  /** Whether a shopper's group may enter a category. */
  seesCategory(id: number): boolean
  /** The tax that prices have now. */
  taxRates: TaxRates
}

interface ProductRow {
  id: number
  price_cents: number
  sale_cents: number | null
  lowest_cents: number | null
  visible: boolean
  available: boolean
  /** Null while they are those of the catalogue. */
  modifiers: Modifier[] | null
  /** What was changed through the API, in place of the catalogue's. */
  overrides: Partial<Product>
  modified: Date
}
interface VariantRow {
  id: number
  price_cents: number
  stock: number | null
}

/** Inserts the catalogue's products and brands that the database does not have yet, unless it was this catalogue last time. */
export async function importCatalogue(db: Queryable, now: Date): Promise<void> {
  digest ??= createHash('sha256')
    .update(JSON.stringify([catalogue.brands, catalogue.products]))
    .digest('hex')
  const { rows } = await db.query(
    "select from shop.setting where key = 'catalogue_imported' and value = $1",
    [digest],
  )
  if (rows.length > 0) return
  await db.query(
    `insert into shop.record (id, kind, data) overriding system value
     select id, 'brand', jsonb_build_object('name', name) from jsonb_to_recordset($1) as b(id int, name text)
     on conflict do nothing`,
    [JSON.stringify(catalogue.brands)],
  )
  await insertProducts(db, catalogue.products, now)
  await db.query(
    `insert into shop.setting values ('catalogue_imported', $1)
     on conflict (key) do update set value = excluded.value`,
    [digest],
  )
}

let digest: string | undefined

/** Inserts products with their variants and first prices; those the database has stay as they are. */
export async function insertProducts(db: Queryable, products: Product[], now: Date): Promise<void> {
  await db.query(
    `with inserted as (
       insert into shop.product (id, price_cents, sale_cents, lowest_cents, visible, available, modified)
       select id, price, sale, lowest, visible, available, $2 from jsonb_to_recordset($1)
         as p(id int, price int, sale int, lowest int, visible boolean, available boolean)
       on conflict do nothing returning id, price_cents, sale_cents)
     insert into shop.price (product_id, cents, since)
     select id, price_cents, '-infinity' from inserted
     union all select id, sale_cents, $2 from inserted where sale_cents is not null`,
    [
      JSON.stringify(
        products.map(product => ({
          ...product,
          price: product.priceCents,
          sale: product.saleCents,
          lowest: product.lowest30dCents,
        })),
      ),
      now,
    ],
  )
  await db.query(
    `insert into shop.variant (id, product_id, price_cents, stock)
     select id, product, price, stock from jsonb_to_recordset($1)
       as v(id int, product int, price int, stock int) on conflict do nothing`,
    [
      JSON.stringify(
        products.flatMap(product =>
          product.variants.map(variant => ({
            id: variant.id,
            product: product.id,
            price: variant.priceCents,
            stock: product.stockTracked ? (variant.stock ?? 0) : null,
          })),
        ),
      ),
    ],
  )
  await markCatalogueChanged(db)
}

/** Makes every process reload the products, in the transaction of a change. */
export async function markCatalogueChanged(db: Queryable): Promise<void> {
  await db.query(
    `insert into shop.setting values ('catalogue_version', gen_random_uuid()::text)
     on conflict (key) do update set value = excluded.value`,
  )
}

interface CatalogueStore {
  db: Queryable
  /** May change while the shop runs. */
  pricesEnteredWithTax: boolean
}

/** A function that returns the live catalogue, reloaded only when its version has changed. */
export function createCatalogueReader(store: CatalogueStore): () => Promise<LiveCatalogue> {
  let loaded: LiveCatalogue | undefined
  return async () => {
    const { rows } = await store.db.query<{ value: string }>(
      `select value from shop.setting where key = 'catalogue_version'`,
    )
    const version = `${rows[0]?.value}:${store.pricesEnteredWithTax}`
    if (loaded?.version !== version) loaded = await loadLiveCatalogue(store, version)
    return loaded
  }
}

async function loadLiveCatalogue(
  { db, pricesEnteredWithTax }: CatalogueStore,
  version: string,
): Promise<LiveCatalogue> {
  const rows = await db.query<ProductRow>('select * from shop.product where not deleted')
  const variantRows = await db.query<VariantRow>('select id, price_cents, stock from shop.variant')
  const created = await db.query<{ data: Product }>('select data from shop.created_product order by id')
  const taxRates = await loadTaxRates(db)
  const brands = await loadBrands(db)
  const brandNames = new Map(brands.map(({ id, name }) => [id, name]))
  const rowById = new Map(rows.rows.map(row => [row.id, row]))
  const variantRowById = new Map(variantRows.rows.map(row => [row.id, row]))
  const products = new Map<number, LiveProduct>()
  const productByVariant = new Map<number, LiveProduct>()
  for (const product of [...catalogue.products, ...created.rows.map(row => row.data)]) {
    const row = rowById.get(product.id)
    if (!row) continue
    const shared = { taxRates, pricesEnteredWithTax, brandNames }
    const liveProduct = toLiveProduct(product, row, variantRowById, shared)
    products.set(product.id, liveProduct)
    for (const variant of liveProduct.variants) productByVariant.set(variant.id, liveProduct)
  }
  return {
    version,
    products,
    productByVariant,
    brands,
    visibleProducts: [...products.values()].filter(product => product.visible),
    pricing: await loadPricingRules(db),
    taxRates,
    seesCategory: () => true,
  }
}

function toLiveProduct(
  product: Product,
  row: ProductRow,
  variants: Map<number, VariantRow>,
  shared: { taxRates: TaxRates; pricesEnteredWithTax: boolean; brandNames: Map<number, string> },
): LiveProduct {
  const told = { ...product, ...row.overrides }
  const taxRates = shared.taxRates.get(told.taxClass) ?? []
  return {
    ...told,
    // A brand that staff deleted is gone from its products.
    brand: shared.brandNames.has(told.brand) ? told.brand : 0,
    brandName: shared.brandNames.get(told.brand) ?? '',
    taxRates,
    enteredFactor: shared.pricesEnteredWithTax ? 1 : 1 + percentOf(taxRates) / 100,
    slug: told.customPath ?? product.slug,
    priceCents: row.price_cents,
    saleCents: row.sale_cents ?? undefined,
    lowest30dCents:
      row.lowest_cents ?? (row.sale_cents === product.saleCents ? product.lowest30dCents : undefined),
    visible: row.visible,
    available: row.available,
    modifiers: row.modifiers ?? product.modifiers,
    modified: row.modified,
    variants: (row.overrides.variants ?? product.variants).map(variant => ({
      ...variant,
      priceCents: variants.get(variant.id)?.price_cents ?? variant.priceCents,
      stock: variants.get(variant.id)?.stock ?? undefined,
    })),
  }
}

/** The price of a variant now, in cents, with what is chosen besides. */
export const currentPriceCents = (
  product: LiveProduct,
  variant: ProductVariant,
  chosen: Choice[] = [],
): number => adjustCents(product, variant, chosen, ownPriceCents(product, variant))

/** A sale reduces every variant by the same amount. */
function ownPriceCents(product: LiveProduct, variant: ProductVariant): number {
  if (variant.currentCents !== undefined) return variant.currentCents
  if (variant.saleCents !== undefined) return variant.saleCents
  const reduction = product.saleCents === undefined ? 0 : product.priceCents - product.saleCents
  return Math.max(0, variant.priceCents - reduction)
}

/** How many units can be sold: those in stock and those that come later. */
export const unitsLeft = (product: LiveProduct, variant: ProductVariant | undefined): number =>
  product.stockTracked ? (variant?.stock ?? 0) + (product.backorder ?? 0) : Number.POSITIVE_INFINITY

export const isInStock = (product: LiveProduct, variant: ProductVariant): boolean =>
  unitsLeft(product, variant) > 0

/** Whether a variant can be put in a cart now. The group gift can, although no page shows it. */
export function isPurchasable(product: LiveProduct, variant: ProductVariant, chosen: Choice[] = []): boolean {
  const isDisabled =
    variant.isDisabled || rulesMet(product, variant, chosen).some(rule => rule.purchasing_disabled)
  return product.available && !isDisabled && isInStock(product, variant)
}

export function findVariantByValues(product: LiveProduct, values: number[]): ProductVariant | undefined {
  const ownValues = new Set(product.options.flatMap(option => option.values.map(value => value.id)))
  const chosen = values.filter(value => ownValues.has(value))
  return product.variants.find(
    variant =>
      variant.values.length === chosen.length && chosen.every(value => variant.values.includes(value)),
  )
}
