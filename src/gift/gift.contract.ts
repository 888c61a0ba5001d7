import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { checkbox, euro, flag, pageMeta, pageNumber, positiveId, text, wholeNumber } from '../base/fields.ts'
import { languages } from '../base/language.ts'
import type { ShopModifier } from '../base/shop-modifiers.ts'
import { modifierView } from '../catalogue/products.contract.ts'
import { checkAnswer } from '../catalogue/products.rules.ts'
import { answerFieldName, type FormTexts, guestFieldName } from './modifier.rules.ts'

export const maxGiftQuantity = 99
export const maxGiftNoteLength = 200

export const giftQuantity = z.pipe(
  wholeNumber('quantity_wrong'),
  z.number().check(z.gte(1, 'quantity_wrong'), z.lte(maxGiftQuantity, 'quantity_wrong')),
)

export const selectedOptions = z.array(z.object({ option: z.string(), value: z.string() }))

/**
 * Why a gift is unavailable, where its hosts can be told: the shop says no price of it (R304), or asks for a file
 * (R323).
 */
const unavailableReasons = ['price', 'file'] as const

/** A host’s answer to something that the shop asks of the buyer, or that the guest gives it (R322). */
const hostAnswerInput = z.object({
  option_id: positiveId,
  value: z.optional(z.string()),
  guest: checkbox,
})
export const hostAnswersInput = z.optional(z.array(hostAnswerInput).check(z.maxLength(50, 'field_long')))

/** What the shop asks of the buyer of a gift: the host has answered it, the guest is asked, or nobody is. */
const giftModifier = z.object({
  modifier: modifierView,
  by: z.enum(['host', 'guest', 'nobody']),
  /** The host’s answer, as it is sent and as people read it. */
  answer: z.nullable(z.string()),
  text: z.nullable(z.string()),
})
export type GiftModifierView = z.output<typeof giftModifier>

/** A gift as its tile and its dialog show it; counts are sums over purchases and reservations at this moment. */
const giftView = z.object({
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
  /** Units bought; for a group gift 1 once its price is covered (R314). */
  how_many_sale: z.int(),
  is_group_gifting: flag,
  /** Unit price incl. VAT. */
  price: euro,
  selected_options: selectedOptions,
  modifiers: z.array(giftModifier),
  note: z.nullable(z.string()),
  must_have: flag,
  /** Money given towards it, what is missing to its price, and how many people gave (R314). */
  collected: euro,
  remaining: euro,
  givers: z.int(),
  /** What guests at the shop’s checkout have reserved. */
  held_units: z.int(),
  held: euro,
  /** Whole minutes until the first of them is free again, unless it is paid for; null when nobody is at the checkout. */
  held_minutes: z.nullable(z.int()),
  /** When that is, or until when an order waits for its payment, in ISO 8601; null when nobody knows. */
  held_until: z.nullable(z.string()),
  /** Units that can still be put in a cart: quantity less bought less reserved; 0 or 1 for a group gift. */
  open_units: z.int(),
  /** What can still be given towards a group gift: remaining less reserved. */
  open_amount: euro,
  /** Gift cards: the amounts that the shop offers, smallest first; any between the ends may be given (R317). */
  amounts: z.optional(z.array(euro)),
  /** The fewest and most units that the shop sells in one order; no most is null (R321). */
  min_quantity: z.int(),
  max_quantity: z.nullable(z.int()),
  /** Units left in the shop, 100 for more; null when it doesn't say. */
  stock: z.nullable(z.int()),
  /** Pre-orders: the day from which it is available, such as `2027-03-01`, where the shop says it (R1370). */
  preorder: z.optional(z.object({ from: z.nullable(z.string()) })),
  state: z.enum(['open', 'held', 'given', 'unavailable']),
  unavailable_reason: z.optional(z.enum(unavailableReasons)),
})
export type GiftView = z.output<typeof giftView>
/** A gift in a list: only the cart needs its number and page in the shop, and only its dialog what is written on it. */
export type GiftListItem = Omit<GiftView, 'sku' | 'url' | 'modifiers' | 'held_minutes'>

export const showGifts = endpoint({
  method: 'POST',
  path: '/registry/show/products',
  who: 'anyone',
  reads: true,
  summary: 'The gifts of a registry, in the host’s order.',
  input: z.object({ registry_id: text(), page: pageNumber, lang: z.optional(z.enum(languages)) }),
  reply: z.object({ data: z.array(giftView), meta: pageMeta }),
})

/** What guests aren't shown (R312), so that whoever looks for one of them reads why it isn't there. */
export const showUnavailableGifts = endpoint({
  method: 'POST',
  path: '/registry/show/unavailable',
  who: 'anyone',
  reads: true,
  summary: 'The gifts of a registry that the shop doesn’t sell now.',
  input: z.object({ registry_id: text() }),
  reply: z.array(z.object({ id: z.int(), product_id: z.int(), variant_id: z.int(), name: z.string() })),
})

/** Also the most gifts that a registry may have (R308), so that one page holds them all. */
export const giftsPerPage = 1000

const unitsByPriceBand = z.object({
  dollar050: z.int(),
  dollar50100: z.int(),
  dollar100150: z.int(),
  dollar150plus: z.int(),
})

export const showGiftStatistics = endpoint({
  method: 'POST',
  path: '/registry/show/statistic',
  who: 'anyone',
  reads: true,
  summary: 'Units wished for, bought and open, by price band.',
  input: z.object({ registry_id: text() }),
  reply: z.object({
    purchased: unitsByPriceBand,
    available: unitsByPriceBand,
    added: unitsByPriceBand,
    gift_items: z.int(),
    group_gifting_items: z.int(),
  }),
})

/** The fields of modifiers, for the schema of the form that they are in. */
export function answerFields(modifiers: ShopModifier[]) {
  const names = modifiers.flatMap(({ id }) => [answerFieldName(id), guestFieldName(id)])
  return Object.fromEntries(names.map(name => [name, z.optional(z.string())]))
}

/** Each answer that is not left to the guest has to fit; for the `check` of that schema. */
export function answerChecks<T extends object>(modifiers: ShopModifier[]) {
  return modifiers.map(modifier => {
    const problem = (input: unknown) => {
      const values = input as FormTexts
      if (values[guestFieldName(modifier.id)] === 'on') return null
      const checked = checkAnswer(modifier, values[answerFieldName(modifier.id)] ?? '')
      return checked.ok ? null : checked.key
    }
    return z.refine<T>(value => problem(value) === null, {
      error: ({ input }) => problem(input) ?? '',
      path: [answerFieldName(modifier.id)],
      when: ({ value }) => typeof value === 'object' && value !== null,
    })
  })
}
