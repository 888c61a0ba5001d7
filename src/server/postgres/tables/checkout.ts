import type { Generated } from 'kysely'
import type { Language } from '../../../base/language.ts'
import type { Id, Since, Stamp } from '../columns.ts'

export interface CheckoutTables {
  handoff: HandoffTable
  former_cart: FormerCartTable
  restore_point: RestorePointTable
  handoff_line: HandoffLineTable
  reservation_log: ReservationLogTable
}

export type LineKind = 'units' | 'contribution' | 'gift_card'

export type Visibility = 'full' | 'initials' | 'anonymous'

/** A hand-off: what is reserved for a guest at checkout, with their language, name and message. */
export interface HandoffTable {
  id: Id
  /** Unguessable; on the generic product's third option, on the thank-you address. */
  reference: string
  /** One for each submitted form; unique within its registry. */
  idempotency_key: string
  /** A digest of the request: the same key with other content is refused. */
  fingerprint: string
  registry_id: number
  customer_id: number | null
  language: Language
  channel_id: number
  giver_name: string | null
  giver_email: string | null
  visibility: Visibility
  message: string | null
  cart_id: string | null
  /** open: at the shop's checkout · ordered: the shop has its order · failed: no cart was made · expired: time ran out. */
  state: 'open' | 'ordered' | 'failed' | 'expired'
  created_at: Stamp
  /** Until when its lines reserve units and cents. */
  reserved_until: Stamp
  /** An order of the shop that was begun and not paid: for a day from its date it keeps what the lines reserve (R515). */
  unfinished_order_id: number | null
  unfinished_order_at: Since
  /** False beyond the limits of R413: nothing is set aside for it. */
  reserves: Generated<boolean>
  /** Until when the process that makes the shop's cart has to be done; then another process may try. */
  cart_creation_until: Since
  /** When the giver asked the shop to cancel, by the link in their e-mail. */
  cancel_requested_at: Since
  /** The giver was erased: their name must not come back with a later reading of the order. */
  erased: Generated<boolean>
  /** When it was made again from the shop's order, because a restored database had lost it (R522). */
  recovered_at: Since
  /** Staff have placed a line of an order, or a till receipt, by it (R964). */
  made_by_staff: Generated<boolean>
}

/** The database was restored: what was made between these two moments may be lost. */
export interface RestorePointTable {
  id: Id
  /** When the backup was made. */
  since: Stamp
  declared_at: Stamp
}

/** A cart that a hand-off had before its present one. */
export interface FormerCartTable {
  cart_id: string
  handoff_id: number
}

export interface HandoffLineTable {
  id: Id
  handoff_id: number
  gift_id: number
  registry_id: number
  kind: LineKind
  product_id: number
  variant_id: number
  /** Units reserved; 1 for a contribution and for gift cards. */
  units: number
  /** Unit price for units (read live from the shop at the hand-off), else all the money of the line. */
  cents: number
  message: string | null
}

/** Who set aside how much of which gift, for two days; by it the limits of R413 are counted. */
export interface ReservationLogTable {
  id: Id
  handoff_id: number
  gift_id: number
  /** Units, or cents of a contribution. */
  amount: number
  /** Keyed digests: the device (its network where it has no name), the network, and the provider's wider network. */
  device: Buffer
  network: Buffer
  wide_network: Buffer
  reserved_at: Stamp
}
