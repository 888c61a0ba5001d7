import { sql } from 'kysely'
import sanitizeHtml from 'sanitize-html'
import { AppError } from '../base/app-error.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import type { Language } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import type { ShopModifier } from '../base/shop-modifiers.ts'
import { createStaleCache, type StaleCache } from '../base/stale-cache.ts'
import { createMinuteBudget, createWorkLimit, type WorkLimit } from '../base/work-limit.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { readThroughTableCache } from '../server/context/table-cache.ts'
import type { ChosenOption } from '../server/postgres/columns.ts'
import { askPrepared } from '../server/postgres/prepared.ts'
import { findRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { type Shop, ShopFailure } from '../shop/port.ts'
import type { ProductDetails } from '../shop/port-catalogue.ts'
import { pictureAddress } from './pictures.rules.ts'
import { findPictureStates } from './pictures.sql.ts'
import * as contract from './products.contract.ts'
import {
  askableModifiers,
  type CardProduct,
  needsFile,
  needsOptionChoice,
  priceOf,
  toProductCard,
} from './products.rules.ts'
import type { ShownQuantityRules } from './quantity.rules.ts'
import { hasFinishedFirstSync } from './sync.ts'

export const calls: Handler[] = [
  handle(contract.listCategories, listCategories),
  handle(contract.showProductDetails, showProductDetails),
]

async function listCategories(
  { lang }: ParsedOf<typeof contract.listCategories>,
  { db, language }: RequestContext,
) {
  const wanted = lang ?? language
  const categories = await readThroughTableCache(db, `categories ${wanted}`, () =>
    findRows(db, 'category', {
      where: { language: wanted },
      columns: ['id', 'parent_id', 'name', 'path'],
      orderBy: ['position'],
    }),
  )
  const byParent = Map.groupBy(categories, ({ parent_id }) => parent_id)
  return categories.map(({ id, parent_id, name, path }) => ({
    entityId: id,
    parentEntityId: parent_id,
    name,
    path,
    slug: path.split('/').findLast(Boolean) ?? '',
    children: (byParent.get(id) ?? []).map(child => child.id),
    node: { parentEntityId: parent_id },
  }))
}

/**
 * From the stored catalogue, with pictures and colours from the shop if it answers; all from the shop until the
 * catalogue has been read once. These prices are only shown: a hand-off uses live ones (R303). Throws
 * `gift_not_available` 404, and `refused_shop_away` 503 where only the shop could answer.
 */
async function showProductDetails(
  { id, lang }: ParsedOf<typeof contract.showProductDetails>,
  ctx: RequestContext,
): Promise<contract.ProductDetailsView> {
  const language = lang ?? ctx.language
  const stored = await storedDetails(id, ctx, language)
  // Once the whole catalogue was read, a product that it lacks doesn't exist.
  if (!stored && (await hasFinishedFirstSync(ctx.db))) throw new AppError('gift_not_available', 404)
  const live = await readLiveDetails(ctx, id, language)
  if (live === null) throw new AppError('gift_not_available', 404)
  if (!stored) {
    if (live === undefined) throw new AppError('refused_shop_away', 503)
    return detailsFromShop(live, ctx, language)
  }
  return live ? { ...stored, images: await shownPictures(live.images, ctx), options: live.options } : stored
}

/** The pictures by the addresses that lists use, which carry how each is shown (R245); missing ones are left out. */
async function shownPictures(urls: string[], { db }: RequestContext): Promise<string[]> {
  const states = await findPictureStates(db, urls)
  return urls.flatMap(url => pictureAddress(url, states.get(url)) ?? [])
}

function detailsFromShop(
  product: ProductDetails,
  { config }: RequestContext,
  language: Language,
): contract.ProductDetailsView {
  const card = {
    ...product,
    price_cents: product.priceCents,
    category_ids: product.categoryIds,
    has_options: needsOptionChoice(product.variants),
    needs_file: needsFile(product.modifiers),
    needs_answers: askableModifiers(product.modifiers).some(({ required }) => required),
  }
  return {
    ...toProductCard(card, language, config.storefronts),
    description: sanitizeDescription(product.description),
    min_quantity: product.minQuantity,
    max_quantity: product.maxQuantity,
    stock: product.stock,
    images: product.images,
    options: product.options,
    modifiers: product.modifiers,
    variants: product.variants.map(variant => ({
      id: variant.id,
      variant_sku: variant.sku,
      price: variant.priceCents ?? product.priceCents,
      available: variant.available && product.available,
      stock: variant.stock,
      image: variant.image,
      chosen: variant.options.map(({ optionId, valueId }) => ({ option_id: optionId, value_id: valueId })),
    })),
  }
}

async function storedDetails(
  id: number,
  { db, config }: RequestContext,
  language: Language,
): Promise<contract.ProductDetailsView | null> {
  const product = (await findProductsByIds(db, [id], language)).get(id)
  if (!product?.listed) return null
  return {
    ...toProductCard(product, language, config.storefronts),
    description: sanitizeDescription(await findProductDescription(db, id, language)),
    min_quantity: product.min_quantity,
    max_quantity: product.max_quantity,
    stock: product.stock,
    images: product.image === null ? [] : [product.image],
    options: collectOptions(product.variants),
    modifiers: product.modifiers,
    variants: product.variants.map(variant => ({
      id: variant.id,
      variant_sku: variant.sku,
      price: priceOf(product, variant),
      available: variant.available && product.available,
      stock: variant.stock,
      image: variant.image,
      chosen: variant.options.map(({ option_id, value_id }) => ({ option_id, value_id })),
    })),
  }
}

/** The options that the stored variants have; colours are not stored. */
function collectOptions(variants: StoredVariant[]): contract.ProductDetailsView['options'] {
  const options = new Map<number, contract.ProductDetailsView['options'][number]>()
  for (const { option_id, option, value_id, value } of variants.flatMap(variant => variant.options)) {
    const known = options.get(option_id) ?? { id: option_id, name: option, values: [] }
    options.set(option_id, known)
    if (!known.values.some(({ id }) => id === value_id))
      known.values.push({ id: value_id, label: value, colour: null })
  }
  return [...options.values()]
}

function sanitizeDescription(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'h3', 'h4'],
    allowedAttributes: {},
  })
}

interface DetailsCache {
  products: StaleCache<ProductDetails | null>
  limit: WorkLimit
  mayRead: (now: Date) => boolean
}

const freshMs = 10 * 60_000
const maxProducts = 1000
/** The shop's API takes some hundreds of calls a minute, of which orders need their part. */
export const maxReadsPerMinute = 90

const caches = new WeakMap<Shop, DetailsCache>()

/**
 * A product as the shop has it, at most some minutes old; null when the shop has none. `undefined` when the shop is
 * unavailable, or `maxReadsPerMinute` is used up, and nothing is cached.
 */
async function readLiveDetails(
  { shop, now }: Pick<RequestContext, 'shop' | 'now'>,
  id: number,
  language: Language,
): Promise<ProductDetails | null | undefined> {
  const { products, limit, mayRead } = cacheFor(shop)
  const key = `${language} ${id}`
  try {
    return await products.read(key, now, async () => {
      if (!mayRead(now)) throw new ShopFailure('rate', 'enough was asked of the shop in this minute')
      return limit(() => shop.fetchProduct(id, language))
    })
  } catch (error) {
    const isTemporary = error instanceof ShopFailure && ['unavailable', 'rate'].includes(error.kind)
    if (isTemporary) return products.peek(key)
    throw error
  }
}

function cacheFor(shop: Shop): DetailsCache {
  const cache = caches.get(shop) ?? {
    products: createStaleCache({ max: maxProducts, freshMs, staleMs: freshMs }),
    limit: createWorkLimit({ concurrent: 4, waiting: maxReadsPerMinute }),
    mayRead: createMinuteBudget(maxReadsPerMinute),
  }
  caches.set(shop, cache)
  return cache
}

/** With its text in one language, or in another where it has none in that one. */
export interface StoredProduct extends CardProduct, ShownQuantityRules {
  sku: string
  /** False once the shop no longer shows it. */
  listed: boolean
  modifiers: ShopModifier[]
}

export interface StoredVariant {
  id: number
  sku: string
  price_cents: Cents | null
  available: boolean
  stock: number | null
  image: string | null
  /** The variant's options in the language; empty for the base variant. */
  options: ChosenOption[]
}

/** These products in the order of the ids; unknown ids are left out. */
export async function findProductsInOrder(
  db: Db,
  ids: number[],
  language: Language,
): Promise<StoredProduct[]> {
  if (ids.length === 0) return []
  const query = sql<StoredProduct>`${selectProducts(language)} where product.id = any(${ids})
    order by array_position(${ids}::int[], product.id)`
  return askPrepared(db, query)
}

function selectProducts(language: Language) {
  return sql`select product.id, product.sku, product.type, product.brand, product.image, product.price_cents,
      product.category_ids, product.available, product.listed, product.has_options, product.needs_file,
      product_modifiers_in(product, ${language}) as modifiers, needs_answers(product) as needs_answers,
      product.min_quantity, product.max_quantity, product.stock, text.name, text.path
    from product
    join product_text_in(${language}) text on text.product_id = product.id and text.name is not null`
}

/** These products with their variants, by id; unknown ids are left out. */
export async function findProductsByIds(
  db: Db,
  ids: number[],
  language: Language,
): Promise<Map<number, StoredProduct & { variants: StoredVariant[] }>> {
  if (ids.length === 0) return new Map()
  const [{ rows: products }, variants] = await Promise.all([
    sql<StoredProduct>`${selectProducts(language)} where product.id = any(${ids})`.execute(db),
    findVariants(db, ids, language),
  ])
  return new Map(
    products.map(product => [product.id, { ...product, variants: variants.get(product.id) ?? [] }]),
  )
}

async function findVariants(
  db: Db,
  ids: number[],
  language: Language,
): Promise<Map<number, StoredVariant[]>> {
  const { rows } = await sql<StoredVariant & { product_id: number }>`
    select id, product_id, sku, price_cents, available, stock, image,
      coalesce(options -> ${language}, options -> 'en', options -> 'el', '[]') as options
    from variant where product_id = any(${ids}) order by id`.execute(db)
  return Map.groupBy(rows, row => row.product_id)
}

/** The shop's HTML, not sanitised; empty for an unknown product. */
async function findProductDescription(db: Db, id: number, language: Language): Promise<string> {
  const { rows } = await sql<{ description: string }>`select description from product_text
    where product_id = ${id} order by language = ${language} desc limit 1`.execute(db)
  return rows[0]?.description ?? ''
}
