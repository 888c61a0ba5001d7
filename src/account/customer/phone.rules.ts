import parsePhoneNumber from 'libphonenumber-js'
import * as z from 'zod/mini'
import { phoneTextSchema } from './customer.contract.ts'

/** A phone in E.164, Greek unless typed with another country's prefix (R104). For the server only: its tables are large. */
export const phoneNumberSchema = z.pipe(
  phoneTextSchema,
  z.pipe(
    z.transform((typed: string) => toE164(typed)),
    z.string('account_phone_wrong'),
  ),
)

function toE164(typed: string): string | undefined {
  const phone = parsePhoneNumber(typed, 'GR')
  return phone?.isValid() ? phone.number : undefined
}
