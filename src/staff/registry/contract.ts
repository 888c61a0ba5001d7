import * as z from 'zod/mini'
import { type Endpoint, endpoint } from '../../base/endpoint.ts'
import { boundedText, emptyObject, positiveId } from '../../base/fields.ts'
import { payoutTroubles } from '../../base/payout-troubles.ts'

/** A registry by its code or slug, as the address has it. */
export const staffRegistryAddress = boundedText({ min: 3, max: 120 })
const registry = z.object({ registry: staffRegistryAddress })
const reads = { method: 'POST', who: 'staff', reads: true, inside: true } as const satisfies Partial<Endpoint>

/** The lines of an address as a parcel has them; null without one. */
const address = z.nullable(z.array(z.string()))

const host = z.object({
  id: z.int(),
  is_owner: z.boolean(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  language: z.string(),
  confirmed_at: z.nullable(z.string()),
  leaving_at: z.nullable(z.string()),
  hold_until: z.nullable(z.string()),
  erased: z.boolean(),
  sessions: z.array(
    z.object({ browser: z.nullable(z.string()), system: z.nullable(z.string()), seen_at: z.string() }),
  ),
})
export type StaffHostView = z.output<typeof host>

const note = z.object({ id: z.int(), person: z.string(), at: z.string(), body: z.string() })
export type StaffNoteView = z.output<typeof note>

const registryHead = z.object({
  code: z.string(),
  slug: z.nullable(z.string()),
  registry_name: z.string(),
  event_type: z.string(),
  state: z.enum(['open', 'closing', 'closed', 'removed']),
  privacy: z.enum(['public', 'shareable', 'private']),
  searchable: z.boolean(),
  surprise: z.boolean(),
  reveal_day: z.nullable(z.string()),
  we_connect: z.boolean(),
  event_day: z.nullable(z.string()),
  event_place: z.nullable(z.string()),
  closing_day: z.nullable(z.string()),
  last_closed_day: z.nullable(z.string()),
  created_at: z.string(),
  removed_at: z.nullable(z.string()),
  guest_count: z.int(),
  message: z.nullable(z.string()),
})
export type StaffRegistryHead = z.output<typeof registryHead>

/** Why a payout waits, and when it is tried again. */
export const waitingFacts = {
  attempts: z.int(),
  /** Why it waits. */
  trouble: z.nullable(z.enum(payoutTroubles)),
  /** When a waiting one is tried again. */
  next_attempt_at: z.string(),
}
const waitingPayout = z.object({
  id: z.int(),
  method: z.enum(['certificate', 'order']),
  cents: z.int(),
  created_at: z.string(),
  ...waitingFacts,
})
export type StaffWaitingPayout = z.output<typeof waitingPayout>

export const showStaffRegistry = endpoint({
  ...reads,
  // Each look is audited, once an hour.
  reads: false,
  path: '/staff/registry',
  summary: 'A registry as staff see it: state, hosts and their sessions, money, and the notes of staff.',
  input: registry,
  reply: z.object({
    head: registryHead,
    home_address: address,
    shipping_address: address,
    /** Paid orders that have not left, and go to whoever bought them; the newest of them. */
    sent_elsewhere: z.array(
      z.object({ order_id: z.int(), giver: z.nullable(z.string()), shop_url: z.string() }),
    ),
    /** What the shop has not made yet, the oldest first. */
    waiting_payouts: z.array(waitingPayout),
    hosts: z.array(host),
    counts: z.object({ items: z.int(), gifts_given: z.int(), givers: z.int(), guests: z.int() }),
    money: z.object({ open: z.int(), free: z.int(), owed: z.int() }),
    notes: z.array(note),
  }),
})

const change = z.object({
  id: z.int(),
  at: z.string(),
  who: z.nullable(z.string()),
  what: z.string(),
  about: z.nullable(z.string()),
})
const act = z.object({
  id: z.int(),
  at: z.string(),
  person: z.nullable(z.string()),
  action: z.string(),
  subject: z.nullable(z.string()),
  receipt: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  reason: z.nullable(z.string()),
})
export type StaffActView = z.output<typeof act>

export const listStaffHistory = endpoint({
  ...reads,
  path: '/staff/registry/history',
  summary: 'What hosts changed, and what staff did, newest first.',
  input: z.object({ registry: staffRegistryAddress, before: z.optional(z.string()) }),
  reply: z.object({ changes: z.array(change), acts: z.array(act), next: z.nullable(z.string()) }),
})

export const addStaffNote = endpoint({
  method: 'POST',
  who: 'staff',
  inside: true,
  path: '/staff/registry/note',
  summary: 'Adds a note for the other staff; a form that is sent twice adds one.',
  input: z.object({
    registry: staffRegistryAddress,
    body: boundedText({
      min: 1,
      max: 2000,
      required: 'staff_note_empty',
      short: 'staff_note_empty',
      long: 'staff_note_long',
    }),
    draft_key: boundedText({ min: 8, max: 64 }),
  }),
  reply: emptyObject,
})

export const showGuestEmail = endpoint({
  method: 'POST',
  who: 'staff',
  inside: true,
  path: '/staff/registry/email',
  summary: 'The e-mail of a guest or of an order’s giver, which support sees masked; the look is audited.',
  input: z.object({
    registry: staffRegistryAddress,
    kind: z.enum(['guest', 'order']),
    id: positiveId,
  }),
  reply: z.object({ email: z.string() }),
})
