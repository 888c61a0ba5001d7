import * as z from 'zod/mini'
import { formatEuro } from '../../base/money.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  type EmailContext,
  EmailLayout,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'

const negativeBalance = z.object({
  code: z.string(),
  registry: z.string(),
  order: z.int(),
  /** The number of the receipt of the till that was taken back; else the order is the shop's. */
  receipt: z.optional(z.string()),
  cents: z.int(),
})

/** The e-mails about the ledger, by the names that the outbox stores. */
export const emails: Record<string, EmailTemplate> = {
  'money-owed': defineEmailTemplate(negativeBalance, negativeBalanceGrown),
}

/** To staff: the shop refunded money that had been paid out to the host (R615). */
function negativeBalanceGrown(props: z.output<typeof negativeBalance>, context: EmailContext) {
  const locale = { locale: context.language }
  const amount = formatEuro(props.cents, context.language)
  const { order, code, receipt } = props
  const subject =
    receipt === undefined
      ? m.giftcard_mail_negative_balance_subject({ amount, order }, locale)
      : m.giftcard_mail_till_reversed_subject({ amount, receipt }, locale)
  return {
    subject,
    body: (
      <EmailLayout
        about={context}
        title={m.giftcard_mail_negative_balance_title({}, locale)}
        preview={subject}
      >
        <EmailText>
          {receipt === undefined
            ? m.giftcard_mail_negative_balance_text({ amount, order, code }, locale)
            : m.giftcard_mail_till_reversed_text({ amount, receipt, code }, locale)}
        </EmailText>
      </EmailLayout>
    ),
  }
}
