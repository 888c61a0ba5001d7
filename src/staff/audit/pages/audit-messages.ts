import { formatDay, formatMoment } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import { formatEuro } from '../../../base/money.ts'
import { m } from '../../../paraglide/messages.js'
import { payoutTroubleMessages } from '../../../ui/text/payout-trouble.ts'
import { isYesNoFact, yesNoText } from '../../frame/pages/yes-no-text.ts'
import { letterName } from '../../registry/pages/letter-messages.ts'
import { paymentWord } from '../../registry/pages/payment-messages.ts'
import { type AuditAction, parseSubject, type SubjectKind } from '../rules.ts'

/** What each kind of line says; older kinds that the list no longer has show their name. */
export const auditActionMessages: Record<AuditAction, () => string> = {
  signed_in: m.staff_audit_signed_in,
  signed_in_by_recovery_code: m.staff_audit_signed_in_by_recovery_code,
  signed_out: m.staff_audit_signed_out,
  sessions_ended: m.staff_audit_sessions_ended,
  staff_locked: m.staff_audit_staff_locked,
  staff_invited: m.staff_audit_staff_invited,
  staff_joined: m.staff_audit_staff_joined,
  staff_removed: m.staff_audit_staff_removed,
  audit_exported: m.staff_audit_exported,
  money_exported: m.staff_audit_money_exported,
  registry_opened: m.staff_audit_registry_opened,
  seen_as_guest: m.staff_audit_seen_as_guest,
  seen_as_host: m.staff_audit_seen_as_host,
  note_added: m.staff_audit_note_added,
  email_shown: m.staff_audit_email_shown,
  line_placed: m.staff_audit_line_placed,
  line_dismissed: m.staff_audit_line_dismissed,
  refund_placed: m.staff_audit_refund_placed,
  refund_dismissed: m.staff_audit_refund_dismissed,
  payout_retried: m.staff_audit_payout_retried,
  payout_finished: m.staff_audit_payout_finished,
  payout_cancelled: m.staff_audit_payout_cancelled,
  payment_received: m.staff_audit_payment_received,
  work_taken: m.staff_audit_work_taken,
  work_left: m.staff_audit_work_left,
  work_snoozed: m.staff_audit_work_snoozed,
  work_done: m.staff_audit_work_done,
  work_reopened: m.staff_audit_work_reopened,
  work_noted: m.staff_audit_work_noted,
  event_type_added: m.staff_audit_event_type_added,
  event_type_changed: m.staff_audit_event_type_changed,
  staff_role_changed: m.staff_audit_role_changed,
  staff_sessions_ended: m.staff_audit_staff_sessions_ended,
  staff_factor_reset: m.staff_audit_factor_reset,
  factor_recovery_asked: m.staff_audit_factor_recovery_asked,
  host_sessions_ended: m.staff_audit_host_sessions_ended,
  password_letter_sent: m.staff_audit_password_letter_sent,
  host_deactivated: m.staff_audit_host_deactivated,
  host_exported: m.staff_audit_host_exported,
  person_looked_up: m.staff_audit_person_looked_up,
  person_exported: m.staff_audit_person_exported,
  person_erased: m.staff_audit_person_erased,
  unit_returned: m.staff_audit_unit_returned,
  line_unplaced: m.staff_audit_line_unplaced,
  refund_unplaced: m.staff_audit_refund_unplaced,
  money_moved: m.staff_audit_money_moved,
  gift_added: m.staff_audit_gift_added,
  gift_removed: m.staff_audit_gift_removed,
  receipt_recorded: m.staff_audit_receipt_recorded,
  receipt_money_recorded: m.staff_audit_receipt_money_recorded,
  receipt_reversed: m.staff_audit_receipt_reversed,
  receipt_renumbered: m.staff_audit_receipt_renumbered,
  registry_extended: m.staff_audit_registry_extended,
  registry_hidden: m.staff_audit_registry_hidden,
  reservation_released: m.staff_audit_reservation_released,
  letter_resent: m.staff_audit_letter_resent,
  email_corrected: m.staff_audit_email_corrected,
  giver_renamed: m.staff_audit_giver_renamed,
}

export function auditActionText(action: string): string {
  return action in auditActionMessages ? auditActionMessages[action as AuditAction]() : action
}

const subjectMessages: Record<SubjectKind, (id: { id: string }) => string> = {
  staff: m.staff_subject_staff,
  order: m.staff_subject_order,
  payout: m.staff_subject_payout,
  gift: m.staff_subject_gift,
  letter: m.staff_subject_letter,
  'hand-off': m.staff_subject_handoff,
  refund: m.staff_subject_refund,
  receipt: m.staff_subject_receipt,
  guest: m.staff_subject_guest,
}

/** What a line is about; a receipt of the till by the number that is printed on it. */
export function auditSubjectText({
  subject,
  receipt,
}: {
  subject: string | null
  receipt: string | null
}): string | null {
  const parsed = parseSubject(subject)
  if (!parsed) return null
  const id = parsed.kind === 'receipt' ? (receipt ?? parsed.id) : parsed.id
  return subjectMessages[parsed.kind]({ id })
}

const valueMessages: Record<string, () => string> = {
  name: m.staff_value_name,
  email: m.account_email,
  waiting_email: m.staff_value_waiting_email,
  role: m.staff_value_role,
  lines: m.staff_value_lines,
  order: m.staff_value_order,
  line: m.staff_value_line,
  refund: m.staff_value_refund,
  receipt: m.staff_value_receipt,
  from_gift: m.staff_value_from_gift,
  to_gift: m.staff_value_to_gift,
  held_cents: m.staff_value_held_cents,
  open_cents: m.staff_value_open_cents,
  placed_cents: m.staff_value_placed_cents,
  on_receipt: m.staff_value_on_receipt,
  counts: m.staff_value_counts,
  registry: m.staff_value_registry,
  product: m.staff_value_product,
  variant: m.staff_value_variant,
  price_cents: m.staff_column_price,
  is_group: m.gift_group,
  gift: m.staff_value_gift,
  units: m.staff_value_units,
  giver: m.staff_value_giver,
  giver_shown: m.staff_value_giver_shown,
  payer: m.staff_column_payer,
  message: m.staff_value_message,
  given_units: m.staff_value_given_units,
  given_cents: m.staff_value_given_cents,
  line_cents: m.staff_value_line_cents,
  waiting_cents: m.staff_value_waiting_cents,
  amount_cents: m.staff_value_amount_cents,
  waits: m.staff_value_waits,
  code: m.staff_value_code,
  payout_state: m.staff_column_state,
  payout_trouble: m.staff_value_payout_trouble,
  attempts: m.staff_value_attempts,
  error: m.staff_value_error,
  in_shop: m.staff_value_in_shop,
  status: m.staff_value_status,
  method: m.staff_value_method,
  paid: m.staff_value_paid,
  work: m.staff_value_work,
  note: m.staff_value_note,
  snoozed_until: m.staff_value_snoozed_until,
  due: m.staff_value_due,
  name_en: m.staff_type_name_en,
  name_el: m.staff_type_name_el,
  slug: m.staff_type_slug,
  position: m.staff_type_position,
  illustration: m.staff_type_picture,
  host_kind: m.staff_type_hosts,
  is_active: m.staff_type_active,
  returned_units: m.staff_value_returned_units,
  change_cents: m.staff_value_change_cents,
  closing_day: m.staff_column_closing,
  registry_state: m.staff_column_state,
  searchable: m.staff_searchable,
  until_at: m.staff_column_until,
  reserved: m.staff_column_reserved,
  template: m.staff_value_template,
  recipient: m.staff_column_to,
  first_sent_at: m.staff_value_first_sent,
  given: m.staff_person_given,
  invited: m.staff_person_invited,
  wrote: m.staff_person_wrote,
  leaving: m.staff_host_title,
  letter_state: m.staff_column_state,
}

/** Words of states, by the name of their fact. */
const stateMessages: Record<string, Record<string, () => string>> = {
  payout_state: {
    waiting: m.staff_payout_state_waiting,
    tried: m.staff_payout_state_tried,
    done: m.staff_payout_state_done,
    failed: m.staff_payout_state_failed,
  },
  payout_trouble: payoutTroubleMessages,
  registry_state: {
    open: m.staff_state_open,
    closing: m.staff_state_closing,
    closed: m.staff_state_closed,
  },
  letter_state: {
    waiting: m.staff_letter_waiting,
    sent: m.staff_letter_sent,
    failed: m.staff_letter_failed,
  },
}

/** The name of a fact before or after an action. */
export function factName(name: string): string {
  return valueMessages[name]?.() ?? name
}

/** A fact in the reader's language: amounts and days as such, and what holds or not in words. */
export function factText(name: string, value: unknown, language: Language): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean' && isYesNoFact(name)) return yesNoText(name, value)
  if (name.endsWith('_cents') && typeof value === 'number') return formatEuro(value, language)
  if (name.endsWith('_day') && typeof value === 'string') return formatDay(value, language)
  if (name.endsWith('_at') && typeof value === 'string') return formatMoment(new Date(value), language)
  if (name === 'template') return letterName(String(value))
  if (name === 'status') return paymentWord(String(value))
  return stateMessages[name]?.[String(value)]?.() ?? String(value)
}

/** «closing day: 19 July 2027, …»; null where nothing is kept. */
export function auditValuesText(values: Record<string, unknown> | null, language: Language): string | null {
  if (values === null) return null
  return Object.entries(values)
    .map(([name, value]) => `${factName(name)}: ${factText(name, value, language)}`)
    .join(', ')
}
