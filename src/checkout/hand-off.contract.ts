import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import {
  amount,
  boundedText,
  email,
  euro,
  flag,
  nameForOthers,
  programNumber,
  shopEntityId,
  text,
  wholeNumber,
  wordsForOthers,
} from '../base/fields.ts'
import { hostKinds } from '../base/kinds.ts'
import { languages } from '../base/language.ts'
import { giverVisibilities, maxGiftMessageLength, maxGiverNameLength } from './mark.rules.ts'

const selection = z.object({
  option_id: programNumber,
  option_value: z.union([z.string(), z.number()]),
})

/**
 * A line of a cart to hand off (R406). A contribution is either the real product with `list_price` and
 * `is_group_gifting`, or the shop's generic group-gift product whose two options carry product and variant (R415).
 */
export const lineItem = z.object({
  quantity: z.pipe(
    wholeNumber('quantity_wrong'),
    z.number().check(z.gte(1, 'quantity_wrong'), z.lte(999, 'quantity_wrong')),
  ),
  product_id: shopEntityId,
  variant_id: z.optional(programNumber),
  option_selections: z.optional(z.array(selection)),
  is_group_gifting: z.optional(z.union([z.boolean(), z.string(), z.number()])),
  list_price: z.optional(amount('amount_wrong')),
  /** The unit price that the guest saw; a different live price is refused before the guest leaves (R409). */
  seen_price: z.optional(amount('amount_wrong')),
  name: z.optional(text()),
  message: z.optional(wordsForOthers({ max: maxGiftMessageLength, long: 'message_long' })),
})

const shopCart = z.object({
  reference: z.string(),
  /** 0 when this device or network has reserved too much (R413): the cart can be paid, but others may be faster. */
  reserved: flag,
  redirects: z.object({ cart_url: z.string(), checkout_url: z.string() }),
})

export const createCart = endpoint({
  method: 'POST',
  path: '/cart/create',
  who: 'anyone',
  summary: 'Reserves the gifts and hands the cart to the shop.',
  input: z.object({
    registry_id: text(),
    customer_id: z.optional(programNumber),
    channel_id: z.optional(programNumber),
    line_items: z.array(lineItem).check(z.minLength(1, 'cart_empty'), z.maxLength(200, 'cart_long')),
    giver_name: z.optional(nameForOthers({ max: maxGiverNameLength, long: 'name_long' })),
    giver_email: z.optional(email),
    visibility: z._default(z.enum(giverVisibilities), 'full'),
    message: z.optional(wordsForOthers({ max: maxGiftMessageLength, long: 'message_long' })),
    lang: z.optional(z.enum(languages)),
    /** One for each click: the same key finds the same hand-off (R411). Made by the server when missing. */
    idempotency_key: z.optional(boundedText({ min: 8, max: 64 })),
    /** The signed device id of the cart page's cookie; without it limits count the network address (R413). */
    device: z.optional(boundedText({ max: 200 })),
  }),
  reply: z.extend(shopCart, {
    /** Valid for a day: once paid, shows and changes the giver's words by `/my-gift/show` and `/my-gift/change` (R516). */
    words_token: z.string(),
  }),
})

/** Proves whose hand-off it is (R1431): its `words_token`, or the signed id of the device that made it. */
const owner = {
  words_token: z.optional(boundedText({ max: 400 })),
  device: z.optional(boundedText({ max: 200 })),
}

const handedLine = z.object({
  gift_id: z.int(),
  name: z.string(),
  image: z.nullable(z.string()),
  tile: z.int(),
  units: z.int(),
  amount: euro,
  is_group_gifting: flag,
})

/** The hand-off of the token, and those that reserve something for the device now. */
export const listOwnHandoffs = endpoint({
  method: 'POST',
  path: '/cart/own',
  who: 'anyone',
  reads: true,
  summary: 'The carts that this giver has handed off, and until when they are reserved.',
  input: z.object(owner),
  reply: z.object({
    handoffs: z.array(
      z.object({
        reference: z.string(),
        state: z.enum(['open', 'pending', 'paid', 'lapsed', 'void']),
        registry_id: z.string(),
        registry_name: z.string(),
        /** Until when its gifts are reserved, in ISO 8601; null when they aren't. */
        reserved_until: z.nullable(z.string()),
        reserved_minutes: z.nullable(z.int()),
        has_cart: flag,
        giver_name: z.string(),
        visibility: z.enum(giverVisibilities),
        message: z.string(),
        lines: z.array(
          z.extend(handedLine, {
            product_id: z.int(),
            kind: z.enum(['units', 'contribution', 'gift_card']),
            /** Its own message; empty where the common one applies. */
            message: z.string(),
          }),
        ),
      }),
    ),
  }),
})

/** Throws `cart_ended` 409 when the shop's cart is gone, `cart_lost` 409 when others were faster, `cart_paid` 409. */
export const resumeHandoff = endpoint({
  method: 'POST',
  path: '/cart/resume',
  who: 'anyone',
  summary:
    'A fresh address of a cart that was handed off; its gifts are reserved again if their time is over.',
  input: z.object({ reference: text(), ...owner }),
  reply: shopCart,
})

/** Throws `cart_paid` 409; when the shop doesn't answer, the reservation and the cart stay. */
export const endHandoff = endpoint({
  method: 'POST',
  path: '/cart/end',
  who: 'anyone',
  summary: 'Ends the shop’s cart of a hand-off, then its reservation, so that the giver can change it.',
  input: z.object({ reference: text(), ...owner }),
  reply: z.object({ reference: z.string(), registry_id: z.string() }),
})

/** For anybody who knows the hand-off's reference or the id of its cart, as after payment (R422). */
export const getHandoffStatus = endpoint({
  method: 'POST',
  path: '/cart/status',
  who: 'anyone',
  reads: true,
  summary: 'What became of a hand-off.',
  input: z.object({ reference: text() }),
  reply: z.object({
    state: z.enum(['open', 'pending', 'paid', 'lapsed', 'void']),
    language: z.enum(languages),
    registry_id: z.string(),
    registry_name: z.string(),
    reference: z.string(),
    /** `YYYY-MM-DD`; null while it is undecided, and for a private registry. */
    event_day: z.nullable(z.string()),
    hosts: z.string(),
    host_kind: z.optional(z.enum(hostKinds)),
    /** The hosts' photo on this site; null without one, and for a private registry. */
    portrait: z.nullable(z.string()),
    cover: z.string(),
    lines: z.array(handedLine),
  }),
})
