import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { serviceParts, serviceStates } from './rules.ts'

/** Which parts of the service work, and since when (R826). */
export const showStatus = endpoint({
  method: 'GET',
  path: '/status',
  who: 'anyone',
  summary: 'Which parts of the service work, and since when; `unknown` after ten minutes without a look.',
  input: z.object({}),
  reply: z.array(
    z.object({
      part: z.enum(serviceParts),
      state: z.enum(serviceStates),
      /** ISO 8601; null before the first look. */
      since: z.nullable(z.string()),
    }),
  ),
})
