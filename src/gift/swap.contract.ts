import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { euro, positiveId, programNumber, shopEntityId } from '../base/fields.ts'
import { languages } from '../base/language.ts'
import { selectedOptions } from './gift.contract.ts'

/** A product, in one variant, that may replace a gift that the shop no longer sells (R318). */
const substitute = z.object({
  product_id: z.int(),
  /** 0 when the product has no options. */
  variant_id: z.int(),
  name: z.string(),
  brand: z.nullable(z.string()),
  image: z.nullable(z.string()),
  tile: z.int(),
  price: euro,
  selected_options: selectedOptions,
})
export type Substitute = z.output<typeof substitute>

export const showSubstitutes = endpoint({
  method: 'POST',
  path: '/me/registry/show/substitutes',
  who: 'customer',
  reads: true,
  summary: 'What could take a gift’s place: products of its categories in its price band, nearest first.',
  input: z.object({ gift_id: positiveId, lang: z.optional(z.enum(languages)) }),
  reply: z.array(substitute),
})

export const swapGift = endpoint({
  method: 'POST',
  path: '/me/registry/swap/product',
  who: 'customer',
  summary: 'Puts another product in the place of one that the shop no longer sells; what was given stays.',
  input: z.object({
    gift_id: positiveId,
    product_id: shopEntityId,
    variant_id: z.optional(programNumber),
  }),
  /** The id of the gift with the new product: another gift when units of the old product were given. */
  reply: z.object({ gift_id: z.int() }),
})
