import * as z from 'zod/mini'
import { dayInAthens, formatDay } from '../../base/dates.ts'
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
const accountLeavingProps = z.object({ until: z.string() })

export const emails: Record<string, EmailTemplate> = {
  'account-leaving': defineEmailTemplate(accountLeavingProps, accountLeaving),
  'account-back': defineEmailTemplate(noProps, accountBack),
  'account-erased': defineEmailTemplate(noProps, accountErased),
}

function accountLeaving({ until }: z.output<typeof accountLeavingProps>, about: EmailContext): EmailContent {
  const options = localeOf(about)
  const day = formatDay(dayInAthens(new Date(until)), about.language)
  return renderAccountEmail(
    {
      subject: m.account_deactivated({}, options),
      paragraphs: [
        m.account_mail_deactivated_text({}, options),
        m.account_mail_deactivated_grace({ day }, options),
      ],
      button: { label: m.account_mail_deactivated_action({}, options), path: paths.login },
    },
    about,
  )
}

function accountBack(_: unknown, about: EmailContext): EmailContent {
  const options = localeOf(about)
  return renderAccountEmail(
    {
      subject: m.account_mail_restored_subject({}, options),
      paragraphs: [m.account_mail_restored_text({}, options)],
      button: { label: m.common_to_my_registries({}, options), path: paths.myRegistries },
    },
    about,
  )
}

function accountErased(_: unknown, about: EmailContext): EmailContent {
  const options = localeOf(about)
  return renderAccountEmail(
    {
      subject: m.account_mail_erased_subject({}, options),
      paragraphs: [m.account_mail_erased_text({}, options)],
    },
    about,
  )
}
