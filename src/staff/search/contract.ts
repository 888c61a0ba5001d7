import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { boundedText } from '../../base/fields.ts'

/** Of each kind so many are shown; more are told of. */
export const resultsPerKind = 10

const registryResult = z.object({
  code: z.string(),
  registry_name: z.string(),
  hosts: z.string(),
  event_day: z.nullable(z.string()),
  closing_day: z.nullable(z.string()),
  state: z.enum(['open', 'closing', 'closed', 'removed']),
})
export type StaffRegistryResult = z.output<typeof registryResult>

const hostResult = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  /** Codes of the newest registries. */
  registries: z.array(z.string()),
})
export type StaffHostResult = z.output<typeof hostResult>

const orderResult = z.object({
  order_id: z.int(),
  /** host: placed by us for the host, with the registry's money · shop: the shop alone knows it. */
  kind: z.enum(['gifts', 'unmatched', 'host', 'shop']),
  registry: z.nullable(z.string()),
  /** The registry that the order's note in the shop names, where it counts for none. */
  named: z.nullable(z.string()),
  /** Who paid, or the givers where they are known. */
  payer: z.nullable(z.string()),
  lines: z.int(),
  /** Null in another currency than euro. */
  cents: z.nullable(z.int()),
})
export type StaffOrderResult = z.output<typeof orderResult>

const receiptResult = z.object({
  /** In the place of an order's number, below zero (R967). */
  order_id: z.int(),
  number: z.string(),
  registry: z.string(),
  lines: z.int(),
  cents: z.int(),
  at: z.string(),
  /** Whether it was not taken back. */
  counts: z.boolean(),
})

const checkoutResult = z.object({
  reference: z.string(),
  registry: z.string(),
  giver: z.nullable(z.string()),
  /** Masked for support (R962). */
  email: z.nullable(z.string()),
  /** Whether there is more of the e-mail, behind a click that is audited. */
  is_masked: z.boolean(),
  state: z.enum(['open', 'ordered', 'failed', 'expired']),
  /** Numbers of the shop's orders that came of it. */
  orders: z.array(z.int()),
  at: z.string(),
})
export type StaffCheckoutResult = z.output<typeof checkoutResult>

const cardResult = z.object({
  id: z.int(),
  /** Masked always. */
  code: z.string(),
  registry: z.string(),
  cents: z.int(),
  state: z.enum(['waiting', 'done', 'failed']),
})
export type StaffCardResult = z.output<typeof cardResult>

const guestResult = z.object({
  id: z.int(),
  registry: z.string(),
  name: z.string(),
  /** Masked for support (R962). */
  email: z.nullable(z.string()),
})
export type StaffGuestResult = z.output<typeof guestResult>

const some = <T extends z.ZodMiniType>(result: T) =>
  z.object({ found: z.array(result), has_more: z.boolean() })

export const searchAsStaff = endpoint({
  method: 'POST',
  path: '/staff/search',
  who: 'staff',
  reads: true,
  inside: true,
  summary: 'Everything by code, name, e-mail, phone or number, by kind.',
  input: z.object({ q: boundedText({ min: 2, max: 120, short: 'staff_search_short', long: 'find_long' }) }),
  reply: z.object({
    registries: some(registryResult),
    hosts: some(hostResult),
    orders: some(orderResult),
    receipts: some(receiptResult),
    checkouts: some(checkoutResult),
    cards: some(cardResult),
    guests: some(guestResult),
    /** The shop was to be asked for an order, and doesn't answer. */
    is_shop_away: z.boolean(),
    /** It looks like the number of a failure, which is in the log alone. */
    is_failure: z.boolean(),
  }),
})
