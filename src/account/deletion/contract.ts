import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { emptyObject } from '../../base/fields.ts'
import { passwordSchema } from '../password/contract.ts'
import { secondFactor } from '../second-factor/contract.ts'

export const deactivationSchema = z.object({ password: passwordSchema, code: z.optional(secondFactor) })

export const deactivateAccount = endpoint({
  method: 'POST',
  path: '/me/deactivate',
  who: 'customer',
  summary: 'Closes the account; signing in within 14 days takes it back, then the person is erased.',
  message: 'account_deactivated',
  protects: { 'closing day': 'password' },
  input: deactivationSchema,
  reply: emptyObject,
})
