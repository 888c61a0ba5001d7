import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { euro, positiveId } from '../base/fields.ts'
import { idempotencyKeyInput, moneySourceType, partialAmount } from './ledger.contract.ts'

export const transferChange = endpoint({
  method: 'POST',
  path: '/me/registry/move-change',
  who: 'customer',
  summary: 'Sends leftovers, or money that will never fill its gift, to another open group gift.',
  input: z.object({
    id: positiveId,
    type: moneySourceType,
    to: positiveId,
    /** Up to what there is and the other gift takes; as much as fits when missing. */
    amount: partialAmount,
    idempotency_key: idempotencyKeyInput,
  }),
  reply: z.object({ amount: euro }),
})
