import * as z from 'zod/mini'
import { formatEuro } from '../../base/money.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  EmailButton,
  type EmailContext,
  EmailLayout,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'

const lowered = z.object({
  code: z.string(),
  registry: z.string(),
  /** The last characters of the certificate's code: a letter that tells of a loss need not carry the money. */
  certificate_end: z.string(),
  cents: z.int(),
  balance: z.int(),
})

/** The e-mails about certificates that are lowered, by the names that the outbox stores. */
export const emails: Record<string, EmailTemplate> = {
  'giftcard-lowered': defineEmailTemplate(lowered, certificateLowered),
}

/** To the host: guests were given money back after it was paid out (R513). */
function certificateLowered(props: z.output<typeof lowered>, context: EmailContext) {
  const { language } = context
  const locale = { locale: language }
  const amount = formatEuro(props.cents, language)
  const subject = m.giftcard_mail_lowered_subject({ end: props.certificate_end, amount }, locale)
  const texts = { registry: props.registry, end: props.certificate_end, amount }
  return {
    subject,
    body: (
      <EmailLayout about={context} title={m.giftcard_mail_lowered_title({}, locale)} preview={subject}>
        <EmailText>{m.giftcard_mail_lowered_text(texts, locale)}</EmailText>
        <EmailText>
          {m.giftcard_mail_lowered_left({ balance: formatEuro(props.balance, language) }, locale)}
        </EmailText>
        <EmailButton about={context} path={paths.moneyStatement(props.code)}>
          {m.giftcard_mail_lowered_button({}, locale)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}
