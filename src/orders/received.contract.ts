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

/** By whether the giver was thanked (R518). */
export const thanksFilters = ['all', 'unthanked', 'thanked'] as const
export type ThanksFilter = (typeof thanksFilters)[number]
const defaultReceivedPageSize = 50
export const maxReceivedPageSize = 500

const perPage = z.pipe(
  programNumber,
  z.number().check(z.gte(1, 'field_required'), z.lte(maxReceivedPageSize, 'field_required')),
)

const receivedGift = z.object({
  /** Below zero for a receipt of the shop's till (R967). */
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
  /** Units beyond the wish, which the shop is asked to stop (R507, over-fulfilled). */
  second_units: z.int(),
  state: z.enum(['paid', 'pending', 'void']),
  /** In the form that the giver chose; empty for anonymous. */
  giver: z.string(),
  message: z.nullable(z.string()),
  /** Made again from the shop's order after a restore: the giver's own name and message are lost (R522). */
  recovered: flag,
  /** Number of the till receipt; null for an order. */
  receipt: z.nullable(z.string()),
  ordered_at: z.string(),
  /** When it was first known to be on its way; null for money and what hasn't left. */
  sent_at: z.nullable(z.string()),
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
      /**
       * Of the whole registry, whatever the filter: paid cents, orders, orders with a message, orders not thanked for,
       * and gifts with purchases.
       */
      amount: euro,
      orders: z.int(),
      wishes: z.int(),
      unthanked: z.int(),
      gifts: z.array(z.object({ id: z.int(), name: z.string() })),
      /** Orders of each week that had any, by its Monday (`YYYY-MM-DD`). */
      weeks: z.array(z.object({ monday: z.string(), orders: z.int() })),
    }),
  }),
})

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
