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

const negativeBalance = z.object({ code: z.string(), registry: z.string(), order: z.int(), cents: z.int() })

/** The e-mails about the ledger, by the names that the outbox stores. */
export const emails: Record<string, EmailTemplate> = {
  'money-owed': defineEmailTemplate(negativeBalance, negativeBalanceGrown),
}

/** To staff: the shop refunded money that had been paid out to the host (R615). */
function negativeBalanceGrown(props: z.output<typeof negativeBalance>, context: EmailContext) {
  const locale = { locale: context.language }
  const amount = formatEuro(props.cents, context.language)
  const subject = m.giftcard_mail_negative_balance_subject({ amount, order: props.order }, locale)
  return {
    subject,
    body: (
      <EmailLayout
        about={context}
        title={m.giftcard_mail_negative_balance_title({}, locale)}
        preview={subject}
      >
        <EmailText>
          {m.giftcard_mail_negative_balance_text({ amount, order: props.order, code: props.code }, locale)}
        </EmailText>
      </EmailLayout>
    ),
  }
}
