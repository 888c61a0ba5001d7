import { formatMoment } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import { formatEuro } from '../../../base/money.ts'
import { m } from '../../../paraglide/messages.js'
import type { PageContext } from '../../../ui/page/page-context.ts'
import type { PageError } from '../../../ui/page/page-errors.ts'
import type { LetterReader, NamedReaders } from '../../action/look.rules.ts'
import { auditActionText } from '../audit-messages.ts'

/** How much is left where a value was too large; null for other refusals. */
export function leftText(code: string, detail: PageError['detail'], language: Language): string | null {
  const unit = unitsOfTooMuch[code]
  // Calls of the hosts answer euro instead of cents.
  const left = unit === 'euro' ? detail.open : detail.left
  if (unit === undefined || typeof left !== 'number') return null
  if (unit === 'units') return m.staff_left({ left: String(left) })
  return m.staff_left({ left: formatEuro(unit === 'euro' ? Math.round(left * 100) : left, language) })
}

/** The unit of what is left, by error code. */
const unitsOfTooMuch: Record<string, 'units' | 'cents' | 'euro'> = {
  staff_units_open: 'units',
  staff_units_given: 'units',
  staff_units_freed: 'units',
  staff_amount_open: 'cents',
  staff_amount_much: 'cents',
  giftcard_much: 'euro',
  giftcard_full: 'euro',
}

/** “Anna: Retried the payout, 25 November 2026, 10:15”; null when nothing is known of it. */
export function lastActText(act: unknown, { text, language }: Pick<PageContext, 'text' | 'language'>) {
  const last = act as { person: string | null; action: string; at: string } | undefined
  if (!last) return null
  const who = last.person ?? m.staff_terminal()
  return `${who}: ${auditActionText(last.action, { text })}, ${formatMoment(new Date(last.at), language)}`
}

const readerMessages: Record<LetterReader, () => string> = {
  host: m.staff_letter_host,
  co_host: m.staff_letter_co_host,
  giver: m.staff_letter_giver,
  guest: m.staff_letter_guest,
}

/** “A letter to: the host (Eleni, eleni@…), the giver”, or that nobody gets one (R1121, who gets a letter). */
export function lettersText(readers: NamedReaders): string {
  if (readers.length === 0) return m.staff_letters_nobody()
  const names = readers.map(({ reader, people }) => {
    const name = readerMessages[reader]()
    return people.length === 0 ? name : `${name} (${people.join('; ')})`
  })
  return m.staff_letters_to({ readers: names.join(', ') })
}

/** “€30.00 from Nefeli counts for “Bordeaux glasses””; null when no gift was recorded, or it isn't known. */
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
