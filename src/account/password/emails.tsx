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

const noProps = z.object({})

export const emails: Record<string, EmailTemplate> = {
  /** After a reset by a code. */
  'password-changed': defineEmailTemplate(noProps, (_, about) =>
    passwordChanged(m.account_mail_changed_text, about),
  ),
  /** After a change in the settings. */
  'password-updated': defineEmailTemplate(noProps, (_, about) =>
    passwordChanged(m.account_mail_updated_text, about),
  ),
}

function passwordChanged(text: typeof m.account_mail_changed_text, about: EmailContext): EmailContent {
  const options = localeOf(about)
  return renderAccountEmail(
    {
      subject: m.account_mail_changed_subject({}, options),
      paragraphs: [text({}, options)],
      button: { label: m.common_it_was_not_me({}, options), path: paths.forgotPassword },
    },
    about,
  )
}
