import * as z from 'zod/mini'
import { formatMoment } from '../../base/dates.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  type EmailContent,
  type EmailContext,
  type EmailTemplate,
} from '../../ui/email/email-layout.tsx'
import { localeOf, renderAccountEmail } from '../customer/emails.tsx'

const linkProps = z.object({ code: z.string() })
const guessedProps = z.object({ at: z.string() })
const newDeviceProps = z.object({ device: z.nullable(z.string()), at: z.string() })

export const emails: Record<string, EmailTemplate> = {
  'new-device': defineEmailTemplate(newDeviceProps, newDevice),
  'sign-in-link': defineEmailTemplate(linkProps, signInLink),
  'sign-in-guessed': defineEmailTemplate(guessedProps, signInGuessed),
}

/** What whoever knows the password needs, too, while many wrong ones are tried (R1242). */
function signInLink({ code }: z.output<typeof linkProps>, about: EmailContext): EmailContent {
  const options = localeOf(about)
  return renderAccountEmail(
    {
      subject: m.account_mail_link_subject({}, options),
      paragraphs: [m.account_mail_link_text({}, options), m.account_mail_link_do({}, options)],
      button: {
        label: m.common_sign_in({}, options),
        path: `${paths.login}?${new URLSearchParams({ link: code })}`,
      },
      closing: m.account_mail_link_not_you({}, options),
    },
    about,
  )
}

function signInGuessed({ at }: z.output<typeof guessedProps>, about: EmailContext): EmailContent {
  const options = localeOf(about)
  const moment = formatMoment(new Date(at), about.language)
  return renderAccountEmail(
    {
      subject: m.account_mail_guessed_subject({}, options),
      paragraphs: [
        m.account_mail_guessed_text({ moment }, options),
        m.account_mail_guessed_now({}, options),
        m.account_mail_guessed_do({}, options),
      ],
    },
    about,
  )
}

function newDevice({ device, at }: z.output<typeof newDeviceProps>, about: EmailContext): EmailContent {
  const options = localeOf(about)
  const moment = formatMoment(new Date(at), about.language)
  return renderAccountEmail(
    {
      subject: m.account_mail_device_subject({}, options),
      paragraphs: [
        device
          ? m.account_mail_device_text({ device, moment }, options)
          : m.account_mail_device_unknown({ moment }, options),
        m.account_mail_device_you({}, options),
      ],
      button: { label: m.common_it_was_not_me({}, options), path: paths.forgotPassword },
    },
    about,
  )
}
