import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import {
  euro,
  flag,
  key,
  nothing,
  pageMeta,
  pageNumber,
  shopKey,
  text,
  textOf,
  tick,
  tickChange,
  wholeNumber,
} from '../../base/fields.ts'
import { languages } from '../../base/language.ts'

export const maxGiftQuantity = 99
export const maxGiftNoteLength = 200

const quantity = z.pipe(
  wholeNumber('quantity_wrong'),
  z.number().check(z.gte(1, 'quantity_wrong'), z.lte(maxGiftQuantity, 'quantity_wrong')),
)

/** A gift with all that its tile shows; counts are sums over purchases and holds at this moment. */
export const giftView = z.object({
  id: z.int(),
  product_id: z.int(),
  /** 0 when the product has no options. */
  variant_id: z.int(),
  sku: z.string(),
  name: z.string(),
  brand: z.nullable(z.string()),
  image: z.nullable(z.string()),
  /** The product’s page in the shop. */
  url: z.string(),
  /** Which of the six tile colours lies behind the picture. */
  tile: z.int(),
  type: z.string(),
  quantity: z.int(),
  /** Units bought; for a group gift 1 once it is covered (spec §3, product.md 14). */
  how_many_sale: z.int(),
  is_group_gifting: flag,
  /** Unit price incl. VAT. */
  price: euro,
  selected_options: z.array(z.object({ option: z.string(), value: z.string() })),
  note: z.nullable(z.string()),
  must_have: flag,
  /** Group gifts: money that stands, what is left after it, and how many people gave. */
  collected: euro,
  remaining: euro,
  givers: z.int(),
  /** What is set aside at this moment by guests at the shop’s checkout. */
  held_units: z.int(),
  held: euro,
  /** Units that can still be put in a cart (quantity less bought less held; 0 or 1 for a group gift). */
  open_units: z.int(),
  /** Cents of a group gift that can still be given (remaining less held). */
  open_amount: euro,
  /** Gift cards: the amounts that the shop offers, smallest first; any between the ends may be given. */
  amounts: z.optional(z.array(euro)),
  state: z.enum(['open', 'held', 'given', 'unavailable']),
})
export type GiftView = z.output<typeof giftView>
/** As a list shows it: only the cart needs to know the gift's number and page in the shop. */
export type GiftListItem = Omit<GiftView, 'sku' | 'url'>

export const showGifts = endpoint({
  method: 'POST',
  path: '/registry/show/products',
  who: 'anyone',
  reads: true,
  summary: 'The gifts of a registry, in the host’s order.',
  input: z.object({ registry_id: text(), page: pageNumber, lang: z.optional(z.enum(languages)) }),
  reply: z.object({ data: z.array(giftView), meta: pageMeta }),
})

/** One page of gifts holds them all up to this many; nobody wishes for more. */
export const giftsPerPage = 1000

const buckets = z.object({
  dollar050: z.int(),
  dollar50100: z.int(),
  dollar100150: z.int(),
  dollar150plus: z.int(),
})
export type UnitsByPriceBand = z.output<typeof buckets>

export const showGiftStatistics = endpoint({
  method: 'POST',
  path: '/registry/show/statistic',
  who: 'anyone',
  reads: true,
  summary: 'Units wished for, bought and open, by price band (product.md 17).',
  input: z.object({ registry_id: text() }),
  reply: z.object({
    purchased: buckets,
    available: buckets,
    added: buckets,
    gift_items: z.int(),
    group_gifting_items: z.int(),
  }),
})

/** One product wished for. */
export const wishInput = z.object({
  product_id: shopKey,
  variant_id: z.optional(wholeNumber('field_required')),
  quantity: z._default(quantity, 1),
  is_group_gifting: tick,
  must_have: tick,
  note: z.optional(textOf({ max: maxGiftNoteLength, long: 'note_long' })),
  /** What is wished for already stays as it is: a second press adds nothing. */
  once: tick,
})

export const addGifts = endpoint({
  method: 'POST',
  path: '/me/registry/add/products',
  who: 'customer',
  message: 'gift_added',
  summary: 'Adds shop products to the host’s registry; one already there gains the quantity.',
  input: z.object({
    registry_id: text(),
    products: z.array(wishInput).check(z.minLength(1, 'field_required'), z.maxLength(50, 'field_long')),
  }),
  reply: z.object({ added: z.array(z.object({ id: z.int(), product_id: z.int(), quantity: z.int() })) }),
})

export const changeGift = endpoint({
  method: 'POST',
  path: '/me/registry/change/product',
  who: 'customer',
  summary: 'Changes quantity, note, mark or the group switch of a gift; what is not sent stays as it is.',
  keepsEmpty: true,
  input: z.object({
    gift_id: key,
    quantity: z.optional(quantity),
    is_group_gifting: z.optional(tickChange),
    must_have: z.optional(tickChange),
    note: z.optional(textOf({ max: maxGiftNoteLength, long: 'note_long' })),
  }),
  reply: nothing,
})

export const removeGift = endpoint({
  method: 'POST',
  path: '/me/registry/remove/product',
  who: 'customer',
  message: 'gift_removed',
  summary: 'Takes a gift off the registry; refused once something was given towards it.',
  input: z.object({ gift_id: key }),
  reply: nothing,
})

export const moveGift = endpoint({
  method: 'POST',
  path: '/me/registry/move/product',
  who: 'customer',
  summary: 'Moves a gift in the host’s order: directly before another, to a place, or to the end.',
  input: z.object({
    gift_id: key,
    before: z.optional(key),
    /** 1 is the first; beyond the last is the last. */
    place: z.optional(wholeNumber('gift_place_wrong').check(z.gte(1, 'gift_place_wrong'))),
  }),
  reply: z.object({ place: z.int(), of: z.int() }),
})

/** A product, in one of its variants, that may take the place of a gift that the shop no longer sells. */
export const substitute = z.object({
  product_id: z.int(),
  /** 0 when the product has no options. */
  variant_id: z.int(),
  name: z.string(),
  brand: z.nullable(z.string()),
  image: z.nullable(z.string()),
  tile: z.int(),
  price: euro,
  selected_options: z.array(z.object({ option: z.string(), value: z.string() })),
})
export type Substitute = z.output<typeof substitute>

export const showSubstitutes = endpoint({
  method: 'POST',
  path: '/me/registry/show/substitutes',
  who: 'customer',
  reads: true,
  summary: 'What could take a gift’s place: products of its categories in its price band, nearest first.',
  input: z.object({ gift_id: key, lang: z.optional(z.enum(languages)) }),
  reply: z.array(substitute),
})

export const swapGift = endpoint({
  method: 'POST',
  path: '/me/registry/swap/product',
  who: 'customer',
  summary: 'Puts another product in the place of one that the shop no longer sells; what was given stays.',
  input: z.object({
    gift_id: key,
    product_id: shopKey,
    variant_id: z.optional(wholeNumber('field_required')),
  }),
  /** The gift that stands there now; another one where units of the old product were given. */
  reply: z.object({ gift_id: z.int() }),
})
