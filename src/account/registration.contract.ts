import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { checkbox, email, personName, personSurname } from '../base/fields.ts'
import { phoneTextSchema } from './customer/customer.contract.ts'
import {
  newPasswordSchema,
  type PasswordBounds,
  passwordBounds,
  passwordsMatch,
} from './password/password.contract.ts'
import { deviceIdSchema, signInReply } from './session.contract.ts'

/** The server passes the deployment's password bounds and a stricter phone. */
export const registrationSchema = (
  bounds: PasswordBounds = passwordBounds,
  phone: z.ZodMiniType<string, string> = phoneTextSchema,
) =>
  z
    .object({
      name: personName,
      surname: personSurname,
      email,
      phone: z.optional(phone),
      password: newPasswordSchema(bounds),
      repassword: z.string('account_required'),
      from_app: checkbox,
      device: deviceIdSchema,
    })
    .check(passwordsMatch)

export const register = endpoint({
  method: 'POST',
  path: '/register',
  who: 'anyone',
  message: 'account_created',
  summary: 'Makes an account and signs it in.',
  protects: { email: 'new', password: 'new', device: 'new' },
  input: registrationSchema(),
  reply: signInReply,
})
