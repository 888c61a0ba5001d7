import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { key, nothing, textOf, tickChange, wholeNumber } from '../../base/fields.ts'
import { giftQuantity, maxGiftNoteLength } from '../gift/contract.ts'

export const changeGift = endpoint({
  method: 'POST',
  path: '/me/registry/change/product',
  who: 'customer',
  summary: 'Changes quantity, note, mark or the group switch of a gift; what is not sent stays as it is.',
  keepsEmpty: true,
  input: z.object({
    gift_id: key,
    quantity: z.optional(giftQuantity),
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
