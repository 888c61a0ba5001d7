import * as z from 'zod/mini'
import { formatMoment } from '../../base/dates.ts'
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

const moneyRequestedProps = z.object({
  code: z.string(),
  registry: z.string(),
  person: z.string(),
  cents: z.int(),
  way: z.enum(['certificate', 'order']),
  device: z.nullable(z.string()),
  at: z.string(),
})

/** The letters that tell the owner what was asked of their money. */
export const requestEmails: Record<string, EmailTemplate> = {
  'money-requested': defineEmailTemplate(moneyRequestedProps, moneyRequested),
}

function moneyRequested(props: z.output<typeof moneyRequestedProps>, context: EmailContext) {
  const locale = { locale: context.language }
  const { person, registry } = props
  const amount = formatEuro(props.cents, context.language)
  const moment = formatMoment(new Date(props.at), context.language)
  const subject = m.giftcard_mail_requested_subject({ amount }, locale)
  const what = { person, amount, registry }
  return {
    subject,
    body: (
      <EmailLayout about={context} title={subject} preview={subject}>
        <EmailText>
          {props.way === 'order'
            ? m.giftcard_mail_requested_order(what, locale)
            : m.giftcard_mail_requested_certificate(what, locale)}
        </EmailText>
        <EmailText>
          {props.device === null
            ? m.giftcard_mail_requested_when({ moment }, locale)
            : m.giftcard_mail_requested_where({ moment, device: props.device }, locale)}
        </EmailText>
        <EmailText>{m.giftcard_mail_requested_not_you({}, locale)}</EmailText>
        <EmailButton about={context} path={paths.forgotPassword}>
          {m.common_it_was_not_me({}, locale)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}
