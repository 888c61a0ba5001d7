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

/** Why a gift is unavailable, where it is known: the shop shows no price (taxes unknown, R304), or asks for a file (R323). */
const unavailableReasons = ['price', 'file'] as const

/** A host's answer to a question of the shop, or `guest` to leave it to the guest (R322). */
const hostAnswerInput = z.object({
  option_id: positiveId,
  value: z.optional(z.string()),
  guest: checkbox,
})
export const hostAnswersInput = z.optional(z.array(hostAnswerInput).check(z.maxLength(50, 'field_long')))

/** A question of the shop to the buyer of a gift: answered by the host, asked of the guest, or of nobody. */
const giftModifier = z.object({
  modifier: modifierView,
  by: z.enum(['host', 'guest', 'nobody']),
  /** The host's answer as it is sent, and (`text`) as people read it. */
  answer: z.nullable(z.string()),
  text: z.nullable(z.string()),
})
export type GiftModifierView = z.output<typeof giftModifier>

/** A gift as its tile and its dialog show it; counts are current sums over purchases and reservations. */
const giftView = z.object({
  id: z.int(),
  product_id: z.int(),
  /** 0 when the product has no options. */
  variant_id: z.int(),
  sku: z.string(),
  name: z.string(),
  brand: z.nullable(z.string()),
  image: z.nullable(z.string()),
  url: z.string(),
  /** The tile colour behind the picture, 0 to 5. */
  tile: z.int(),
  type: z.string(),
  quantity: z.int(),
  /** Units bought; for a group gift 1 once its price is covered (R314). */
  how_many_sale: z.int(),
  is_group_gifting: flag,
  price: euro,
  selected_options: selectedOptions,
  modifiers: z.array(giftModifier),
  note: z.nullable(z.string()),
  must_have: flag,
  /** Money given towards it, what is missing to its price, and how many people gave (R314). */
  collected: euro,
  remaining: euro,
  givers: z.int(),
  /** Reserved by guests at the shop's checkout, or by orders that await payment. */
  held_units: z.int(),
  held: euro,
  /** Whole minutes until the first reservation at the checkout ends; null without one. */
  held_minutes: z.nullable(z.int()),
  /** When that is, else until when an order waits for its payment, in ISO 8601; null where neither is known. */
  held_until: z.nullable(z.string()),
  /** Units that can still be put into a cart: quantity less bought less reserved; 0 or 1 for a group gift. */
  open_units: z.int(),
  /** What can still be given towards a group gift: remaining less reserved. */
  open_amount: euro,
  /** Gift cards: the amounts that the shop offers, smallest first; guests may give any between the ends (R317). */
  amounts: z.optional(z.array(euro)),
  /** The fewest and most units that the shop sells in one order (R321); null without a most. */
  min_quantity: z.int(),
  max_quantity: z.nullable(z.int()),
  /** Units left in the shop, 100 for more; null when it doesn't say. */
  stock: z.nullable(z.int()),
  /** Pre-orders: the day from which the shop has it, such as `2027-03-01`; null when the shop doesn't say (R1370). */
  preorder: z.optional(z.object({ from: z.nullable(z.string()) })),
  state: z.enum(['open', 'held', 'given', 'unavailable']),
  unavailable_reason: z.optional(z.enum(unavailableReasons)),
})
export type GiftView = z.output<typeof giftView>
/** A gift in a list, without what only its dialog and the cart need. */
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

/** Unavailable gifts are hidden from guests (R312); by this a page can say why one isn't there. */
export const showUnavailableGifts = endpoint({
  method: 'POST',
  path: '/registry/show/unavailable',
  who: 'anyone',
  reads: true,
  summary: 'The gifts of a registry that the shop doesn’t sell now.',
  input: z.object({ registry_id: text() }),
  reply: z.array(z.object({ id: z.int(), product_id: z.int(), variant_id: z.int(), name: z.string() })),
})

/** Also the most gifts that a registry may have (R308), so that one page has them all. */
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

/** Fields for the shop's questions, to extend the schema of a form. */
export function answerFields(modifiers: ShopModifier[]) {
  const names = modifiers.flatMap(({ id }) => [answerFieldName(id), guestFieldName(id)])
  return Object.fromEntries(names.map(name => [name, z.optional(z.string())]))
}

/** Checks for the schema extended by `answerFields`: each answer that is not left to the guest has to be valid. */
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
