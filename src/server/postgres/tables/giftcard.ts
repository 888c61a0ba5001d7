import type { ColumnType, Generated } from 'kysely'
import type { Day } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import type { ModifierAnswer } from '../../../base/shop-modifiers.ts'
import type { GeneratedJson, Id, Since, Stamp } from '../columns.ts'
import type { LedgerMovement } from './orders.ts'

export interface GiftcardTables {
  payout: PayoutTable
  certificate_lowering: CertificateLoweringTable
  transfer: TransferTable
  returned_unit: ReturnedUnitTable
  closing: ClosingTable
  late_money: LateMoneyTable
  money_held: MoneyHeldTable
  ledger_day: LedgerDayTable
  closing_notice: ClosingNoticeTable
  negative_balance: NegativeBalanceTable
  unclaimed_money: UnclaimedMoneyTable
}

/** Money that leaves a registry: a row for each request, stored before the shop is called. */
export interface PayoutTable {
  id: Id
  registry_id: number
  method: 'certificate' | 'order'
  /** own: the host pays the rest themselves, with this certificate. */
  reason: 'collect' | 'prepayment' | 'redeem' | 'own' | 'closing'
  closing_number: number | null
  idempotency_key: string
  fingerprint: string
  cents: number
  /** Made by us: a certificate's code, or the id by which the order is found again. */
  code: string
  /** What it was made from beside registry and reason (R617); null for one from before. */
  code_number: number | null
  /** The shop's certificate that somebody made by hand for it, from its choice on (R1150). */
  handmade_id: ColumnType<number | null, number | null | undefined, number | null>
  gift_id: number | null
  units: number | null
  language: Language
  to_name: string
  to_surname: string
  to_email: string
  expires_on: Day | null
  state: Generated<'waiting' | 'done' | 'failed'>
  attempts: Generated<number>
  next_attempt_at: Stamp
  error: string | null
  /** Why it waits, as staff read it (R1040); null for one whose last try is older than the column. */
  trouble:
    | 'shop_away'
    | 'shop_refused'
    | 'shop_connection'
    | 'code_taken'
    | 'card_changed'
    | 'order_gone'
    | 'owner_held'
    | 'owner_unconfirmed'
    | 'other'
    | null
  shop_id: number | null
  /** What was left on the certificate when the shop was last asked. */
  balance_cents: number | null
  balance_at: Since
  created_at: Stamp
  done_at: Since
  /** What the shop took back of an order placed for the host, or was taken off a certificate: it is in the registry again. */
  refunded_cents: Generated<number>
  refunded_units: Generated<number>
  /** VAT within the total of the order placed for the host, as the shop charged it; null where that is not known. */
  tax_cents: ColumnType<number | null, number | null | undefined, number | null>
  /** What its order says to the shop's questions (R424). */
  modifiers: GeneratedJson<ModifierAnswer[]>
}

/** What is taken off a certificate because guests were given money back after it was paid out (R513). */
export interface CertificateLoweringTable {
  id: Id
  registry_id: number
  payout_id: number
  /** The order whose refund it is for. */
  order_id: number
  /** lowering: the amount is stored, and the shop is asked, or may have been. */
  state: Generated<'planned' | 'lowering' | 'done'>
  /** What the registry lacked when it was last looked at. */
  lacking_cents: number
  /** What is taken; 0 while that is not known, and when nothing was left. */
  cents: Generated<number>
  /** The balance that it is taken from. */
  from_cents: number | null
  attempts: Generated<number>
  next_attempt_at: Stamp
  error: string | null
  created_at: Stamp
  done_at: Since
}

/** Leftovers sent to another gift of the same registry. */
export interface TransferTable {
  id: Id
  registry_id: number
  idempotency_key: string
  fingerprint: string
  from_gift_id: number
  to_gift_id: number
  cents: number
  created_at: Stamp
}

/** Units of goods that a host has returned to the shop (R968). */
export interface ReturnedUnitTable {
  /** By which their worth has become smart change. */
  transfer_id: number
  order_id: number
  line_id: number
  gift_id: number
  registry_id: number
  units: number
  cents: number
  returned_at: Stamp
}

/** A closing that was processed, with the money it paid. */
export interface ClosingTable {
  registry_id: number
  number: number
  day: Day
  /** What its certificate was asked for; 0 until it is settled. */
  cents: number
  created_at: Stamp
  /** When its last payment is free to leave (R614). */
  due_at: Stamp
  settled_at: Since
}

export interface MoneyHeldTable {
  id: Generated<number>
  cents: number
  counted_to: number
  seen_to: number
}

export interface LedgerDayTable {
  day: Day
  movement: LedgerMovement
  cents: number
}

export interface LateMoneyTable {
  registry_id: number
}

export interface ClosingNoticeTable {
  registry_id: number
  day: Day
  kind: 'week' | 'day'
}

/** Money of a closed registry whose owner has not confirmed the e-mail (R129). */
export interface UnclaimedMoneyTable {
  registry_id: number
  since: Stamp
  /** How many went out: reminders to the owner, then one to staff. */
  letters: Generated<number>
}

/** What is missing in a registry after money had been paid out; staff are told when it grows. */
export interface NegativeBalanceTable {
  registry_id: number
  cents: number
  changed_at: Stamp
}
