import * as z from 'zod/mini'
import type { Language } from '../../base/language.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  type EmailContent,
  type EmailContext,
  type EmailTemplate,
} from '../../ui/email/email-layout.tsx'
import { localeOf, renderAccountEmail } from '../customer/emails.tsx'

const confirmEmailProps = z.object({ code: z.string() })

export const emails: Record<string, EmailTemplate> = {
  'confirm-email': defineEmailTemplate(confirmEmailProps, confirmEmail),
}

function confirmEmail({ code }: z.output<typeof confirmEmailProps>, about: EmailContext): EmailContent {
  const options = localeOf(about)
  return renderAccountEmail(
    {
      subject: m.account_mail_confirm_subject({}, options),
      paragraphs: [m.account_mail_confirm_text({}, options)],
      button: confirmationButton(code, options),
      closing: m.account_mail_confirm_not_you({}, options),
    },
    about,
  )
}

/** The button that confirms the e-mail by a code. */
export function confirmationButton(code: string, options: { locale: Language }) {
  return {
    label: m.common_confirm_my_email({}, options),
    path: `${paths.emailConfirmation}?${new URLSearchParams({ code })}`,
  }
}
