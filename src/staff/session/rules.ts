import * as z from 'zod/mini'
import { passwordSchema } from '../../account/password/contract.ts'
import { secondFactor } from '../../account/second-factor/contract.ts'
import { email } from '../../base/fields.ts'

/** For how long a browser stays known after one of the staff has signed in there (R1240). */
export const knownBrowserDays = 400

/** The fields of the page. */
export const staffLoginSchema = z.object({ email, password: passwordSchema, code: secondFactor })
