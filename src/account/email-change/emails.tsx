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
import { protectedActs } from './rules.ts'

const confirmProps = z.object({ code: z.string() })
const noticeProps = z.object({
  code: z.string(),
  /** Masked. */
  email: z.string(),
  device: z.nullable(z.string()),
  at: z.string(),
})
const protectedProps = z.object({
  act: z.enum(protectedActs),
  registry: z.nullable(z.string()),
  device: z.nullable(z.string()),
  at: z.string(),
})
const staffProps = z.object({ customer: z.int(), shop_customer: z.int() })

export const emails: Record<string, EmailTemplate> = {
  /** To the new address. */
  'email-change-confirm': defineEmailTemplate(confirmProps, confirmNewEmail),
  /** To the former address, when it was asked for and when it was confirmed. */
  'email-change-requested': defineEmailTemplate(noticeProps, (props, about) =>
    notice(props, about, m.account_mail_email_requested_subject, m.account_mail_email_requested_text),
  ),
  /** To the current address, when the shop's staff asked for it. */
  'email-correction-requested': defineEmailTemplate(noticeProps, (props, about) =>
    notice(props, about, m.account_mail_email_requested_subject, m.account_mail_email_correction_text),
  ),
  'email-changed': defineEmailTemplate(noticeProps, (props, about) =>
    notice(props, about, m.account_mail_email_changed_subject, m.account_mail_email_changed_text),
  ),
  /** To the owner, and to the former address as long as it can take the account back. */
  'protected-act': defineEmailTemplate(protectedProps, protectedAct),
  /** To staff: the shop has another customer with the new e-mail. */
  'shop-email-differs': defineEmailTemplate(staffProps, shopEmailDiffers),
}

function confirmNewEmail({ code }: z.output<typeof confirmProps>, about: EmailContext): EmailContent {
  const options = localeOf(about)
  return renderAccountEmail(
    {
      subject: m.account_mail_email_confirm_subject({}, options),
      paragraphs: [m.account_mail_email_confirm_text({ site: about.site.name }, options)],
      button: {
        label: m.common_confirm_my_email({}, options),
        path: `${paths.emailChange}?${new URLSearchParams({ code })}`,
      },
      closing: m.account_mail_confirm_not_you({}, options),
    },
    about,
  )
}

function notice(
  { code, email, device, at }: z.output<typeof noticeProps>,
  about: EmailContext,
  subject: typeof m.account_mail_email_changed_subject,
  text: typeof m.account_mail_email_changed_text,
): EmailContent {
  const options = localeOf(about)
  const moment = formatMoment(new Date(at), about.language)
  return renderAccountEmail(
    {
      subject: subject({}, options),
      paragraphs: [
        text({ email }, options),
        device === null
          ? m.giftcard_mail_requested_when({ moment }, options)
          : m.giftcard_mail_requested_where({ moment, device }, options),
        m.account_mail_email_stop_text({}, options),
      ],
      button: {
        label: m.common_it_was_not_me({}, options),
        path: `${paths.emailChangeStop}?${new URLSearchParams({ code })}`,
      },
    },
    about,
  )
}

const actTexts = {
  co_host_asked: m.account_mail_act_co_host,
  closing_day: m.account_mail_act_closing_day,
  data_downloaded: m.account_mail_act_download,
}

function protectedAct(
  { act, registry, device, at }: z.output<typeof protectedProps>,
  about: EmailContext,
): EmailContent {
  const options = localeOf(about)
  const moment = formatMoment(new Date(at), about.language)
  return renderAccountEmail(
    {
      subject: m.account_mail_act_subject({}, options),
      paragraphs: [
        actTexts[act]({ registry: registry ?? '' }, options),
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

function shopEmailDiffers(
  { customer, shop_customer }: z.output<typeof staffProps>,
  about: EmailContext,
): EmailContent {
  const options = localeOf(about)
  const names = { customer: String(customer), shop_customer: String(shop_customer) }
  return renderAccountEmail(
    {
      subject: m.account_mail_shop_email_subject({}, options),
      paragraphs: [m.account_mail_shop_email_text(names, options)],
    },
    about,
  )
}
