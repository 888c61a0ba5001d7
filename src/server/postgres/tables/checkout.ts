import type { ColumnType, Generated } from 'kysely'
import type { Language } from '../../../base/language.ts'
import type { Id, Since, Stamp } from '../columns.ts'

export interface CheckoutTables {
  handoff: HandoffTable
  former_cart: FormerCartTable
  restore_point: RestorePointTable
  reconcile_run: ReconcileRunTable
  reconcile_finding: ReconcileFindingTable
  handoff_line: HandoffLineTable
  reservation_log: ReservationLogTable
  purchase: PurchaseTable
  ledger: LedgerTable
  recredit_queue: RecreditQueueTable
  order_sync: OrderSyncTable
  order_payment: OrderPaymentTable
  refund_placement: RefundPlacementTable
  unmatched_line: UnmatchedLineTable
  line_placement: LinePlacementTable
  till_receipt: TillReceiptTable
  unplaced_refund: UnplacedRefundTable
  delivery: DeliveryTable
  sleeping_webhook: SleepingWebhookTable
  webhook_event: WebhookEventTable
  job_cursor: JobCursorTable
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

/** The projection of one order line of the shop credited to a registry; rewritten whenever the order is re-read. */
export interface PurchaseTable {
  /** The shop's number; below zero for a receipt of its till (R967). */
  order_id: number
  line_id: number
  registry_id: number
  gift_id: number
  handoff_id: number
  kind: LineKind
  /** paid counts; pending keeps its units or cents reserved; void neither (declined, cancelled, refunded in full). */
  state: 'paid' | 'pending' | 'void'
  /** Units left after refunds (1 or 0 for a contribution). */
  units: number
  /** Money left after refunds, incl. VAT. */
  cents: number
  /** Of these, what fits the gift; the rest is surplus (R507). */
  credited_units: number
  credited_cents: number
  giver_name: string | null
  giver_email: string | null
  visibility: Visibility
  message: string | null
  thanked_at: Since
  ordered_at: Stamp
  /** Until when a pending one keeps its units or cents; null when it is not known (R515). */
  held_until: Since
  changed_at: Stamp
}

/** What brings money: lines of the shop's orders. */
export type IncomingLedgerKind = 'gift' | 'contribution' | 'gift_card' | 'surplus'

/** What a line belongs to: goods were bought as such · gift: money towards a gift · change: what is left over. */
export type LedgerAccount = 'goods' | 'gift' | 'change'

/** Append-only; a correction is a new line. The sum per (order, line) equals the money left on that line after refunds. */
export interface LedgerTable {
  id: Id
  registry_id: number
  gift_id: number | null
  /** Null for what comes from no order: money that left, or that was moved within the registry. */
  order_id: number | null
  line_id: number | null
  /**
   * contribution, gift_card and surplus bring money; their refunds are negative lines of the same kind. certificate and
   * redeemed take it out, returned brings it back after a failure; moved and settled move it between accounts.
   */
  kind: IncomingLedgerKind | 'certificate' | 'redeemed' | 'returned' | 'moved' | 'settled'
  account: LedgerAccount
  cents: number
  /** What caused this line; unique, so that nothing is entered twice. */
  cause: string
  payout_id: number | null
  transfer_id: number | null
  /** The order that paid in the money of a line without one, so that each cent keeps its day (R511); null in old lines. */
  source_order_id: number | null
  created_at: Stamp
}

/** Gifts to be credited again, queued by a trigger when a price or a quantity changes. */
export interface RecreditQueueTable {
  gift_id: number
  version: Generated<number>
}

/** What a line of the ledger is for the shop as a whole, by the SQL function `ledger_movement`. */
export type LedgerMovement =
  | 'received'
  | 'refunded'
  | 'till'
  | 'certificates'
  | 'orders'
  | 'returned'
  | 'goods'
  | 'within'

export interface RefundPlacementTable {
  refund_id: number
  line_id: number
  order_id: number
  cents: number
  placed_at: Date
}

export interface OrderPaymentTable {
  order_id: number
  /** The shop's own words. */
  status: string
  method: string
  /** Whether the shop has the money, by its own word or by its staff's (R510). */
  is_paid: boolean
  /** Counts as given, but its money waits: it is contested (R514), or a refund of it has no place yet (R512). */
  is_disputed: Generated<boolean>
  /** Since when it is paid, for the days before money leaves; again later when it was not in between. */
  paid_at: Since
  first_paid_at: Since
  /** When staff marked the money as received. */
  received_at: Since
  /** VAT within the order's total, as the shop charged it; null where it said none. */
  tax_cents: ColumnType<number | null, number | null | undefined, number | null>
}

/** Orders of the shop that concern a registry. */
export interface OrderSyncTable {
  order_id: number
  /** Each reading takes its number before it starts; the one with the highest number is kept. */
  version: number
  /** For the shop's staff; null while there is none. */
  staff_note: string | null
  staff_note_written_at: Since
  staff_note_attempts: Generated<number>
  staff_note_next_attempt_at: Stamp
  /** Lines to be taken out of the shop's staff notes, because they name somebody who was erased. */
  staff_note_erased_lines: string | null
  /** When the shop had changed the order, as it was last read; null when that was not noted yet. */
  shop_changed_at: Since
}

/** A look at every registry, e-mail and order, and how far it is (R521). */
export interface ReconcileRunTable {
  id: Id
  started_at: Stamp
  phase: string
  /** The id up to which the phase has looked. */
  position: Generated<number>
  /** The highest id when the phase began. */
  last_position: Generated<number>
  finished_at: Since
}

/** What such a look found, a sentence with ids each. */
export interface ReconcileFindingTable {
  run_id: number
  sentence: string
  found_at: Stamp
}

/** Order lines that name one of our registries but match no gift, for staff. */
export interface UnmatchedLineTable {
  order_id: number
  line_id: number
  reason: string
  cents: number
  seen_at: Stamp
  /** Staff say that it is of no registry. */
  dismissed_at: Since
}

/** A line of an order that staff have placed on a gift (R964). */
export interface LinePlacementTable {
  order_id: number
  line_id: number
  /** Made for it; its one line says for what the order's line counts. */
  handoff_id: number
  placed_at: Stamp
}

/** A receipt of the shop's till that staff have recorded (R967); its lines are purchases of the order -id. */
export interface TillReceiptTable {
  id: Id
  number: string
  /** The number as it is compared: without case, spaces and look-alike letters; unique among those that count. */
  number_key: string
  registry_id: number
  /** Made for it; it holds the giver and the message. */
  handoff_id: number
  recorded_at: Stamp
  /** When staff took it back. */
  reversed_at: Since
}

/** Goods of a paid order that were given to a registry (R972). */
export interface DeliveryTable {
  order_id: number
  registry_id: number
  /** Whether they go to the hosts; null when it is not known. */
  for_hosts: boolean | null
  ordered_at: Stamp
  /** Since when they are known to be on their way. */
  sent_at: Since
}

/** An amount given back for an order as a whole, until staff say which lines it is of (R512). */
export interface UnplacedRefundTable {
  refund_id: number
  order_id: number
  cents: number
  seen_at: Stamp
}

/** A webhook of the shop that is missing or asleep and could not be repaired. */
export interface SleepingWebhookTable {
  scope: string
  since: Stamp
  failure: string
}

/** Webhooks received: stored, answered 200, processed by a job. */
export interface WebhookEventTable {
  id: string
  scope: string
  subject: string
  received_at: Stamp
  processed_at: Since
  attempts: Generated<number>
  next_attempt_at: Stamp
}

/** How far a job has read, by name. */
export interface JobCursorTable {
  name: string
  value: string
}
