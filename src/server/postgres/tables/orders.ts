import type { ColumnType, Generated } from 'kysely'
import type { Language } from '../../../base/language.ts'
import type { Id, Json, Since, Stamp } from '../columns.ts'

import type { LineKind, Visibility } from './checkout.ts'

export interface OrderTables {
  reconcile_run: ReconcileRunTable
  reconcile_finding: ReconcileFindingTable
  purchase: PurchaseTable
  ledger: LedgerTable
  recredit_queue: RecreditQueueTable
  order_sync: OrderSyncTable
  order_payment: OrderPaymentTable
  refund_placement: RefundPlacementTable
  unmatched_line: UnmatchedLineTable
  line_placement: LinePlacementTable
  freed_unit: FreedUnitTable
  till_receipt: TillReceiptTable
  unplaced_refund: UnplacedRefundTable
  delivery: DeliveryTable
  sleeping_webhook: SleepingWebhookTable
  webhook_event: WebhookEventTable
  unreadable_row: UnreadableRowTable
  store_state: StoreStateTable
  job_cursor: JobCursorTable
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
  /** Whether its cents are money of the registry, and not what they have bought (R1160). */
  is_money: boolean
  /** paid counts; pending keeps its units or cents reserved; void neither (declined, cancelled, refunded in full). */
  state: 'paid' | 'pending' | 'void'
  /** Units left after refunds (1 or 0 for a contribution). */
  units: number
  /** Money left after refunds, incl. VAT. */
  cents: number
  /** Of these, what fits the gift; the rest is surplus: money to spend, or goods that were bought once too often (R507). */
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
  | 'unplaced'
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
  /** Until when its open money waits for the refund of a giver who has withdrawn from the contract (R517). */
  held_until: Since
  /** VAT within the order's total, as the shop charged it; null where it said none. */
  tax_cents: ColumnType<number | null, number | null | undefined, number | null>
  /** What of it can be money of registries at most; null while that was not read (R1160). */
  most_money_cents: ColumnType<number | null, number | null | undefined, number | null>
  /** The shop doesn't tell what gift certificates have paid of it: its money waits (R1163). */
  is_unproved: Generated<boolean>
  /** When staff accepted that all the same. */
  proof_accepted_at: Since
}

/** Orders of the shop that concern a registry. */
export interface OrderSyncTable {
  order_id: number
  /** Each reading takes its number before it starts; the one with the highest number is kept. */
  version: number
  /** When the shop first said that it was refunded without a refund that says how much (R1304). */
  refunded_by_hand_at: Since
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

/** Units that were taken off their order before dispatch, and whose worth became money (R1162). */
export interface FreedUnitTable {
  id: Id
  order_id: number
  line_id: number
  gift_id: number
  registry_id: number
  handoff_id: number
  units: number
  cents: number
  freed_at: Stamp
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

/** What the store told us of itself while we run (R1332, R1333). */
export interface StoreStateTable {
  store_hash: string
  /** Since when it takes our access token no more; null while it does. */
  uninstalled_at: Since
  storefronts: Json<{ language: Language; setting: string; url: string; checkoutOrigins: string[] }[]>
}

/** A row of the shop's replies that was set aside, for staff to see (R1302). */
export interface UnreadableRowTable {
  /** `order`, `order gone` (R1301), or the list of the shop. */
  source: string
  /** The shop's own id; empty where the row has none. */
  row_id: string
  /** The first field that is not as it should be, such as `total_inc_tax`. */
  field: string
  reason: string
  /** Since when it could not be read, without a break. */
  seen_at: Stamp
  last_seen_at: Stamp
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
