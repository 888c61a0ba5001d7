import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { emptyObject } from '../../base/fields.ts'
import { passwordSchema } from '../password/contract.ts'

export const answerShopTie = endpoint({
  method: 'POST',
  path: '/me/shop-tie',
  who: 'customer',
  summary:
    'Ties the account again to the shop’s customer of its e-mail, by the shop’s password; without one, the account goes without. Answered once.',
  input: z.object({ password: z.optional(passwordSchema) }),
  reply: emptyObject,
})
