import { sql } from 'kysely'
import { phoneticSearchKeys } from '../base/greek/phonetic-keys.ts'
import { type Language, languages } from '../base/language.ts'
import type { ChosenOption } from '../server/postgres/columns.ts'
import { findRows, saveRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import type { CatalogueProduct, ShopCategory, ShopListingOrder, ShopVariant } from '../shop/port-catalogue.ts'
import { pictureAddress } from './pictures.rules.ts'
import { addressesOf, notePictures } from './pictures.sql.ts'
import { needsFile, needsOptionChoice } from './products.rules.ts'
import { storedStock } from './quantity.rules.ts'
import { updateCategorySetBranches, updateListingOrder, updateProductListings } from './search.sql.ts'

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

/** Keeps products that could not be read this time as they were read before, so that one odd row stops nothing (R1302). */
export async function markProductsSeen(tx: Db, language: Language, ids: number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const seen_in = sql<string>`seen_in || ${seenIn(language, now)}::jsonb`
  await tx.updateTable('product').set({ seen_in }).where('id', 'in', ids).where('listed', '=', true).execute()
}

const seenIn = (language: Language, now: Date): string => JSON.stringify({ [language]: now })

/** The products ordered by id (the lock order), with the addresses of their pictures as pages show them (R245). */
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
  await saveRows(tx, 'product', {
    key: ['id'],
    rows: products.map(product => ({
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
      seen_in: seenIn(language, now),
    })),
    merged: {
      modifiers: sql`product.modifiers || excluded.modifiers`,
      seen_in: sql`product.seen_in || excluded.seen_in`,
      listed: sql`product.listed`,
    },
  })
}

async function upsertTexts(tx: Db, language: Language, products: CatalogueProduct[]): Promise<void> {
  const categories = await findRows(tx, 'category', { where: { language }, columns: ['id', 'name'] })
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const searchText = ({ name, brand, sku, categoryIds }: CatalogueProduct) =>
    phoneticSearchKeys([name, brand, sku, ...categoryIds.map(id => names.get(id))].filter(Boolean).join(' '))
  await saveRows(tx, 'product_text', {
    key: ['product_id', 'language'],
    rows: products.map(product => ({
      product_id: product.id,
      language,
      name: product.name,
      path: product.path,
      description: product.description,
      search: searchText(product),
    })),
  })
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
    await saveRows(tx, 'variant', {
      key: ['id'],
      rows: rows.slice(start, start + rowsPerStatement),
      merged: { options: sql`variant.options || excluded.options` },
    })
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

interface StoreTax {
  pricesIncludeTax: boolean
  classes: { id: number; name: string; factor: number | null }[]
  /** Milliseconds. */
  readAt: number
}

/** How the store's prices are taxed, as last read (R304); null before the first reading. */
export async function findStoreTax(db: Db): Promise<StoreTax | null> {
  const row = await db.selectFrom('store_tax').selectAll().executeTakeFirst()
  if (!row) return null
  return { pricesIncludeTax: row.prices_include_tax, classes: row.classes, readAt: row.read_at.getTime() }
}

/** An earlier reading doesn't replace a later one. */
export async function saveStoreTax(db: Db, { pricesIncludeTax, classes, readAt }: StoreTax): Promise<void> {
  const values = {
    prices_include_tax: pricesIncludeTax,
    classes: JSON.stringify(classes),
    read_at: new Date(readAt),
  }
  await db
    .insertInto('store_tax')
    .values(values)
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet(values).where('store_tax.read_at', '<=', values.read_at),
    )
    .execute()
}

/** Forgets in which languages these products were seen, before they are read again. */
export async function clearSeen(tx: Db, ids: number[]): Promise<void> {
  await sql`update product set seen_in = '{}' where id in (
    select id from product where id = any(${ids}) order by id for update)`.execute(tx)
}

/**
 * Lists the products, or those in `ids`, that the storefront of every language has had since `since`, because guests
 * of each have to be able to buy a gift. The rows of all others stay, but are no longer listed.
 */
export async function updateListed(tx: Db, since: Date, ids?: number[]): Promise<void> {
  const isSeen = languages.map(
    language => sql`coalesce((seen_in->>${language})::timestamptz >= ${since}, false)`,
  )
  const { rows } = await sql<{ id: number }>`
    update product set listed = not listed where listed <> (${sql.join(isSeen, sql` and `)})
      ${ids ? sql`and id = any(${ids})` : sql``} returning id`.execute(tx)
  await updateProductListings(
    tx,
    rows.map(({ id }) => id),
  )
}

const orderColumns = { newest: 'newest', featured: 'featured', 'best-selling': 'sold' } as const

/** Saves each product's place in one of the shop's own sort orders; `updateListingOrder` copies it to the listings. */
export async function saveListingOrder(tx: Db, order: ShopListingOrder, ids: number[]): Promise<void> {
  const column = sql.ref(orderColumns[order])
  await sql`update product set ${column} = coalesce(place.place, 0)
    from product stored left join unnest(${ids}::int[]) with ordinality as place (id, place) on place.id = stored.id
    where stored.id = product.id and product.${column} <> coalesce(place.place, 0)`.execute(tx)
}

/** Ranks brands in Greek dictionary order, which the database's own collation lacks. */
export async function updateBrandOrder(tx: Db): Promise<void> {
  const rows = await tx
    .selectFrom('product')
    .select('brand')
    .distinct()
    .where('brand', 'is not', null)
    .execute()
  const collator = new Intl.Collator('el', { sensitivity: 'base', numeric: true })
  const brands = rows.map(row => row.brand ?? '').toSorted(collator.compare)
  await sql`update product set brand_rank = coalesce(array_position(${brands}::text[], brand), 0)
    where brand_rank <> coalesce(array_position(${brands}::text[], brand), 0)`.execute(tx)
  await updateListingOrder(tx)
}

/** The NOTIFY channel of changes that show on pages of the site: categories and the gifts that event types recommend. */
export const siteChannel = 'doron_site'

/** At least as many products as any page of the site recommends. */
const maxRecommended = 60

/** Digest of what pages of the site show of the catalogue: its categories and its best sellers. */
export async function digestSiteCatalogue(db: Db): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(concat(
      (select string_agg(to_jsonb(category)::text, '' order by language, id) from category),
      (select string_agg(concat_ws('|', product.id, sold, available, price_cents, type, brand, image,
          (select jsonb_agg(jsonb_build_array(name, path) order by language) from product_text
            where product_id = product.id)), '' order by sold, product.id)
        from product where listed and sold between 1 and ${maxRecommended}))) as digest`.execute(db)
  return rows[0]?.digest ?? ''
}

/** Notifies every process, when the transaction commits, that pages of the site have changed. */
export async function notifySiteChanged(tx: Db): Promise<void> {
  await sql`select pg_notify(${siteChannel}, '')`.execute(tx)
}

/** Product id → digest of everything that visitors see of it, for the products on registries, or those of them in `ids`. */
export async function digestWishedProducts(db: Db, ids?: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; digest: string }>`
    select product.id, md5(concat_ws('|', product.listed, product.available, product.price_cents, product.type,
      product.brand, product.image, product.category_ids,
      product.min_quantity, coalesce(product.max_quantity, 0), coalesce(product.stock, -1),
      product.modifiers, product.is_preorder, coalesce(product.released_on::text, ''),
      (select jsonb_agg(jsonb_build_array(name, path) order by language) from product_text
        where product_id = product.id),
      (select jsonb_agg(to_jsonb(variant) order by id) from variant where product_id = product.id))) as digest
    from product where ${ids ? sql`id = any(${ids}) and` : sql``} id in (select product_id from gift where removed_at is null)`.execute(
    db,
  )
  return new Map(rows.map(row => [row.id, row.digest]))
}

export async function findRegistryIdsByProducts(db: Db, productIds: number[]): Promise<number[]> {
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
