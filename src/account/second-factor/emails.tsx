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
import { factorChanges } from './rules.ts'

const changeProps = z.object({
  change: z.enum(factorChanges),
  device: z.nullable(z.string()),
  at: z.string(),
  /** How many recovery codes are left, where one was used. */
  left: z.nullable(z.int()),
})
const recoveryProps = z.object({ code: z.string(), until: z.string() })

export const emails: Record<string, EmailTemplate> = {
  'second-factor-changed': defineEmailTemplate(changeProps, factorChanged),
  /** With the link that stops it. */
  'second-factor-recovery': defineEmailTemplate(recoveryProps, factorRecovery),
}

const changeTexts = {
  added: m.account_mail_factor_added,
  removed: m.account_mail_factor_removed,
  codes: m.account_mail_factor_codes,
  recovered: m.account_mail_factor_recovered,
  guessed: m.account_mail_factor_guessed,
}

function factorChanged(
  { change, device, at, left }: z.output<typeof changeProps>,
  about: EmailContext,
): EmailContent {
  const options = localeOf(about)
  const moment = formatMoment(new Date(at), about.language)
  return renderAccountEmail(
    {
      subject: m.account_mail_factor_subject({}, options),
      paragraphs: [
        change === 'code_used'
          ? m.account_mail_factor_code_used({ count: left ?? 0 }, options)
          : changeTexts[change]({}, options),
        device === null
          ? m.giftcard_mail_requested_when({ moment }, options)
          : m.giftcard_mail_requested_where({ moment, device }, options),
        m.account_mail_device_you({}, options),
      ],
      button: { label: m.common_it_was_not_me({}, options), path: paths.forgotPassword },
    },
    about,
  )
}

function factorRecovery({ code, until }: z.output<typeof recoveryProps>, about: EmailContext): EmailContent {
  const options = localeOf(about)
  const moment = formatMoment(new Date(until), about.language)
  return renderAccountEmail(
    {
      subject: m.account_mail_factor_recovery_subject({}, options),
      paragraphs: [
        m.account_mail_factor_recovery_text({ moment }, options),
        m.account_mail_factor_recovery_stop({}, options),
      ],
      button: {
        label: m.account_factor_stop_action({}, options),
        path: `${paths.factorRecoveryStop}?${new URLSearchParams({ code })}`,
      },
    },
    about,
  )
}
