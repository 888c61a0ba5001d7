import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { emptyObject, text } from '../../base/fields.ts'
import { emailFormSchema } from '../customer/contract.ts'

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/email-confirmation',
  who: 'anyone',
  summary: 'Confirms an e-mail by the code that was sent to it, once; a used code answers `already`.',
  message: 'account_confirmed',
  input: z.object({ code: text('account_required').check(z.maxLength(100, 'account_confirm_expired')) }),
  reply: z.object({ state: z.enum(['confirmed', 'already']) }),
})

export const sendConfirmationEmail = endpoint({
  method: 'POST',
  path: '/email-confirmation-send',
  who: 'anyone',
  summary:
    'Mails a new link to confirm an e-mail; answers alike whether or not there is anything to confirm.',
  message: 'account_confirm_sent',
  input: emailFormSchema,
  reply: emptyObject,
})
