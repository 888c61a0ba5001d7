import * as z from 'zod/mini'
import { amount, boundedText, euro, positiveId, wireDay } from '../base/fields.ts'

/** Cents, more than 0; all that there is when missing. */
export const partialAmount = z.optional(amount('amount_wrong').check(z.gt(0, 'amount_wrong')))

/** The same key finds what the first call made (R605, no amount leaves twice). Without one the server makes a key. */
export const idempotencyKeyInput = z.optional(boundedText({ min: 8, max: 64 }))

/** Money that may not leave yet, by the day on which it may (R511); without a day it waits for its payment. */
export const waitingMoney = z.array(z.object({ amount: euro, free_on: wireDay }))
export type WaitingMoney = z.output<typeof waitingMoney>

/** `change` means the leftovers of a gift; anything else, or nothing, the money towards it. */
export const moneySourceType = z.optional(z.enum(['group', 'virtual', 'regular', 'change']))

export const moneySourceInput = z.object({ id: positiveId, type: moneySourceType })
