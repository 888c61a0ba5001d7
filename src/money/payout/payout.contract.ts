import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { checkbox, euro, fieldsAgree, positiveId, wireDay } from '../../base/fields.ts'
import { hostAnswersInput } from '../../gift/gift.contract.ts'
import { idempotencyKeyInput, moneySourceInput, moneySourceType, partialAmount } from '../ledger.contract.ts'

/** Money that left the registry as a certificate of the shop, or as an order for the host. */
export const payoutView = z.object({
  id: z.int(),
  way: z.enum(['certificate', 'order']),
  reason: z.enum(['collect', 'prepayment', 'redeem', 'own', 'closing']),
  /** requested: the shop works on it, or it will be tried again · failed: the money is back where it was. */
  state: z.enum(['requested', 'done', 'failed']),
  amount: euro,
  /** What the shop cancelled or refunded of an order; it is open again. */
  returned: euro,
  /** The certificate’s code, once the shop has it; null before, and for orders. */
  code: z.nullable(z.string()),
  /** The balance when the shop last answered, and that moment (ISO, empty when it never did). */
  balance: z.nullable(euro),
  balance_at: z.string(),
  expires_on: wireDay,
  order_id: z.nullable(z.int()),
  created_at: z.string(),
  /** Gifts that its money came from. */
  gift_ids: z.array(z.int()),
})
export type PayoutView = z.output<typeof payoutView>

const collectInput = z
  .object({
    /** A gift of /v2/get-gifts; its leftovers with the type `change`. */
    id: z.optional(positiveId),
    type: moneySourceType,
    /** Several at once: a gift card for a larger purchase, ahead of closing (R610). */
    sources: z.optional(z.array(moneySourceInput).check(z.minLength(1, 'giftcard_source'), z.maxLength(200))),
    /** All that there is when missing. */
    amount: partialAmount,
    idempotency_key: idempotencyKeyInput,
  })
  .check(
    fieldsAgree<{ id?: number | undefined; sources?: unknown[] | undefined }>(
      input => (input.id === undefined) !== (input.sources === undefined),
      'giftcard_source',
      'id',
    ),
  )

export const createGiftCertificate = endpoint({
  method: 'POST',
  path: '/v2/create-gift-certificate',
  who: 'customer',
  summary: 'Turns collected money into a gift certificate of the shop, mailed to the host.',
  protects: { payout: 'proof' },
  input: collectInput,
  reply: payoutView,
})

/** For programs with a bearer header only (R905, a GET changes nothing); a repetition answers what was issued. */
export const createGiftCertificateByGet = endpoint({
  method: 'GET',
  path: '/v2/create-gift-certificate',
  who: 'customer',
  bearer: true,
  summary:
    'Turns collected money into a gift certificate, for programs: answers only to an Authorization header; a repetition issues nothing more.',
  protects: { payout: 'proof' },
  input: moneySourceInput,
  reply: payoutView,
})

const redeemReply = z.extend(payoutView, {
  /** Where the host pays the rest, when they asked to; works once. */
  checkout_url: z.nullable(z.string()),
})

export const redeemGift = endpoint({
  method: 'POST',
  path: '/v2/set-redeem',
  who: 'customer',
  summary: 'Turns collected money into the product itself: an order placed in the shop for the host.',
  protects: { payout: 'proof' },
  input: z.object({
    id: positiveId,
    type: moneySourceType,
    /** When the money doesn't suffice, it becomes a certificate, and the host pays the rest in the shop. */
    with_own_money: checkbox,
    /** The host's answers to the shop's open questions (R424). */
    modifiers: hostAnswersInput,
    idempotency_key: idempotencyKeyInput,
  }),
  reply: redeemReply,
})

export const redeemGiftByGet = endpoint({
  method: 'GET',
  path: '/v2/set-redeem',
  who: 'customer',
  bearer: true,
  summary:
    'Orders the product for collected money, for programs: answers only to an Authorization header; a repetition orders nothing more.',
  protects: { payout: 'proof' },
  input: moneySourceInput,
  reply: redeemReply,
})
