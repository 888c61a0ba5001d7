import { formatDay, formatMoment } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import { m } from '../../paraglide/messages.js'
import type { PageContext } from '../../ui/page/page-context.ts'
import { payoutTroubleMessages, staffRoleNames } from '../../ui/text/names.ts'
import { parseSubject, type SubjectKind } from '../audit.rules.ts'
import type { WorkKind } from '../work.rules.ts'
import { isYesNoFact, yesNoText } from './frame/staff-text.tsx'
import { hostKindNames } from './member-messages.ts'
import { letterName, paymentWord } from './registry/payout-messages.ts'
import { workKindMessages } from './work-messages.ts'

/** The message of an audited action; its name where there is no message any more. */
export function auditActionText(action: string, { text }: Pick<PageContext, 'text'>): string {
  const key = `staff_audit_${action}`
  const said = text(key)
  return said === key ? action : said
}

export const withActionTexts = <Line extends { action: string }>(
  lines: Line[],
  ctx: Pick<PageContext, 'text'>,
) => lines.map(line => ({ ...line, what: auditActionText(line.action, ctx) }))

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
  request: m.staff_subject_request,
}

export function auditSubjectText(line: { subject: string | null; receipt: string | null }): string | null {
  const parsed = parseSubject(line.subject)
  if (!parsed) return null
  const id = parsed.kind === 'receipt' ? (line.receipt ?? parsed.id) : parsed.id
  return subjectMessages[parsed.kind]({ id })
}

const valueMessages: Record<string, () => string> = {
  name: m.staff_value_name,
  email: m.common_email,
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
  product: m.common_product,
  variant: m.staff_value_variant,
  price_cents: m.common_price,
  is_group: m.gift_group,
  gift: m.common_gift,
  units: m.staff_value_units,
  giver: m.staff_value_giver,
  giver_shown: m.staff_value_giver_shown,
  payer: m.staff_column_payer,
  message: m.staff_value_message,
  given_units: m.staff_value_given_units,
  given_cents: m.staff_value_given_cents,
  line_cents: m.staff_value_line_cents,
  waiting_cents: m.staff_value_waiting_cents,
  amount_cents: m.common_amount,
  waits: m.staff_value_waits,
  code: m.common_code,
  payout_state: m.common_state,
  payout_trouble: m.staff_value_payout_trouble,
  attempts: m.staff_value_attempts,
  error: m.staff_value_error,
  in_shop: m.staff_value_in_shop,
  status: m.staff_value_status,
  method: m.common_way_of_payment,
  paid: m.staff_value_paid,
  work: m.staff_value_work,
  note: m.staff_value_note,
  snoozed_until: m.staff_value_snoozed_until,
  due: m.staff_value_due,
  name_en: m.staff_type_name_en,
  name_el: m.staff_type_name_el,
  slug: m.common_address,
  position: m.staff_type_position,
  illustration: m.staff_type_picture,
  host_kind: m.staff_type_hosts,
  is_active: m.staff_type_active,
  returned_units: m.staff_value_returned_units,
  second_units: m.staff_value_second_units,
  freed_units: m.staff_value_freed_units,
  change_cents: m.staff_value_change_cents,
  closing_day: m.staff_column_closing,
  registry_state: m.common_state,
  searchable: m.staff_searchable,
  until_at: m.staff_column_until,
  reserved: m.staff_column_reserved,
  template: m.staff_value_template,
  recipient: m.common_to,
  first_sent_at: m.staff_value_first_sent,
  given: m.staff_person_given,
  invited: m.staff_person_invited,
  wrote: m.staff_person_wrote,
  leaving: m.staff_host_title,
  letter_state: m.common_state,
  agreed_by: m.staff_value_agreed_by,
}

const stateMessages: Record<string, Record<string, () => string>> = {
  role: staffRoleNames,
  host_kind: hostKindNames,
  payout_state: {
    waiting: m.common_waits_for_shop,
    tried: m.staff_payout_state_tried,
    done: m.common_done,
    failed: m.staff_payout_state_failed,
  },
  payout_trouble: payoutTroubleMessages,
  registry_state: {
    open: m.staff_state_open,
    closing: m.staff_state_closing,
    closed: m.staff_state_closed,
  },
  letter_state: {
    waiting: m.common_not_sent_yet,
    sent: m.staff_letter_sent,
    failed: m.staff_letter_failed,
  },
}

export function factName(name: string): string {
  return valueMessages[name]?.() ?? name
}

const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)

export function factText(name: string, value: unknown, language: Language): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean' && isYesNoFact(name)) return yesNoText(name, value)
  if (name.endsWith('_cents') && typeof value === 'number') return formatEuro(value, language)
  if (name.endsWith('_day') && typeof value === 'string') return formatDay(value, language)
  if (typeof value === 'string' && isMoment(value)) return formatMoment(new Date(value), language)
  if (name === 'template') return letterName(String(value))
  if (name === 'status') return paymentWord(String(value))
  if (name === 'work') return workText(String(value))
  return stateMessages[name]?.[String(value)]?.() ?? String(value)
}

/** «Payouts that hang (12)» of the list's stored name and the entry's key. */
function workText(stored: string): string {
  const [kind = '', ...key] = stored.split(' ')
  return `${workKindMessages[kind as WorkKind]?.() ?? kind} (${key.join(' ')})`
}

/** «closing day: 19 July 2027, …»; null where nothing is stored. */
export function auditValuesText(values: Record<string, unknown> | null, language: Language): string | null {
  if (values === null) return null
  return Object.entries(values)
    .map(([name, value]) => `${factName(name)}: ${factText(name, value, language)}`)
    .join(', ')
}
