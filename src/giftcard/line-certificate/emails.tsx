import * as z from 'zod/mini'
import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  type EmailContext,
  EmailLayout,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'
import { endOfCode } from '../lowering/rules.ts'
import { EmailCard } from '../payout/emails.tsx'

const issued = z.object({
  order: z.int(),
  certificate: z.string(),
  cents: z.int(),
  expires_on: z.nullable(z.string()),
})
const lowered = z.object({
  order: z.int(),
  certificate_end: z.string(),
  cents: z.int(),
  balance: z.int(),
})
const spent = z.object({ order: z.int(), cents: z.int() })

/** The e-mails about gift cards of lines, by the names that the outbox stores (R1311). */
export const emails: Record<string, EmailTemplate> = {
  'line-card': defineEmailTemplate(issued, cardIssued),
  'line-card-lowered': defineEmailTemplate(lowered, cardLowered),
  'line-card-spent': defineEmailTemplate(spent, cardSpent),
}

/** A line for the shop's staff on the order. */
export const formatExchangeNote = (
  { line_id, code }: { line_id: number; code: string },
  language: Language,
): string => m.giftcard_staff_note_line({ line: line_id, end: endOfCode(code) }, { locale: language })

/** To the buyer: the gift card itself. */
function cardIssued(props: z.output<typeof issued>, context: EmailContext) {
  const locale = { locale: context.language }
  const amount = formatEuro(props.cents, context.language)
  const subject = m.giftcard_mail_line_subject({ amount }, locale)
  return {
    subject,
    body: (
      <EmailLayout about={context} title={m.giftcard_mail_issued_title({}, locale)} preview={subject}>
        <EmailText>{m.giftcard_mail_line_text({ order: props.order, amount }, locale)}</EmailText>
        <EmailCard {...props} context={context} />
        <EmailText>{m.giftcard_mail_issued_how({}, locale)}</EmailText>
        <EmailText>{m.giftcard_mail_issued_rest({}, locale)}</EmailText>
        <EmailText>{m.giftcard_mail_issued_keep({}, locale)}</EmailText>
      </EmailLayout>
    ),
  }
}

/** To the buyer: the order was refunded, and the gift card is worth that much less. */
function cardLowered(props: z.output<typeof lowered>, context: EmailContext) {
  const { language } = context
  const locale = { locale: language }
  const [amount, balance] = [formatEuro(props.cents, language), formatEuro(props.balance, language)]
  const subject = m.giftcard_mail_lowered_subject({ end: props.certificate_end, amount }, locale)
  const texts = { order: props.order, end: props.certificate_end, amount }
  return {
    subject,
    body: (
      <EmailLayout about={context} title={m.giftcard_mail_line_lowered_title({}, locale)} preview={subject}>
        <EmailText>{m.giftcard_mail_line_lowered_text(texts, locale)}</EmailText>
        <EmailText>{m.giftcard_mail_lowered_left({ balance }, locale)}</EmailText>
      </EmailLayout>
    ),
  }
}

/** To staff: an order was refunded whose gift card is spent. */
function cardSpent({ order, cents }: z.output<typeof spent>, context: EmailContext) {
  const locale = { locale: context.language }
  const amount = formatEuro(cents, context.language)
  const subject = m.giftcard_staff_line_spent_subject({ order, amount }, locale)
  return {
    subject,
    body: (
      <EmailLayout about={context} title={subject} preview={subject}>
        <EmailText>{m.giftcard_staff_line_spent_text({ order, amount }, locale)}</EmailText>
      </EmailLayout>
    ),
  }
}
