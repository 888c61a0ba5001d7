import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { euro, flag, shopEntityId } from '../base/fields.ts'
import { languages } from '../base/language.ts'

export const productCard = z.object({
  id: z.int(),
  name: z.string(),
  brand: z.nullable(z.string()),
  image: z.nullable(z.string()),
  url: z.string(),
  tile: z.int(),
  type: z.string(),
  /** The highest price of its variants, incl. VAT; null when the shop shows none. */
  price: z.nullable(euro),
  available: flag,
  has_options: flag,
  /** The shop requires what a gift can’t say, such as a file (R323). */
  needs_file: flag,
  /** A question of the shop must be answered, by the host or by the guest (R322). */
  needs_answers: flag,
})
export type ProductCard = z.output<typeof productCard>

const modifierFields = { id: z.int(), name: z.string(), required: flag, initial: z.string() }

/** What the shop asks of the buyer beyond the options (R322); answers are texts. */
export const modifierView = z.discriminatedUnion('kind', [
  z.object({ ...modifierFields, kind: z.literal('text'), min: z.int(), max: z.int(), lines: z.int() }),
  z.object({
    ...modifierFields,
    kind: z.literal('number'),
    min: z.nullable(z.number()),
    max: z.nullable(z.number()),
    whole: flag,
  }),
  /** Days as `2027-06-15`. */
  z.object({
    ...modifierFields,
    kind: z.literal('date'),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
  }),
  /** The answer is the id of a value. */
  z.object({
    ...modifierFields,
    kind: z.literal('choice'),
    values: z.array(z.object({ id: z.int(), label: z.string() })),
  }),
  z.object({
    ...modifierFields,
    kind: z.literal('checkbox'),
    label: z.string(),
    checked: z.int(),
    unchecked: z.int(),
  }),
  z.object({ ...modifierFields, kind: z.literal('file') }),
])

const languageInput = z.optional(z.enum(languages))

export const listCategories = endpoint({
  method: 'GET',
  path: '/bigcommerce/categories',
  who: 'anyone',
  summary: 'The shop’s categories, three levels deep, parents before children.',
  input: z.object({ lang: languageInput }),
  reply: z.array(
    z.object({
      entityId: z.int(),
      parentEntityId: z.int(),
      name: z.string(),
      path: z.string(),
      slug: z.string(),
      /** The ids of the categories directly below, in the shop's order. */
      children: z.array(z.int()),
      node: z.object({ parentEntityId: z.int() }),
    }),
  ),
})

export const showProductDetails = endpoint({
  method: 'GET',
  path: '/bigcommerce/product',
  who: 'anyone',
  summary: 'One product with its options and variants.',
  input: z.object({ id: shopEntityId, lang: languageInput }),
  reply: z.extend(productCard, {
    /** Sanitised HTML. */
    description: z.string(),
    /** The fewest and most units that the shop sells in one order (R321); null without a most. */
    min_quantity: z.int(),
    max_quantity: z.nullable(z.int()),
    /** Units left in the shop; null when it doesn't say. */
    stock: z.nullable(z.int()),
    images: z.array(z.string()),
    options: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        values: z.array(z.object({ id: z.int(), label: z.string(), colour: z.nullable(z.string()) })),
      }),
    ),
    modifiers: z.array(modifierView),
    variants: z.array(
      z.object({
        id: z.int(),
        variant_sku: z.string(),
        price: z.nullable(euro),
        available: flag,
        stock: z.nullable(z.int()),
        image: z.nullable(z.string()),
        chosen: z.array(z.object({ option_id: z.int(), value_id: z.int() })),
      }),
    ),
  }),
})
export type ProductDetailsView = z.output<typeof showProductDetails.reply>
