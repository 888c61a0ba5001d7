import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { boundedText, emptyObject, optionalCheckbox, positiveId, wholeNumber } from '../base/fields.ts'
import { giftQuantity, hostAnswersInput, maxGiftNoteLength } from './gift.contract.ts'

export const changeGift = endpoint({
  method: 'POST',
  path: '/me/registry/change/product',
  who: 'customer',
  summary:
    'Changes quantity, note, mark, the group switch or the answers of a gift; what is not sent stays as it is.',
  keepsEmpty: true,
  input: z.object({
    gift_id: positiveId,
    quantity: z.optional(giftQuantity),
    is_group_gifting: z.optional(optionalCheckbox),
    must_have: z.optional(optionalCheckbox),
    note: z.optional(boundedText({ max: maxGiftNoteLength, long: 'note_long' })),
    modifiers: hostAnswersInput,
  }),
  reply: emptyObject,
})

export const removeGift = endpoint({
  method: 'POST',
  path: '/me/registry/remove/product',
  who: 'customer',
  message: 'gift_removed',
  summary: 'Takes a gift off the registry; refused once something was given towards it.',
  input: z.object({ gift_id: positiveId }),
  reply: emptyObject,
})

export const moveGift = endpoint({
  method: 'POST',
  path: '/me/registry/move/product',
  who: 'customer',
  summary: 'Moves a gift in the host’s order: directly before another, to a place, or to the end.',
  input: z.object({
    gift_id: positiveId,
    before: z.optional(positiveId),
    /** 1 is the first; a number beyond the last means the last. */
    place: z.optional(wholeNumber('gift_place_wrong').check(z.gte(1, 'gift_place_wrong'))),
  }),
  reply: z.object({ place: z.int(), of: z.int() }),
})
