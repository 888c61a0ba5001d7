import * as z from 'zod/mini'
import { newPasswordSchema, passwordsMatch } from '../../account/password/contract.ts'
import { secondFactor } from '../../account/second-factor/contract.ts'

/** Staff see everybody's data: their passwords are longer than hosts' need to be (R960). */
export const staffPasswordBounds = { min: 12, max: 128 }

/** The fields of the page; the link's code is in a cookie. */
export const acceptStaffFormSchema = z
  .object({
    password: newPasswordSchema(staffPasswordBounds),
    repassword: z.string('account_required'),
    time_code: secondFactor,
  })
  .check(passwordsMatch)
