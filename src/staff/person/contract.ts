import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { email } from '../../base/fields.ts'
import { staffReason } from '../host/contract.ts'

const asManager = { method: 'POST', who: 'staff', role: 'manager', inside: true } as const

const person = z.object({
  email: z.string(),
  /** The account of a host. */
  host: z.nullable(z.object({ id: z.int(), name: z.string(), leaving: z.boolean() })),
  /** Of each the newest; `counts` says how many there are. */
  given: z.array(
    z.object({
      registry: z.string(),
      name: z.nullable(z.string()),
      state: z.enum(['open', 'ordered', 'failed', 'expired']),
      at: z.string(),
    }),
  ),
  invited: z.array(
    z.object({
      registry: z.string(),
      name: z.string(),
      reply: z.nullable(z.enum(['coming', 'not_coming'])),
      coming: z.int(),
      invited_at: z.nullable(z.string()),
    }),
  ),
  wrote: z.array(z.object({ name: z.string(), message: z.string(), at: z.string() })),
  letters: z.array(z.object({ template: z.string(), state: z.string(), at: z.string() })),
  counts: z.object({ given: z.int(), invited: z.int(), wrote: z.int(), letters: z.int() }),
})
export type PersonData = z.output<typeof person>

export const showPersonData = endpoint({
  ...asManager,
  path: '/staff/person',
  summary: 'What is kept of a person as host, giver, guest or correspondent, by their e-mail; audited.',
  input: z.object({ email: z.optional(email) }),
  /** Null without an e-mail. */
  reply: z.object({ person: z.nullable(person) }),
})

export const exportPersonData = endpoint({
  ...asManager,
  effect: 'exports people',
  path: '/staff/person/export',
  summary: 'All of it, as a host can download their own.',
  input: z.object({ email }),
  reply: z.object({ data: z.record(z.string(), z.unknown()) }),
})

export const erasePersonData = endpoint({
  ...asManager,
  effect: 'ends an account',
  path: '/staff/person/erase',
  summary:
    'Erases a person; what was given stays counted without them, and an account goes as its host can let it.',
  input: z.object({ email, reason: staffReason, sure: z.literal('on', 'staff_sure_needed') }),
  reply: z.object({
    given: z.int(),
    invited: z.int(),
    wrote: z.int(),
    /** Whether an account goes after 14 days. */
    leaving: z.boolean(),
  }),
})
