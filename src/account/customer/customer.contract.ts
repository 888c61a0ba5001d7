import * as z from 'zod/mini'
import { email, phoneText } from '../../base/fields.ts'

/** A phone as typed, 3 to 24 characters; the server also checks that it can be dialled (R104). */
export const phoneTextSchema = phoneText({ min: 3, max: 24, short: 'phone_short', long: 'phone_long' })

export const emailFormSchema = z.object({ email })
