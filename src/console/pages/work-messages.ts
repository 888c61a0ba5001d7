import { formatDay } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import type { PayoutTrouble } from '../../base/payout-troubles.ts'
import { m } from '../../paraglide/messages.js'
import { payoutTroubleMessages } from '../../ui/text/names.ts'
import { muchMoneyCents, type WorkKind } from '../work.rules.ts'
import type { ConsoleAnswer } from './frame/console-call.ts'
import { letterName } from './registry/payout-messages.ts'

export type WorkEntryView = ConsoleAnswer<'workList'>['entries'][number]

export const workKindMessages: Record<WorkKind, () => string> = {
  approval: m.staff_approval_title,
  unmatched: m.common_unmatched_payment,
  refund: m.staff_work_kind_refund,
  second: m.staff_work_kind_second,
  certificate: m.staff_work_kind_certificate,
  payout: m.staff_work_kind_payout,
  withdrawal: m.staff_work_kind_withdrawal,
  difference: m.staff_work_kind_difference,
  closing: m.staff_work_kind_closing,
  call: m.staff_work_kind_call,
  contact: m.staff_work_kind_contact,
  letter: m.staff_work_kind_letter,
  unreadable: m.staff_work_kind_unreadable,
  webhook: m.staff_work_kind_webhook,
  token: m.staff_work_kind_token,
}

const whatToDo: Record<Exclude<WorkKind, 'closing'>, () => string> = {
  approval: m.staff_approval_do,
  unmatched: m.staff_work_do_unmatched,
  refund: m.staff_work_do_refund,
  second: m.staff_work_do_second,
  certificate: m.staff_work_do_certificate,
  payout: m.staff_work_do_payout,
  withdrawal: m.staff_work_do_withdrawal,
  difference: m.staff_work_do_difference,
  call: m.staff_work_do_call,
  contact: m.staff_work_do_contact,
  letter: m.staff_work_do_letter,
  unreadable: m.staff_work_do_unreadable,
  webhook: m.staff_work_do_webhook,
  token: m.staff_work_do_token,
}

export function whatToDoText(kind: WorkKind, language: Language): string {
  if (kind === 'closing') return m.staff_work_do_closing({ amount: formatEuro(muchMoneyCents, language) })
  return whatToDo[kind]()
}

/** Empty where it is about nothing but its registry. */
export function entrySubjectText({ kind, order, number, name }: WorkEntryView): string {
  if (kind === 'approval') return m.staff_work_about_request({ number: number ?? 0 })
  if (kind === 'refund') return m.staff_work_about_refund({ order: order ?? 0, number: number ?? 0 })
  if (kind === 'certificate') return m.staff_work_about_order({ order: order ?? 0 })
  if (order !== null && number !== null) return m.staff_work_about_line({ order, number })
  if (kind === 'payout') return m.staff_work_about_payout({ number: number ?? 0 })
  if (kind === 'letter') return m.staff_work_about_letter({ number: number ?? 0 })
  if (kind === 'token') return m.staff_work_about_token({ number: number ?? 0 })
  return name ?? ''
}

const reasons: Record<string, () => string> = {
  reference: m.staff_work_reason_reference,
  gift: m.staff_work_reason_gift,
  cart: m.staff_work_reason_cart,
  currency: m.staff_work_reason_currency,
  worth: m.staff_work_reason_worth,
  bought: m.staff_work_reason_bought,
  lost: m.staff_work_reason_lost,
  gone: m.staff_work_reason_gone,
  stuck: m.staff_work_reason_stuck,
}

/** A day or a reason is put into words; any other detail is shown as it is. */
export function entryDetailText({ kind, detail }: WorkEntryView, language: Language): string | null {
  if (detail === null || kind === 'approval') return null
  if (kind === 'closing') return m.staff_work_closes({ day: formatDay(detail, language) })
  if (kind === 'second') return m.staff_work_second_units({ count: Number(detail) })
  if (kind === 'call') return m.staff_work_event({ day: formatDay(detail, language) })
  if (kind === 'unmatched') return reasons[detail]?.() ?? detail
  if (kind === 'letter') return failedLetterText(detail)
  if (kind === 'payout') return payoutTroubleMessages[detail as PayoutTrouble]()
  return detail
}

/** «Invitation: 550 no such mailbox» of what the template and the mail server say. */
function failedLetterText(detail: string): string {
  const [template = '', ...error] = detail.split(': ')
  return [letterName(template), ...error].join(': ')
}
