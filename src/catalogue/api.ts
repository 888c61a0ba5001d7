import sanitizeHtml from 'sanitize-html'
import type { ParsedOf, ReplyOf } from '../base/endpoint.ts'
import { metaOf } from '../base/fields.ts'
import type { Language } from '../base/language.ts'
import { inLanguage } from '../base/paths.ts'
import { found } from '../base/refusal.ts'
import { queryKeys } from '../base/sounds.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Visit } from '../server/visit.ts'
import { type ProductDetails, ShopFailure } from '../shop/port.ts'
import * as said from './contract.ts'
import * as data from './data.ts'
import { foundByShop } from './first-search.ts'
import { hasChoices, priceOf, tileOf } from './rules.ts'
import { searchShelf } from './search-data.ts'
import { wasSwept } from './sweep-data.ts'

export const calls: Served[] = [
  serve(said.searchProducts, searchProducts),
  serve(said.categoryTree, categoryTree),
  serve(said.productDetails, productDetails),
]

async function searchProducts(input: ParsedOf<typeof said.searchProducts>, visit: Visit) {
  const language = input.lang ?? visit.language
  const wanted = {
    words: queryKeys(input.search ?? ''),
    category: input.category,
    priceMin: input.price_min,
    priceMax: input.price_max,
    sort: input.sort,
    page: input.page,
    perPage: said.productsPerPage,
  }
  const [onShelf, isFilled] = await Promise.all([searchShelf(visit.db, wanted, visit), wasSwept(visit.db)])
  const found = isFilled ? onShelf : await foundByShop(wanted, onShelf, input.search ?? '', visit)
  const products = await data.productsInOrder(visit.db, found.ids, language)
  return {
    data: products.map(product => cardOf(product, visit, language)),
    meta: {
      ...metaOf(input.page, said.productsPerPage, found.total),
      near: found.near,
      categories: [...found.categories]
        .filter(([, count]) => count > 0)
        .map(([entityId, count]) => ({ entityId, count })),
      price_min: found.priceMin,
      price_max: found.priceMax,
    },
  }
}

function cardOf(product: data.MirrorProduct, { config }: Visit, language: Language): said.ProductCard {
  return {
    id: product.id,
    name: product.name,
    brand: product.brand,
    image: product.image,
    url: inLanguage(`${config.SHOP_STOREFRONT_URL ?? '/shop'}${product.path}`, language),
    tile: tileOf(product),
    type: product.type,
    price: product.price_cents,
    available: product.available,
    has_options: product.has_options,
  }
}

async function categoryTree({ lang }: ParsedOf<typeof said.categoryTree>, { db, language }: Visit) {
  const tree = await data.categories(db, lang ?? language)
  return tree.map(({ id, parent_id, name, path }) => ({
    entityId: id,
    parentEntityId: parent_id,
    name,
    path,
  }))
}

type Details = ReplyOf<typeof said.productDetails>

/** Read live from the shop; from the mirror while the shop is away. Refuses `gift_not_available` 404. */
async function productDetails(
  { id, lang }: ParsedOf<typeof said.productDetails>,
  visit: Visit,
): Promise<Details> {
  const language = lang ?? visit.language
  try {
    return liveDetails(found(await visit.shop.product(id, language), 'gift_not_available'), visit, language)
  } catch (error) {
    const passing = error instanceof ShopFailure && ['unavailable', 'rate'].includes(error.kind)
    const kept = passing ? await mirrorDetails(id, visit, language) : null
    if (kept) return kept
    throw error
  }
}

function liveDetails(product: ProductDetails, visit: Visit, language: Language): Details {
  const card = {
    ...product,
    price_cents: product.priceCents,
    category_ids: product.categoryIds,
    listed: true,
    has_options: hasChoices(product.variants),
  }
  return {
    ...cardOf(card, visit, language),
    description: clean(product.description),
    images: product.images,
    options: product.options,
    variants: product.variants.map(variant => ({
      id: variant.id,
      price: variant.priceCents ?? product.priceCents,
      available: variant.available && product.available,
      image: variant.image,
      chosen: variant.options.map(({ optionId, valueId }) => ({ option_id: optionId, value_id: valueId })),
    })),
  }
}

async function mirrorDetails(id: number, visit: Visit, language: Language): Promise<Details | null> {
  const product = (await data.productsByIds(visit.db, [id], language)).get(id)
  if (!product?.listed) return null
  return {
    ...cardOf(product, visit, language),
    description: clean(await data.descriptionOf(visit.db, id, language)),
    images: product.image === null ? [] : [product.image],
    options: optionsOf(product.variants),
    variants: product.variants.map(variant => ({
      id: variant.id,
      price: priceOf(product, variant),
      available: variant.available && product.available,
      image: variant.image,
      chosen: variant.options.map(({ option_id, value_id }) => ({ option_id, value_id })),
    })),
  }
}

/** The options of a product as its variants tell them; they know no colours. */
function optionsOf(variants: data.MirrorVariant[]): Details['options'] {
  const options = new Map<number, Details['options'][number]>()
  for (const { option_id, option, value_id, value } of variants.flatMap(variant => variant.options)) {
    const known = options.get(option_id) ?? { id: option_id, name: option, values: [] }
    options.set(option_id, known)
    if (!known.values.some(one => one.id === value_id))
      known.values.push({ id: value_id, label: value, colour: null })
  }
  return [...options.values()]
}

/** The shop's own HTML as far as a description needs it; no styles, scripts, forms or pictures. */
function clean(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'h3', 'h4'],
    allowedAttributes: {},
  })
}
