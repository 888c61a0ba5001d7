import * as z from 'zod/mini'
import { type Day, formatDay, formatMoment } from '../../base/dates.ts'
import { formatCode } from '../../base/fields.ts'
import { formatEuro } from '../../base/money.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  type EmailContext,
  EmailLayout,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'

const unmatched = z.object({ order: z.int(), cents: z.int() })
const unplaced = z.object({ order: z.int(), refund: z.int(), cents: z.int() })
const unknownOrder = z.object({ order: z.int(), day: z.string(), cents: z.int(), products: z.string() })
const foreign = z.object({
  order: z.int(),
  currency: z.string(),
  paid: z.int(),
  shown: z.object({ currency: z.string(), cents: z.int() }),
})
const released = z.object({ order: z.int(), code: z.string(), waited: z.enum(['checkout', 'payment']) })
const unknownStatus = z.object({ order: z.int(), status: z.string() })
const gone = z.object({ order: z.int() })
const withdrawal = z.object({ order: z.int(), code: z.string(), at: z.string() })

/** To the people who run the shop, by the names that the outbox stores (R941). */
export const staffEmails: Record<string, EmailTemplate> = {
  /** Money that finds no place (R505). */
  'order-unmatched': defineEmailTemplate(unmatched, ({ order, cents }, about) => {
    const locale = { locale: about.language }
    const amount = formatEuro(cents, about.language)
    return letter(
      about,
      m.checkout_staff_unmatched_subject({ order }, locale),
      m.checkout_staff_unmatched_text({ order, amount }, locale),
    )
  }),
  /** After a restore: it may be for a registry, and nothing on it says for which (R522). */
  'order-unplaced': defineEmailTemplate(unknownOrder, ({ order, day, cents, products }, about) => {
    const locale = { locale: about.language }
    const amount = formatEuro(cents, about.language)
    return letter(
      about,
      m.checkout_staff_unplaced_subject({ order }, locale),
      m.checkout_staff_unplaced_text(
        { order, day: formatDay(day as Day, about.language), amount, products },
        locale,
      ),
    )
  }),
  /** Paid in a currency that registries don't count in (R505). */
  'order-currency': defineEmailTemplate(foreign, ({ order, currency, paid, shown }, about) => {
    const locale = { locale: about.language }
    const amount = formatForeign(paid, currency, about)
    const shownAmount = formatForeign(shown.cents, shown.currency, about)
    return letter(
      about,
      m.checkout_staff_currency_subject({ order, currency }, locale),
      m.checkout_staff_currency_text({ order, amount, shown: shownAmount }, locale),
    )
  }),
  /** An amount was given back for an order of several lines (R512). */
  'refund-unplaced': defineEmailTemplate(unplaced, ({ order, refund, cents }, about) => {
    const locale = { locale: about.language }
    const amount = formatEuro(cents, about.language)
    return letter(
      about,
      m.checkout_staff_refund_subject({ order }, locale),
      m.checkout_staff_refund_text({ order, refund, amount }, locale),
    )
  }),
  /** Refunded by the order's status alone: nobody knows how much, or of what (R1304). */
  'refund-by-hand': defineEmailTemplate(gone, ({ order }, about) => {
    const locale = { locale: about.language }
    return letter(
      about,
      m.checkout_staff_by_hand_subject({ order }, locale),
      m.checkout_staff_by_hand_text({ order }, locale),
    )
  }),
  /** Its gifts are free again, because it was not paid in time (R515). */
  'order-released': defineEmailTemplate(released, ({ order, code, waited }, about) => {
    const locale = { locale: about.language }
    const facts = { order, code: formatCode(code) }
    const text = waited === 'checkout' ? m.checkout_staff_unfinished_text : m.checkout_staff_released_text
    return letter(about, m.checkout_staff_released_subject({ order }, locale), text(facts, locale))
  }),
  /** Nobody has told us what it means (R508). */
  'order-status-unknown': defineEmailTemplate(unknownStatus, ({ order, status }, about) => {
    const locale = { locale: about.language }
    return letter(
      about,
      m.checkout_staff_status_subject({ order, status }, locale),
      m.checkout_staff_status_text({ order, status }, locale),
    )
  }),
  /** The shop answers that there is no such order, and what it counts for is about to be taken away (R1301). */
  'order-gone': defineEmailTemplate(gone, ({ order }, about) => {
    const locale = { locale: about.language }
    return letter(
      about,
      m.checkout_staff_gone_subject({ order }, locale),
      m.checkout_staff_gone_text({ order }, locale),
    )
  }),
  /** A giver withdraws from the contract (R517). */
  withdrawn: defineEmailTemplate(withdrawal, ({ order, code, at }, about) => {
    const locale = { locale: about.language }
    const time = formatMoment(new Date(at), about.language)
    return letter(
      about,
      m.checkout_staff_withdrawn_subject({ order }, locale),
      m.checkout_staff_withdrawn_text({ order, code: formatCode(code), time }, locale),
    )
  }),
}

/** An amount of any currency, which is only told and never counted. */
function formatForeign(cents: number, currency: string, { language }: EmailContext): string {
  const amount = (cents / 100).toLocaleString(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return `${amount} ${currency}`
}

function letter(about: EmailContext, subject: string, text: string) {
  return {
    subject,
    body: (
      <EmailLayout about={about} title={subject} preview={text}>
        <EmailText>{text}</EmailText>
      </EmailLayout>
    ),
  }
}
