import * as z from 'zod/mini'
import { type Endpoint, endpoint } from '../../base/endpoint.ts'
import { positiveId, programNumber } from '../../base/fields.ts'
import { staffRegistryAddress, waitingFacts } from './contract.ts'

/** Pages of a list that is paged by ids: what is older than this one. */
const pagedRegistry = z.object({ registry: staffRegistryAddress, before: z.optional(positiveId) })
const reads = { method: 'POST', who: 'staff', reads: true, inside: true } as const satisfies Partial<Endpoint>

const gift = z.object({
  id: z.int(),
  product_id: z.int(),
  name: z.string(),
  sku: z.string(),
  price: z.int(),
  quantity: z.int(),
  is_group: z.boolean(),
  is_available: z.boolean(),
  given_units: z.int(),
  given_cents: z.int(),
  reserved_units: z.int(),
  reserved_cents: z.int(),
  givers: z.int(),
})
export type StaffGiftView = z.output<typeof gift>

const reservation = z.object({
  id: z.int(),
  reference: z.string(),
  giver: z.nullable(z.string()),
  gifts: z.string(),
  created_at: z.string(),
  until: z.string(),
})
export type StaffReservationView = z.output<typeof reservation>

export const listStaffGifts = endpoint({
  ...reads,
  path: '/staff/registry/gifts',
  summary: 'The gifts of a registry with counts, and what guests at the checkout have reserved.',
  input: z.object({ registry: staffRegistryAddress, page: z.optional(positiveId) }),
  reply: z.object({
    gifts: z.array(gift),
    page: z.int(),
    last_page: z.int(),
    reservations: z.array(reservation),
  }),
})

const orderLine = z.object({
  line_id: z.int(),
  /** Whether staff have placed it on its gift (R964). */
  is_placed: z.boolean(),
  gift: z.string(),
  kind: z.enum(['units', 'contribution', 'gift_card']),
  state: z.enum(['paid', 'pending', 'void']),
  units: z.int(),
  cents: z.int(),
  surplus: z.int(),
  giver: z.nullable(z.string()),
  message: z.nullable(z.string()),
})
const order = z.object({
  order_id: z.int(),
  /** The number of a receipt of the till, whose id stands below zero; null for an order. */
  receipt: z.nullable(z.string()),
  ordered_at: z.string(),
  giver: z.nullable(z.string()),
  /** Whether all its lines are of one hand-off: staff may place a line for somebody else (R964). */
  has_one_giver: z.boolean(),
  visibility: z.enum(['full', 'initials', 'anonymous']),
  /** Masked for support (R962). */
  email: z.nullable(z.string()),
  is_masked: z.boolean(),
  status: z.nullable(z.string()),
  method: z.nullable(z.string()),
  is_paid: z.boolean(),
  thanked: z.boolean(),
  refunded: z.int(),
  /** Whether a refund waits for its line, or was placed or dismissed by staff (R512). */
  has_waiting_refund: z.boolean(),
  has_placed_refund: z.boolean(),
  /** Of goods that were paid; `for_hosts` is null where the shop did not say. */
  delivery: z.nullable(z.object({ for_hosts: z.nullable(z.boolean()), sent_at: z.nullable(z.string()) })),
  lines: z.array(orderLine),
})
export type StaffOrderView = z.output<typeof order>

export const listStaffOrders = endpoint({
  ...reads,
  path: '/staff/registry/orders',
  summary: 'The orders of a registry with their lines, payment and refunds, newest first.',
  input: z.extend(pagedRegistry, {
    before: z.optional(programNumber),
    /** One that has to be among them: where it is not among the newest, the page begins with it (R1120). */
    order: z.optional(programNumber),
  }),
  reply: z.object({
    orders: z.array(order),
    next: z.nullable(z.int()),
    /** Whether newer ones are on other pages. */
    is_later: z.boolean(),
  }),
})

const moneyLine = z.object({
  id: z.int(),
  at: z.string(),
  kind: z.string(),
  /** Whether it leaves by a payout that waits. */
  is_waiting: z.boolean(),
  gift: z.string(),
  giver: z.string(),
  order_id: z.nullable(z.int()),
  receipt: z.nullable(z.string()),
  amount: z.int(),
  balance: z.int(),
})
export type StaffMoneyLine = z.output<typeof moneyLine>

const payout = z.object({
  id: z.int(),
  method: z.enum(['certificate', 'order']),
  reason: z.string(),
  code: z.string(),
  order_id: z.nullable(z.int()),
  cents: z.int(),
  left: z.nullable(z.int()),
  returned: z.int(),
  state: z.enum(['waiting', 'done', 'failed']),
  ...waitingFacts,
  created_at: z.string(),
  done_at: z.nullable(z.string()),
})
export type StaffPayoutView = z.output<typeof payout>

export const showStaffMoney = endpoint({
  ...reads,
  path: '/staff/registry/money',
  summary: 'Every line of a registry’s money with the balance after it, and its payouts; newest first.',
  input: pagedRegistry,
  reply: z.object({ lines: z.array(moneyLine), next: z.nullable(z.int()), payouts: z.array(payout) }),
})

const letter = z.object({
  id: z.int(),
  template: z.string(),
  channel: z.enum(['mail', 'sms']),
  /** Masked for support where it is no host's; empty after 30 days. */
  recipient: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  error: z.nullable(z.string()),
  has_contents: z.boolean(),
  created_at: z.string(),
  sent_at: z.nullable(z.string()),
})
export type StaffLetterView = z.output<typeof letter>

export const listStaffLetters = endpoint({
  ...reads,
  path: '/staff/registry/letters',
  summary: 'Letters and text messages of a registry: to hosts, givers and guests; newest first.',
  input: pagedRegistry,
  reply: z.object({ letters: z.array(letter), next: z.nullable(z.int()) }),
})

const guest = z.object({
  id: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
  is_masked: z.boolean(),
  people: z.int(),
  reply: z.nullable(z.enum(['coming', 'not_coming'])),
  coming: z.int(),
  invited_at: z.nullable(z.string()),
})
export type StaffGuestView = z.output<typeof guest>

export const listStaffGuests = endpoint({
  ...reads,
  path: '/staff/registry/guests',
  summary: 'The guests on a registry’s list, in the order they were added.',
  input: z.object({ registry: staffRegistryAddress, after: z.optional(positiveId) }),
  reply: z.object({ guests: z.array(guest), next: z.nullable(z.int()) }),
})
