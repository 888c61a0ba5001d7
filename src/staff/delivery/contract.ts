import * as z from 'zod/mini'
import { type Endpoint, endpoint } from '../../base/endpoint.ts'
import { positiveId } from '../../base/fields.ts'
import { staffRegistryAddress } from '../registry/contract.ts'

const call = { method: 'POST', who: 'staff', inside: true } as const satisfies Partial<Endpoint>

const waitingRegistry = z.object({
  code: z.string(),
  name: z.string(),
  since: z.string(),
  orders: z.int(),
  units: z.int(),
  /** Today's postcode and city; null without an address. */
  place: z.nullable(z.string()),
})
export type WaitingRegistry = z.output<typeof waitingRegistry>

export const listDeliveries = endpoint({
  ...call,
  reads: true,
  path: '/staff/deliveries',
  summary: 'Registries with paid goods for their hosts that have not left, the longest waiting first.',
  input: z.object({ after: z.optional(positiveId) }),
  reply: z.object({ registries: z.array(waitingRegistry), next: z.nullable(z.int()) }),
})

const line = z.object({ name: z.string(), sku: z.string(), units: z.int(), message: z.nullable(z.string()) })
const order = z.object({
  id: z.int(),
  ordered_at: z.string(),
  /** The shop did not say whether it goes to the hosts. */
  is_unsure: z.boolean(),
  /** As the giver wishes to appear; empty for anonymous. */
  giver: z.string(),
  lines: z.array(line),
})
export type WaitingOrder = z.output<typeof order>

export const showDelivery = endpoint({
  ...call,
  path: '/staff/delivery',
  summary:
    'What waits to be delivered to the hosts of a registry, with today’s address and the givers’ words; audited.',
  input: z.object({ registry: staffRegistryAddress }),
  reply: z.object({
    code: z.string(),
    name: z.string(),
    address: z.nullable(z.array(z.string())),
    orders: z.array(order),
    /** How many lines there are at most. */
    limit: z.int(),
    is_cut: z.boolean(),
  }),
})
