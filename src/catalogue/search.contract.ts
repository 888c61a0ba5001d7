import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { amount, boundedText, euro, flag, pageMeta, pageNumber, shopEntityId, text } from '../base/fields.ts'
import { languages } from '../base/language.ts'
import { productCard } from './products.contract.ts'

export const productSorts = [
  'newest',
  'featured',
  'best-selling',
  'brand-a-z',
  'brand-z-a',
  'price-up',
  'price-down',
] as const
export type ProductSort = (typeof productSorts)[number]
export const productsPerPage = 24

/** Counts and prices, so that people see what a filter holds before they choose it. */
const productSearchMeta = z.extend(pageMeta, {
  /** These products match only with one typo. */
  near: flag,
  /** How many products match the words and prices in a category and below it; categories without any are left out. */
  categories: z.array(z.object({ entityId: z.int(), count: z.int() })),
  /** The lowest and highest price of what matches the words and the category; null when none has a price. */
  price_min: z.nullable(euro),
  price_max: z.nullable(euro),
})

/** Product ids with commas between them, as many as a registry has gifts. */
const productIds = z.pipe(
  z.pipe(
    text(),
    z.transform((ids: string): (number | string)[] => ids.split(',')),
  ),
  z.array(shopEntityId).check(z.maxLength(1000, 'field_long')),
)

export const searchProducts = endpoint({
  method: 'GET',
  path: '/bigcommerce/products',
  who: 'anyone',
  paged: true,
  summary: 'The shop’s products: words in either alphabet, category, price range, sort; some of them last.',
  input: z.object({
    search: z.optional(boundedText({ max: 80 })),
    category: z.optional(shopEntityId),
    price_min: z.optional(amount('amount_wrong')),
    price_max: z.optional(amount('amount_wrong')),
    sort: z._default(z.enum(productSorts), 'featured'),
    /** Products that come after all others, such as those that a host has already (R1060). */
    last: z.optional(productIds),
    page: pageNumber,
    lang: z.optional(z.enum(languages)),
  }),
  reply: z.object({ data: z.array(productCard), meta: productSearchMeta }),
})
