import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { euro, flag, shopEntityId } from '../../base/fields.ts'
import { languages } from '../../base/language.ts'

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

export const listCategories = endpoint({
  method: 'GET',
  path: '/bigcommerce/categories',
  who: 'anyone',
  summary: 'The shop’s categories, three levels deep, parents before children.',
  input: z.object({ lang: languageInput }),
  reply: z.array(
    z.object({ entityId: z.int(), parentEntityId: z.int(), name: z.string(), path: z.string() }),
  ),
})

/** One product with its pictures, text (sanitised HTML), options, and the price of each variant. */
export const showProductDetails = endpoint({
  method: 'GET',
  path: '/bigcommerce/product',
  who: 'anyone',
  summary: 'One product with its options and variants, for its dialog.',
  input: z.object({ id: shopEntityId, lang: languageInput }),
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
export type ProductDetailsView = z.output<typeof showProductDetails.reply>
