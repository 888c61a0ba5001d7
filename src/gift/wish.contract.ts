import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { boundedText, checkbox, optionalCheckbox, programNumber, shopEntityId, text } from '../base/fields.ts'
import { giftQuantity, hostAnswersInput, maxGiftNoteLength } from './gift.contract.ts'

export const wishInput = z.object({
  product_id: shopEntityId,
  variant_id: z.optional(programNumber),
  quantity: z._default(giftQuantity, 1),
  /** Without it the event type decides (R216: group activity). */
  is_group_gifting: z.optional(optionalCheckbox),
  must_have: checkbox,
  note: z.optional(boundedText({ max: maxGiftNoteLength, long: 'note_long' })),
  /** Without any, guests are asked for what the shop requires (R322). */
  modifiers: hostAnswersInput,
  /** A product that is on the registry already stays as it is, so that a repeated click adds nothing. */
  once: checkbox,
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
