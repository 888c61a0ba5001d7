import * as z from 'zod/mini'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  type EmailContent,
  type EmailContext,
  type EmailTemplate,
} from '../../ui/email/email-layout.tsx'
import { localeOf, renderAccountEmail } from '../customer/emails.tsx'
import { confirmationButton } from '../email-confirmation/emails.tsx'

const welcomeProps = z.object({
  code: z.string(),
  /** The account was made by the shop's password (R120). */
  from_shop: z.optional(z.boolean()),
})

export const emails: Record<string, EmailTemplate> = {
  welcome: defineEmailTemplate(welcomeProps, welcome),
}

function welcome({ code, from_shop }: z.output<typeof welcomeProps>, about: EmailContext): EmailContent {
  const options = localeOf(about)
  return renderAccountEmail(
    {
      subject: m.account_mail_welcome_subject({ site: about.site.name }, options),
      title: m.account_mail_welcome_title({}, options),
      paragraphs: [
        m.account_mail_welcome_text({}, options),
        from_shop ? m.account_mail_shop_text({}, options) : m.account_mail_confirm_text({}, options),
      ],
      button: confirmationButton(code, options),
      closing: from_shop
        ? m.account_mail_shop_not_you({}, options)
        : m.account_mail_confirm_not_you({}, options),
    },
    about,
  )
}
