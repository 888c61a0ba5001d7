import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { amount, euro, flag, pageMeta, pageNumber, shopKey, textOf } from '../base/fields.ts'
import { languages } from '../base/language.ts'

/** Spec §9, in the order in which they are offered. */
export const sorts = [
  'newest',
  'featured',
  'best-selling',
  'brand-a-z',
  'brand-z-a',
  'price-up',
  'price-down',
] as const
export type Sort = (typeof sorts)[number]
export const productsPerPage = 24

export const productCard = z.object({
  id: z.int(),
  name: z.string(),
  brand: z.nullable(z.string()),
  image: z.nullable(z.string()),
  url: z.string(),
  tile: z.int(),
  type: z.string(),
  /** The maximum of the price range, incl. VAT; null when the shop shows none. */
  price: z.nullable(euro),
  available: flag,
  has_options: flag,
})
export type ProductCard = z.output<typeof productCard>

const languageInput = z.optional(z.enum(languages))

/** What else the shelf holds, so that a person sees before choosing. */
export const productsMeta = z.extend(pageMeta, {
  /** Nothing is just so; these differ from the words by a typo. */
  near: flag,
  /** How many products fit the words and prices in a category and below it; where none does it is left out. */
  categories: z.array(z.object({ entityId: z.int(), count: z.int() })),
  /** The lowest and the highest price among what fits the words and the category; null when none has a price. */
  price_min: z.nullable(euro),
  price_max: z.nullable(euro),
})

export const searchProducts = endpoint({
  method: 'GET',
  path: '/bigcommerce/products',
  who: 'anyone',
  paged: true,
  summary: 'The shop’s products: words in either alphabet, category, price range, sort.',
  input: z.object({
    search: z.optional(textOf({ max: 80 })),
    category: z.optional(shopKey),
    price_min: z.optional(amount('amount_wrong')),
    price_max: z.optional(amount('amount_wrong')),
    sort: z._default(z.enum(sorts), 'featured'),
    page: pageNumber,
    lang: languageInput,
  }),
  reply: z.object({ data: z.array(productCard), meta: productsMeta }),
})

export const categoryTree = endpoint({
  method: 'GET',
  path: '/bigcommerce/categories',
  who: 'anyone',
  summary: 'The shop’s categories, three levels deep, parents before children.',
  input: z.object({ lang: languageInput }),
  reply: z.array(
    z.object({ entityId: z.int(), parentEntityId: z.int(), name: z.string(), path: z.string() }),
  ),
})

/** A product whole: pictures, text (sanitised HTML), options, and the price of each variant. */
export const productDetails = endpoint({
  method: 'GET',
  path: '/bigcommerce/product',
  who: 'anyone',
  summary: 'One product with its options and variants, for its dialog.',
  input: z.object({ id: shopKey, lang: languageInput }),
  reply: z.extend(productCard, {
    description: z.string(),
    images: z.array(z.string()),
    options: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        values: z.array(z.object({ id: z.int(), label: z.string(), colour: z.nullable(z.string()) })),
      }),
    ),
    variants: z.array(
      z.object({
        id: z.int(),
        price: z.nullable(euro),
        available: flag,
        image: z.nullable(z.string()),
        /** Option id → value id. */
        chosen: z.array(z.object({ option_id: z.int(), value_id: z.int() })),
      }),
    ),
  }),
})
