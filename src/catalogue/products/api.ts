import sanitizeHtml from 'sanitize-html'
import { AppError } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import type { Language } from '../../base/language.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { remember } from '../../server/context/table-memory.ts'
import { findRows } from '../../server/postgres/rows.ts'
import type { ProductDetails } from '../../shop/port-catalogue.ts'
import { findPictureStates } from '../pictures/data.ts'
import { pictureAddress } from '../pictures/rules.ts'
import { hasFinishedFirstSync } from '../sync/data.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { readLiveDetails } from './live-details-service.ts'
import { askableModifiers, needsFile } from './modifier-rules.ts'
import { needsOptionChoice, priceOf, toProductCard } from './rules.ts'

export const calls: Handler[] = [
  handle(contract.listCategories, listCategories),
  handle(contract.showProductDetails, showProductDetails),
]

async function listCategories(
  { lang }: ParsedOf<typeof contract.listCategories>,
  { db, language }: RequestContext,
) {
  const wanted = lang ?? language
  const categories = await remember(db, `categories ${wanted}`, () =>
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
 * From the stored catalogue, with the pictures and colours that only the shop has as long as it may be asked for them;
 * all from the shop while the catalogue is read for the first time. Money is never taken by these prices (R303).
 * Throws `gift_not_available` 404.
 */
async function showProductDetails(
  { id, lang }: ParsedOf<typeof contract.showProductDetails>,
  ctx: RequestContext,
): Promise<contract.ProductDetailsView> {
  const language = lang ?? ctx.language
  const stored = await storedDetails(id, ctx, language)
  // What the whole catalogue lacks, the shop is not asked for.
  if (!stored && (await hasFinishedFirstSync(ctx.db))) throw new AppError('gift_not_available', 404)
  const live = await readLiveDetails(ctx, id, language)
  if (live === null) throw new AppError('gift_not_available', 404)
  if (!stored) {
    if (live === undefined) throw new AppError('refused_shop_away', 503)
    return detailsFromShop(live, ctx, language)
  }
  return live ? { ...stored, images: await shownPictures(live.images, ctx), options: live.options } : stored
}

/** The product's pictures by the addresses that lists have, so that each is known again and shown by its kind (R245). */
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
  const product = (await data.findProductsByIds(db, [id], language)).get(id)
  if (!product?.listed) return null
  return {
    ...toProductCard(product, language, config.storefronts),
    description: sanitizeDescription(await data.findProductDescription(db, id, language)),
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

/** The options of a product as its stored variants have them; colours are not stored. */
function collectOptions(variants: data.StoredVariant[]): contract.ProductDetailsView['options'] {
  const options = new Map<number, contract.ProductDetailsView['options'][number]>()
  for (const { option_id, option, value_id, value } of variants.flatMap(variant => variant.options)) {
    const known = options.get(option_id) ?? { id: option_id, name: option, values: [] }
    options.set(option_id, known)
    if (!known.values.some(({ id }) => id === value_id))
      known.values.push({ id: value_id, label: value, colour: null })
  }
  return [...options.values()]
}

/** The shop's HTML without styles, scripts, forms and pictures. */
function sanitizeDescription(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'h3', 'h4'],
    allowedAttributes: {},
  })
}
