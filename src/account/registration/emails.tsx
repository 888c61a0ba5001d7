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
import { confirmationButton } from '../email-confirmation/emails.tsx'

/** The code is null when the e-mail is confirmed already, because the shop knows it (R120). */
const welcomeProps = z.object({ code: z.nullable(z.string()) })

export const emails: Record<string, EmailTemplate> = {
  welcome: defineEmailTemplate(welcomeProps, ({ code }, about) =>
    code ? welcome(code, about) : welcomeFromShop(about),
  ),
}

function welcome(code: string, about: EmailContext): EmailContent {
  const options = localeOf(about)
  return renderAccountEmail(
    {
      subject: m.account_mail_welcome_subject({ site: about.site.name }, options),
      title: m.account_mail_welcome_title({}, options),
      paragraphs: [m.account_mail_welcome_text({}, options), m.account_mail_confirm_text({}, options)],
      button: confirmationButton(code, options),
      closing: m.account_mail_confirm_not_you({}, options),
    },
    about,
  )
}

function welcomeFromShop(about: EmailContext): EmailContent {
  const options = localeOf(about)
  return renderAccountEmail(
    {
      subject: m.account_mail_welcome_subject({ site: about.site.name }, options),
      title: m.account_mail_welcome_title({}, options),
      paragraphs: [m.account_mail_shop_text({}, options), m.account_mail_welcome_text({}, options)],
      button: { label: m.account_mail_welcome_action({}, options), path: paths.createRegistry() },
    },
    about,
  )
}
