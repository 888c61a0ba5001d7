import * as z from 'zod/mini'
import { formatEuro } from '../../base/money.ts'
import { payoutTroubles } from '../../base/payout-troubles.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  type EmailContext,
  EmailLayout,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'
import { payoutTroubleMessages } from '../../ui/text/payout-trouble.ts'

const stalled = z.object({
  code: z.string(),
  registry: z.string(),
  certificate: z.string(),
  cents: z.int(),
  trouble: z.enum(payoutTroubles),
})

/** To the people who run the shop, by the names that the outbox stores (R941). */
export const payoutStaffEmails: Record<string, EmailTemplate> = {
  'payout-stuck': defineEmailTemplate(stalled, payoutStalled),
  'certificate-unplaced': defineEmailTemplate(z.object({ sentence: z.string() }), certificateUnplaced),
}

/** A payout that has failed again and again (R607). */
function payoutStalled(props: z.output<typeof stalled>, context: EmailContext) {
  const locale = { locale: context.language }
  const amount = formatEuro(props.cents, context.language)
  const subject = m.giftcard_mail_stalled_subject({ certificate: props.certificate }, locale)
  return {
    subject,
    body: (
      <EmailLayout about={context} title={m.giftcard_mail_stalled_title({}, locale)} preview={subject}>
        <EmailText>{m.giftcard_mail_stalled_text({ amount, code: props.code }, locale)}</EmailText>
        <EmailText>{payoutTroubleMessages[props.trouble]({}, locale)}</EmailText>
      </EmailLayout>
    ),
  }
}

/** A gift card that a restored database knows nothing of (R617). */
function certificateUnplaced({ sentence }: { sentence: string }, context: EmailContext) {
  const locale = { locale: context.language }
  const subject = m.giftcard_staff_unplaced_subject({}, locale)
  return {
    subject,
    body: (
      <EmailLayout about={context} title={subject} preview={subject}>
        <EmailText>{m.giftcard_staff_unplaced_text({ sentence }, locale)}</EmailText>
      </EmailLayout>
    ),
  }
}
