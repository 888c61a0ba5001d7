import parsePhoneNumber from 'libphonenumber-js'
import * as z from 'zod/mini'
import { phoneTextSchema } from './contract.ts'

/** A telephone as E.164: Greek unless typed with another country's prefix. */
export const phoneNumberSchema = z.pipe(
  phoneTextSchema,
  z.pipe(
    z.transform((typed: string) => dialled(typed)),
    z.string('account_phone_wrong'),
  ),
)

function dialled(typed: string): string | undefined {
  const number = parsePhoneNumber(typed, 'GR')
  return number?.isValid() ? number.number : undefined
}
