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

const newDeviceProps = z.object({ device: z.nullable(z.string()), at: z.string() })

export const emails: Record<string, EmailTemplate> = {
  'new-device': defineEmailTemplate(newDeviceProps, newDevice),
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
      button: { label: m.account_mail_changed_action({}, options), path: paths.forgotPassword },
    },
    about,
  )
}
