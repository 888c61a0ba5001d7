import { formatMoment } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import { formatEuro } from '../../../base/money.ts'
import { m } from '../../../paraglide/messages.js'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { auditActionText } from '../../audit/pages/audit-messages.ts'
import type { LetterReader, NamedReaders } from '../look-contract.ts'

/** Why an action can't be done, and what is wrong in its fields. */
const refusals: Record<string, () => string> = {
  staff_action_changed: m.staff_action_changed,
  refused_shop_away: m.staff_action_shop_away,
  refused_by_shop: m.refused_by_shop,
  staff_line_counted: m.staff_line_counted,
  staff_line_settled: m.staff_line_settled,
  staff_refund_settled: m.staff_refund_settled,
  staff_payout_settled: m.staff_payout_settled,
  staff_payout_busy: m.staff_payout_busy,
  staff_payout_chosen: m.staff_payout_chosen,
  staff_payout_nowhere: m.staff_payout_nowhere,
  staff_payout_other: m.staff_payout_other,
  staff_payout_uncovered: m.staff_payout_uncovered,
  staff_code_missing: m.staff_code_missing,
  staff_code_amount: m.staff_code_amount,
  staff_code_spent: m.staff_code_spent,
  staff_code_used: m.staff_code_used,
  staff_code_own: m.staff_code_own,
  staff_code_order: m.staff_code_order,
  staff_payout_made: m.staff_payout_made,
  staff_payment_none: m.staff_payment_none,
  staff_payment_known: m.staff_payment_known,
  staff_reason_missing: m.staff_reason_missing,
  staff_order_missing: m.staff_order_missing,
  staff_order_currency: m.staff_order_currency,
  staff_registry_missing: m.staff_registry_missing,
  staff_registry_several: m.staff_registry_several,
  staff_registry_gone: m.staff_registry_gone,
  staff_line_missing: m.staff_line_missing,
  staff_gift_missing: m.staff_gift_missing,
  staff_units_wrong: m.staff_units_wrong,
  staff_amount_wrong: m.staff_amount_wrong,
  staff_amount_much: m.staff_amount_much,
  staff_units_given: m.staff_units_given,
  staff_return_nothing: m.staff_return_nothing,
  staff_line_unplaced: m.staff_line_unplaced,
  staff_refund_unplaced: m.staff_refund_unplaced,
  gift_has_money: m.gift_has_money,
  gift_is_held: m.gift_is_held,
  gift_secret_locked: m.gift_secret_locked,
  gift_not_available: m.gift_not_available,
  gift_needs_file: m.gift_needs_file,
  gift_options_required: m.gift_options_required,
  gift_quantity_most: m.gift_quantity_most,
  gift_quantity_least: m.gift_quantity_least,
  gift_group_minimum: m.gift_group_minimum,
  gift_too_many: m.gift_too_many,
  staff_product_missing: m.staff_product_missing,
  staff_quantity_wrong: m.staff_quantity_wrong,
  staff_gift_there: m.staff_gift_there,
  staff_gift_whole: m.staff_gift_whole,
  staff_registry_closed: m.staff_registry_closed,
  giftcard_full: m.giftcard_full,
  giftcard_much: m.giftcard_much,
  giftcard_nothing: m.giftcard_nothing,
  giftcard_stays: m.giftcard_stays,
  giftcard_waits: m.giftcard_waits,
  registry_closed: m.giftcard_closed,
  staff_receipt_known: m.staff_receipt_known,
  staff_receipt_wrong: m.staff_receipt_wrong,
  staff_receipt_group: m.staff_receipt_group,
  staff_receipt_money: m.staff_receipt_money,
  staff_receipt_manager: m.staff_receipt_manager,
  staff_receipt_reversed: m.staff_receipt_reversed,
  staff_receipt_same: m.staff_receipt_same,
  staff_receipt_taken: m.staff_receipt_taken,
  staff_units_open: m.staff_units_open,
  staff_amount_open: m.staff_amount_open,
  staff_registry_same: m.staff_registry_same,
  staff_registry_hidden: m.staff_registry_hidden,
  staff_reservation_over: m.staff_reservation_over,
  staff_letter_waits: m.staff_letter_waits,
  staff_letter_gone: m.staff_letter_gone,
  staff_letter_unwanted: m.staff_letter_unwanted,
  staff_letter_limit: m.staff_letter_limit,
  registry_closing_early: m.registry_closing_early,
  registry_closing_past: m.registry_closing_past,
  registry_closing_far: m.registry_closing_far,
  date_wrong: m.date_wrong,
  field_required: m.field_required,
  email_invalid: m.email_invalid,
  staff_email_same: m.staff_email_same,
  staff_giver_same: m.staff_giver_same,
  staff_giver_erased: m.staff_giver_erased,
  name_long: m.name_long,
  account_email_taken: m.account_email_taken,
  staff_leaving_already: m.staff_leaving_already,
  staff_letter_many: m.staff_letter_many,
}

function actionErrorText(code: string): string {
  return refusals[code]?.() ?? m.field_wrong()
}

/** The same; of more than there is, also how much there is. */
export function errorTextWithLeft(
  code: string,
  { detail }: Pick<PageError, 'detail'>,
  language: Language,
): string {
  const text = actionErrorText(code)
  const left = leftText(code, detail, language)
  return left === null ? text : `${text.replace(/\.?$/, '.')} ${m.staff_left({ left })}`
}

function leftText(code: string, detail: PageError['detail'], language: Language): string | null {
  const unit = unitsOfTooMuch[code]
  // The calls of hosts tell it in euro.
  const left = unit === 'euro' ? detail.open : detail.left
  if (unit === undefined || typeof left !== 'number') return null
  if (unit === 'units') return String(left)
  return formatEuro(unit === 'euro' ? Math.round(left * 100) : left, language)
}

/** In what the refusal of too much says how much there is. */
const unitsOfTooMuch: Record<string, 'units' | 'cents' | 'euro'> = {
  staff_units_open: 'units',
  staff_units_given: 'units',
  staff_amount_open: 'cents',
  staff_amount_much: 'cents',
  giftcard_much: 'euro',
  giftcard_full: 'euro',
}

/** “Anna: Retried the payout, 25 November 2026, 10:15”; null when nothing is known of it. */
export function lastActText({ detail }: PageError, language: Language): string | null {
  const last = detail.last as { person: string | null; action: string; at: string } | undefined
  if (!last) return null
  const who = last.person ?? m.staff_terminal()
  return `${who}: ${auditActionText(last.action)}, ${formatMoment(new Date(last.at), language)}`
}

/** Where something counts already, as a refusal tells it. */
export interface CountedAlready {
  code: string
  name: string
  /** The order, or the receipt below zero (R967). */
  order: number
}

const readerMessages: Record<LetterReader, () => string> = {
  host: m.staff_letter_host,
  co_host: m.staff_letter_co_host,
  giver: m.staff_letter_giver,
  guest: m.staff_letter_guest,
}

/** “A letter to: the host (Eleni, eleni@…), the giver”, or that nobody gets one (R1121). */
export function lettersText(readers: NamedReaders): string {
  if (readers.length === 0) return m.staff_letters_nobody()
  const names = readers.map(({ reader, people }) => {
    const name = readerMessages[reader]()
    return people.length === 0 ? name : `${name} (${people.join('; ')})`
  })
  return m.staff_letters_to({ readers: names.join(', ') })
}

/** “€30.00 from Nefeli counts for “Bordeaux glasses””; null when it was no gift that was recorded, or is not known. */
export function givenText(
  after: Record<string, unknown> | null,
  typed: Record<string, string>,
  language: Language,
): string | null {
  if (!after?.giver || !('message' in after)) return null
  const [giver, gift] = [String(after.giver), String(after.gift)]
  const units = after.units ?? ('given_units' in after ? typed.units : undefined)
  if (units !== undefined) return m.staff_done_units({ units: String(units), gift, giver })
  const cents = after.amount_cents ?? after.line_cents
  return typeof cents === 'number'
    ? m.staff_done_money({ amount: formatEuro(cents, language), gift, giver })
    : null
}
