import * as z from 'zod/mini'
import { localeOf, renderAccountEmail } from '../../account/customer/emails.tsx'
import { confirmationButton } from '../../account/email-confirmation/emails.tsx'
import { formatEuro } from '../../base/money.ts'
import { m } from '../../paraglide/messages.js'
import { defineEmailTemplate, type EmailContext, type EmailTemplate } from '../../ui/email/email-layout.tsx'

const waitsProps = z.object({ code: z.string(), cents: z.int() })
const staffProps = z.object({ code: z.string(), cents: z.int() })

export const emails: Record<string, EmailTemplate> = {
  'money-waits': defineEmailTemplate(waitsProps, moneyWaits),
  'money-unclaimed': defineEmailTemplate(staffProps, moneyUnclaimed),
}

/** To the owner: money waits until they confirm the e-mail. */
function moneyWaits({ code, cents }: z.output<typeof waitsProps>, about: EmailContext) {
  const options = localeOf(about)
  const amount = formatEuro(cents, about.language)
  return renderAccountEmail(
    {
      subject: m.giftcard_mail_waits_subject({ amount }, options),
      paragraphs: [m.giftcard_mail_waits_text({ amount }, options), m.account_mail_confirm_text({}, options)],
      button: confirmationButton(code, options),
      closing: m.account_mail_confirm_not_you({}, options),
    },
    about,
  )
}

/** To staff: the owner was reminded three times. */
function moneyUnclaimed({ code, cents }: z.output<typeof staffProps>, about: EmailContext) {
  const options = localeOf(about)
  const amount = formatEuro(cents, about.language)
  return renderAccountEmail(
    {
      subject: m.giftcard_mail_unclaimed_subject({ amount }, options),
      paragraphs: [m.giftcard_mail_unclaimed_text({ amount, code }, options)],
    },
    about,
  )
}
