import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { amount, boundedText, euro, flag, pageMeta, pageNumber, shopEntityId } from '../../base/fields.ts'
import { languages } from '../../base/language.ts'
import { productCard } from '../products/contract.ts'

/** In the order in which they are offered (R305). */
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

/** What else the catalogue holds, so that people see it before they choose. */
export const productSearchMeta = z.extend(pageMeta, {
  /** Nothing matches the words themselves; these products match them with one typo. */
  near: flag,
  /** How many products match the words and prices in a category and below it; categories without any are left out. */
  categories: z.array(z.object({ entityId: z.int(), count: z.int() })),
  /** The lowest and highest price of what matches the words and the category; null when none has a price. */
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
    search: z.optional(boundedText({ max: 80 })),
    category: z.optional(shopEntityId),
    price_min: z.optional(amount('amount_wrong')),
    price_max: z.optional(amount('amount_wrong')),
    sort: z._default(z.enum(productSorts), 'featured'),
    page: pageNumber,
    lang: z.optional(z.enum(languages)),
  }),
  reply: z.object({ data: z.array(productCard), meta: productSearchMeta }),
})
