import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import {
  euro,
  flag,
  optionalCheckbox,
  pageMeta,
  pageNumber,
  positiveId,
  programNumber,
  text,
} from '../base/fields.ts'

/** Filters of the gifts received by whether their giver was thanked (R518). */
export const thanksFilters = ['all', 'unthanked', 'thanked'] as const
export type ThanksFilter = (typeof thanksFilters)[number]
export const defaultReceivedPageSize = 50
export const maxReceivedPageSize = 500

const perPage = z.pipe(
  programNumber,
  z.number().check(z.gte(1, 'field_required'), z.lte(maxReceivedPageSize, 'field_required')),
)

/** One line of an order. */
export const receivedGift = z.object({
  /** Below zero for what was paid at the shop's till (R967). */
  order_id: z.int(),
  line_id: z.int(),
  gift_id: z.int(),
  product_id: z.int(),
  name: z.string(),
  image: z.nullable(z.string()),
  tile: z.int(),
  kind: z.enum(['units', 'contribution', 'gift_card']),
  is_group_gifting: flag,
  units: z.int(),
  amount: euro,
  surplus: euro,
  /** Of goods, what was bought beyond the wish: the shop is asked to stop it (R507). */
  second_units: z.int(),
  state: z.enum(['paid', 'pending', 'void']),
  /** As the giver wishes to appear; empty for anonymous. */
  giver: z.string(),
  message: z.nullable(z.string()),
  /** Made again from the shop's order: the name and message that the giver wrote are lost (R522). */
  recovered: flag,
  /** The number of the receipt of the shop's till; null for an order. */
  receipt: z.nullable(z.string()),
  ordered_at: z.string(),
  /** Since when it is known to be on its way; null for what is not, and for money. */
  sent_at: z.nullable(z.string()),
  /** When a host marked the order as thanked. */
  thanked_at: z.nullable(z.string()),
})

export const listReceivedGifts = endpoint({
  method: 'POST',
  path: '/registry/gifts-received',
  who: 'customer',
  reads: true,
  paged: true,
  summary: 'Who gave what, newest first; for the hosts alone, and refused while surprise mode is on.',
  input: z.object({
    registry_id: text(),
    page: pageNumber,
    per_page: z._default(perPage, defaultReceivedPageSize),
    show: z._default(z.enum(thanksFilters), 'all'),
    gift_id: z.optional(positiveId),
  }),
  reply: z.object({
    data: z.array(receivedGift),
    meta: z.extend(pageMeta, {
      /** Of the whole registry, whatever the filter: what was paid, how many orders there are, with words, and not
       * thanked, which gifts have purchases. */
      amount: euro,
      orders: z.int(),
      wishes: z.int(),
      unthanked: z.int(),
      gifts: z.array(z.object({ id: z.int(), name: z.string() })),
      /** How many orders came in each week in which any came, by its Monday (`YYYY-MM-DD`). */
      weeks: z.array(z.object({ monday: z.string(), orders: z.int() })),
    }),
  }),
})

/** One order line as the hosts see it. */
export type ReceivedGift = z.output<typeof receivedGift>

export const thankGiver = endpoint({
  method: 'POST',
  path: '/registry/thank',
  who: 'customer',
  summary: 'Marks an order as thanked for, or unmarks it.',
  input: z.object({
    registry_id: text(),
    order_id: programNumber.check(
      z.gte(-2_147_483_648, 'field_malformed'),
      z.lte(2_147_483_647, 'field_malformed'),
    ),
    thanked: optionalCheckbox,
  }),
  reply: z.object({ thanked_at: z.nullable(z.string()) }),
})
