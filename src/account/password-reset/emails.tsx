import * as z from 'zod/mini'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  type EmailContent,
  type EmailContext,
  type EmailTemplate,
} from '../../ui/email/email-layout.tsx'
import { localeOf, renderAccountEmail } from '../customer/emails.tsx'

const passwordResetProps = z.object({ email: z.string(), code: z.string() })

export const emails: Record<string, EmailTemplate> = {
  'password-reset': defineEmailTemplate(passwordResetProps, passwordReset),
}

function passwordReset(link: z.output<typeof passwordResetProps>, about: EmailContext): EmailContent {
  const options = localeOf(about)
  return renderAccountEmail(
    {
      subject: m.account_mail_reset_subject({}, options),
      paragraphs: [m.account_mail_reset_text({}, options)],
      button: {
        label: m.account_mail_reset_action({}, options),
        path: `${paths.resetPassword}?${new URLSearchParams({ ...link })}`,
      },
      closing: m.account_mail_reset_not_you({}, options),
    },
    about,
  )
}
