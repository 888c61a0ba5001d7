import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import {
  boundedText,
  emptyObject,
  euro,
  flag,
  nameForOthers,
  positiveId,
  text,
  wordsForOthers,
} from '../../base/fields.ts'
import { hostKinds } from '../../base/kinds.ts'
import { giverVisibilities, maxGiftMessageLength, maxGiverNameLength } from '../../checkout/mark.rules.ts'

const message = wordsForOthers({ max: maxGiftMessageLength, long: 'message_long' })

export const showMyGift = endpoint({
  method: 'POST',
  path: '/my-gift/show',
  who: 'anyone',
  reads: true,
  summary: 'What was given, by the private link in the giver’s e-mail, or the words’ token of the hand-off.',
  input: z.object({ token: text() }),
  reply: z.object({
    /** Null when it was deleted. */
    registry_id: z.nullable(z.string()),
    registry_name: z.string(),
    /** Reference of the hand-off, for `/cart/status`. */
    reference: z.string(),
    hosts: z.string(),
    host_kind: z.optional(z.enum(hostKinds)),
    state: z.enum(['paid', 'pending', 'void']),
    giver_name: z.string(),
    visibility: z.enum(giverVisibilities),
    message: z.string(),
    orders: z.array(z.int()),
    lines: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        image: z.nullable(z.string()),
        tile: z.int(),
        kind: z.enum(['units', 'contribution', 'gift_card']),
        units: z.int(),
        amount: euro,
        /** Only for this gift; empty when the common message is used. */
        message: z.string(),
      }),
    ),
    /**
     * Withdrawal from the contract: possible · asked: was confirmed · ended: the term is over · over: the order is
     * void, or the token is one for the words.
     */
    withdrawal: z.enum(['possible', 'asked', 'ended', 'over']),
    withdrawn_at: z.nullable(z.string()),
    /** The shop's own page for it, where it has one. */
    withdrawal_url: z.nullable(z.string()),
    /** Where the acknowledgement is sent; null when no e-mail is known. */
    email: z.nullable(z.string()),
    has_own_messages: flag,
  }),
})

export const changeMyGift = endpoint({
  method: 'POST',
  path: '/my-gift/change',
  who: 'anyone',
  summary: 'The giver changes their message and how they appear.',
  keepsEmpty: true,
  input: z.object({
    token: text(),
    giver_name: z.optional(nameForOthers({ max: maxGiverNameLength, long: 'name_long' })),
    /** The name that the form began with: if the giver didn't change it, a newer one is kept. */
    giver_name_before: z.optional(boundedText({ max: maxGiverNameLength, long: 'name_long' })),
    visibility: z.enum(giverVisibilities),
    message: z.optional(message),
    /** Messages for single gifts, by the id of their line. */
    messages: z.optional(z.array(z.object({ id: positiveId, message: z.optional(message) }))),
  }),
  reply: emptyObject,
})

export const withdrawMyGift = endpoint({
  method: 'POST',
  path: '/my-gift/withdraw',
  who: 'anyone',
  summary: 'The giver withdraws from the contract, which is acknowledged by e-mail.',
  input: z.object({ token: text() }),
  reply: emptyObject,
})
