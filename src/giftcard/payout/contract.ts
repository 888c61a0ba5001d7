import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { agreement, amount, euro, flag, key, text, textOf, tick, wireDay } from '../../base/fields.ts'

/** What became of money that left: a certificate of the shop, or an order placed for the host. */
export const payoutView = z.object({
  id: z.int(),
  way: z.enum(['certificate', 'order']),
  reason: z.enum(['collect', 'prepayment', 'redeem', 'own', 'closing']),
  /** requested: the shop works on it, or will be asked again · failed: the money is back where it was. */
  state: z.enum(['requested', 'done', 'failed']),
  amount: euro,
  /** What the shop cancelled or refunded of an order later; it is open again. */
  returned: euro,
  /** The certificate’s code once the shop has it; null before, and for orders. */
  code: z.nullable(z.string()),
  /** What the shop last said is left on it, and when it said so (ISO, empty when it never did). */
  balance: z.nullable(euro),
  balance_at: z.string(),
  expires_on: wireDay,
  order_id: z.nullable(z.int()),
  created_at: z.string(),
  /** Gifts that its money was collected for. */
  gift_ids: z.array(z.int()),
})
export type PayoutView = z.output<typeof payoutView>

const collectedGift = z.object({
  /** The gift’s id: what collect and redeem are asked for. */
  id: z.int(),
  type: z.enum(['group', 'virtual', 'regular']),
  product_id: z.int(),
  name: z.string(),
  image: z.nullable(z.string()),
  tile: z.int(),
  /** Of one unit, incl. VAT. */
  price: euro,
  /** All that was collected for it, whatever became of it. */
  collected: euro,
  /** What can still be collected or redeemed. */
  open: euro,
  state: z.enum(['collected', 'requested', 'issued', 'redeemed', 'empty']),
  is_digital: flag,
  can_collect: flag,
  /** The product itself can be had for the money: redeem needs nothing more. */
  can_redeem: flag,
  /** What the host would pay himself to have it; 0 when the money suffices or there is nothing to redeem. */
  short: euro,
  can_move: flag,
})
export type CollectedGift = z.output<typeof collectedGift>

const leftover = z.object({
  id: z.int(),
  /** The gift it is left over from. */
  name: z.string(),
  image: z.nullable(z.string()),
  tile: z.int(),
  open: euro,
})

export const getCollectedGifts = endpoint({
  method: 'GET',
  path: '/v2/get-gifts',
  who: 'customer',
  summary: 'The money collected in a registry, in three groups, with what became of it.',
  input: z.object({ registry_id: text() }),
  reply: z.object({
    group: z.array(collectedGift),
    virtual: z.array(collectedGift),
    regular: z.array(collectedGift),
    /** Smart change: leftovers by origin. */
    change: z.array(leftover),
    /** Open group gifts that could take money in, with how much each still takes. */
    targets: z.array(z.object({ id: z.int(), name: z.string(), open: euro })),
    payouts: z.array(payoutView),
    open: euro,
    /** What the shop gave back to guests after it had been paid out. */
    owed: euro,
    /** Only the owner collects and redeems; a co-host reads. */
    may_redeem: flag,
    closing_day: wireDay,
    closed: flag,
  }),
})
export type CollectedMoney = z.output<(typeof getCollectedGifts)['reply']>

/** A part of what there is: nothing at all is no amount. */
const someMoney = amount('amount_wrong').check(z.gt(0, 'amount_wrong'))

/** One a click: the same key finds the same payout. Made by the server when missing. */
const idempotencyKey = z.optional(textOf({ min: 8, max: 64 }))
const sourceType = z.optional(z.enum(['group', 'virtual', 'regular', 'change']))
const source = z.object({ id: key, type: sourceType })

const collectInput = z
  .object({
    /** A gift of /v2/get-gifts; its leftovers with the type `change`. */
    id: z.optional(key),
    type: sourceType,
    /** Several at once: a gift card for a larger purchase, ahead of closing. */
    sources: z.optional(z.array(source).check(z.minLength(1, 'giftcard_source'), z.maxLength(200))),
    /** Up to what they hold; all of it when missing. */
    amount: z.optional(someMoney),
    idempotency_key: idempotencyKey,
  })
  .check(
    agreement<{ id?: number | undefined; sources?: unknown[] | undefined }>(
      asked => (asked.id === undefined) !== (asked.sources === undefined),
      'giftcard_source',
      'id',
    ),
  )

export const createGiftCertificate = endpoint({
  method: 'POST',
  path: '/v2/create-gift-certificate',
  who: 'customer',
  summary: 'Turns collected money into a gift certificate of the shop, mailed to the host.',
  input: collectInput,
  reply: payoutView,
})

const sourceAsked = z.object({ id: key, type: sourceType })

/** Spec §7 has it as a GET: for programs with a Bearer header alone; asked again, it finds what was issued. */
export const createGiftCertificateByGet = endpoint({
  method: 'GET',
  path: '/v2/create-gift-certificate',
  who: 'customer',
  bearer: true,
  summary:
    'The same for programs: answers only to an Authorization header; a repetition issues nothing more.',
  input: sourceAsked,
  reply: payoutView,
})

const redeemReply = z.extend(payoutView, {
  /** Where the host pays the rest, when he asked for that; for one use. */
  checkout_url: z.nullable(z.string()),
})

export const redeemGift = endpoint({
  method: 'POST',
  path: '/v2/set-redeem',
  who: 'customer',
  summary: 'Turns collected money into the product itself: an order placed in the shop for the host.',
  input: z.object({
    id: key,
    type: sourceType,
    /** Where the money does not suffice: it becomes a certificate, and the host pays the rest in the shop. */
    with_own_money: tick,
    idempotency_key: idempotencyKey,
  }),
  reply: redeemReply,
})

export const redeemGiftByGet = endpoint({
  method: 'GET',
  path: '/v2/set-redeem',
  who: 'customer',
  bearer: true,
  summary:
    'The same for programs: answers only to an Authorization header; a repetition orders nothing more.',
  input: sourceAsked,
  reply: redeemReply,
})

export const transferChange = endpoint({
  method: 'POST',
  path: '/me/registry/move-change',
  who: 'customer',
  summary: 'Sends leftovers, or money that will never fill its gift, to another open group gift.',
  input: z.object({
    id: key,
    type: sourceType,
    to: key,
    /** Up to what there is and what the other gift still takes; as much as fits when missing. */
    amount: z.optional(someMoney),
    idempotency_key: idempotencyKey,
  }),
  reply: z.object({ amount: euro }),
})

export const getMoneyStatement = endpoint({
  method: 'GET',
  path: '/me/registry/statement',
  who: 'customer',
  summary: 'Every line of a registry’s money, oldest first, with the balance after it.',
  input: z.object({ registry_id: text() }),
  reply: z.object({
    lines: z.array(
      z.object({
        id: z.int(),
        at: z.string(),
        kind: z.enum([
          'gift',
          'contribution',
          'gift_card',
          'surplus',
          'certificate',
          'redeemed',
          'returned',
          'moved',
          'settled',
        ]),
        gift: z.string(),
        /** As the giver wishes to appear. */
        giver: z.string(),
        /** The code of a certificate that the shop has issued, to the owner alone; else the number of the order. */
        reference: z.string(),
        amount: euro,
        balance: euro,
      }),
    ),
    came: euro,
    went: euro,
    balance: euro,
  }),
})
export type MoneyStatement = z.output<(typeof getMoneyStatement)['reply']>
