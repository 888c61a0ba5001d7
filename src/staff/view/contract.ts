import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { languages } from '../../base/language.ts'
import { staffRegistryAddress } from '../registry/contract.ts'
import { seenAs } from './rules.ts'

export const seeRegistry = endpoint({
  method: 'POST',
  path: '/staff/registry/see',
  who: 'staff',
  inside: true,
  summary:
    'Whom a registry’s page is rendered for when staff look at it as its host or a guest does; audited.',
  input: z.object({ registry: staffRegistryAddress, as: z.enum(seenAs) }),
  reply: z.object({
    code: z.string(),
    slug: z.nullable(z.string()),
    registry_name: z.string(),
    /** Null for a guest. */
    customer: z.nullable(
      z.object({
        id: z.int(),
        email: z.string(),
        name: z.string(),
        surname: z.string(),
        language: z.enum(languages),
        confirmed: z.boolean(),
        shopCustomerId: z.nullable(z.int()),
      }),
    ),
  }),
})
