import * as z from 'zod/mini'
import { amount, boundedText, euro, positiveId, wireDay } from '../base/fields.ts'

/** A part of the money there is, in cents; more than nothing. */
export const partialAmount = z.optional(amount('amount_wrong').check(z.gt(0, 'amount_wrong')))

/** The same key finds what the first call made (R605). The server makes one where it is missing. */
export const idempotencyKeyInput = z.optional(boundedText({ min: 8, max: 64 }))

/** Money that may not leave yet, by the day on which it may (R511); without a day it waits for its payment. */
export const waitingMoney = z.array(z.object({ amount: euro, free_on: wireDay }))
export type WaitingMoney = z.output<typeof waitingMoney>

/** `change` means the leftovers of a gift; anything else, or nothing, the money towards it. */
export const moneySourceType = z.optional(z.enum(['group', 'virtual', 'regular', 'change']))

/** One gift of a registry as a source of money. */
export const moneySourceInput = z.object({ id: positiveId, type: moneySourceType })
