import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { emptyObject } from '../../base/fields.ts'
import { passwordSchema } from '../password/password.contract.ts'
import { secondFactor } from '../second-factor/second-factor.contract.ts'

export const giveProof = endpoint({
  method: 'POST',
  path: '/me/proof',
  who: 'customer',
  summary:
    'Proves by the password, and the second factor where there is one, who is there; for 10 minutes money and addresses may be changed.',
  message: 'account_proved',
  input: z.object({ password: passwordSchema, code: z.optional(secondFactor) }),
  reply: emptyObject,
})

export const showProof = endpoint({
  method: 'GET',
  path: '/me/proof',
  who: 'customer',
  summary: 'Whether the password has to be given again before money leaves, and what else keeps it here.',
  input: emptyObject,
  reply: z.object({
    fresh: z.boolean(),
    /** Whether a proof takes a code of the second factor too. */
    factor: z.boolean(),
    confirmed: z.boolean(),
    /** Until when no money leaves, because e-mail or password changed (ISO); empty when it may. */
    hold_until: z.string(),
  }),
})
