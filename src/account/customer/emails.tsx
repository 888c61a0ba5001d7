import * as z from 'zod/mini'
import { dayInAthens, formatDay, formatMoment } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  EmailButton,
  type EmailContent,
  type EmailContext,
  EmailLayout,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'

const nothing = z.object({})
/** Null for somebody whose e-mail is confirmed already. */
const welcomed = z.object({ code: z.nullable(z.string()) })
const toConfirm = z.object({ code: z.string() })
const sentCode = z.object({ email: z.string(), code: z.string() })
const signedInFrom = z.object({ device: z.nullable(z.string()), at: z.string() })
const leaving = z.object({ until: z.string() })

/** The letters of this feature, by the name that the outbox keeps. */
export const mails: Record<string, EmailTemplate> = {
  welcome: defineEmailTemplate(welcomed, ({ code }, about) =>
    code ? welcome(code, about) : welcomeFromShop(about),
  ),
  'confirm-email': defineEmailTemplate(toConfirm, confirmEmail),
  'password-reset': defineEmailTemplate(sentCode, passwordReset),
  'password-changed': defineEmailTemplate(nothing, (_, about) =>
    passwordChanged(m.account_mail_changed_text, about),
  ),
  'password-updated': defineEmailTemplate(nothing, (_, about) =>
    passwordChanged(m.account_mail_updated_text, about),
  ),
  'new-device': defineEmailTemplate(signedInFrom, newDevice),
  'account-leaving': defineEmailTemplate(leaving, accountLeaving),
  'account-back': defineEmailTemplate(nothing, accountBack),
  'account-erased': defineEmailTemplate(nothing, accountErased),
}

interface Words {
  subject: string
  /** The heading, where it is not the subject. */
  title?: string
  texts: string[]
  /** The one thing to do, and where. */
  button?: { words: string; path: string }
  /** Under the button. */
  last?: string
}

function letter({ subject, title = subject, texts, button, last }: Words, about: EmailContext): EmailContent {
  return {
    subject,
    body: (
      <EmailLayout about={about} title={title} preview={texts[0] ?? subject}>
        {texts.map(text => (
          <EmailText key={text}>{text}</EmailText>
        ))}
        {button && (
          <EmailButton about={about} path={button.path}>
            {button.words}
          </EmailButton>
        )}
        {last && <EmailText>{last}</EmailText>}
      </EmailLayout>
    ),
  }
}

const sayIn = ({ language }: EmailContext) => ({ locale: language })

function confirmButton(code: string, say: { locale: Language }) {
  return {
    words: m.account_mail_confirm_action({}, say),
    path: `${paths.emailConfirmation}?${new URLSearchParams({ code })}`,
  }
}

function welcome(code: string, about: EmailContext): EmailContent {
  const say = sayIn(about)
  return letter(
    {
      subject: m.account_mail_welcome_subject({ site: about.site.name }, say),
      title: m.account_mail_welcome_title({}, say),
      texts: [m.account_mail_welcome_text({}, say), m.account_mail_confirm_text({}, say)],
      button: confirmButton(code, say),
      last: m.account_mail_confirm_not_you({}, say),
    },
    about,
  )
}

function welcomeFromShop(about: EmailContext): EmailContent {
  const say = sayIn(about)
  return letter(
    {
      subject: m.account_mail_welcome_subject({ site: about.site.name }, say),
      title: m.account_mail_welcome_title({}, say),
      texts: [m.account_mail_shop_text({}, say), m.account_mail_welcome_text({}, say)],
      button: { words: m.account_mail_welcome_action({}, say), path: paths.createRegistry() },
    },
    about,
  )
}

function confirmEmail({ code }: z.output<typeof toConfirm>, about: EmailContext): EmailContent {
  const say = sayIn(about)
  return letter(
    {
      subject: m.account_mail_confirm_subject({}, say),
      texts: [m.account_mail_confirm_text({}, say)],
      button: confirmButton(code, say),
      last: m.account_mail_confirm_not_you({}, say),
    },
    about,
  )
}

function passwordReset(link: z.output<typeof sentCode>, about: EmailContext): EmailContent {
  const say = sayIn(about)
  return letter(
    {
      subject: m.account_mail_reset_subject({}, say),
      texts: [m.account_mail_reset_text({}, say)],
      button: {
        words: m.account_mail_reset_action({}, say),
        path: `${paths.resetPassword}?${new URLSearchParams({ ...link })}`,
      },
      last: m.account_mail_reset_not_you({}, say),
    },
    about,
  )
}

function passwordChanged(text: typeof m.account_mail_changed_text, about: EmailContext): EmailContent {
  const say = sayIn(about)
  return letter(
    {
      subject: m.account_mail_changed_subject({}, say),
      texts: [text({}, say)],
      button: { words: m.account_mail_changed_action({}, say), path: paths.forgotPassword },
    },
    about,
  )
}

function newDevice({ device, at }: z.output<typeof signedInFrom>, about: EmailContext): EmailContent {
  const say = sayIn(about)
  const moment = formatMoment(new Date(at), about.language)
  return letter(
    {
      subject: m.account_mail_device_subject({}, say),
      texts: [
        device
          ? m.account_mail_device_text({ device, moment }, say)
          : m.account_mail_device_unknown({ moment }, say),
        m.account_mail_device_you({}, say),
      ],
      button: { words: m.account_mail_changed_action({}, say), path: paths.forgotPassword },
    },
    about,
  )
}

function accountLeaving({ until }: z.output<typeof leaving>, about: EmailContext): EmailContent {
  const say = sayIn(about)
  const day = formatDay(dayInAthens(new Date(until)), about.language)
  return letter(
    {
      subject: m.account_mail_deactivated_subject({}, say),
      texts: [m.account_mail_deactivated_text({}, say), m.account_mail_deactivated_grace({ day }, say)],
      button: { words: m.account_mail_deactivated_action({}, say), path: paths.login },
    },
    about,
  )
}

function accountBack(_: unknown, about: EmailContext): EmailContent {
  const say = sayIn(about)
  return letter(
    {
      subject: m.account_mail_restored_subject({}, say),
      texts: [m.account_mail_restored_text({}, say)],
      button: { words: m.account_mail_restored_action({}, say), path: paths.myRegistries },
    },
    about,
  )
}

function accountErased(_: unknown, about: EmailContext): EmailContent {
  const say = sayIn(about)
  return letter(
    { subject: m.account_mail_erased_subject({}, say), texts: [m.account_mail_erased_text({}, say)] },
    about,
  )
}
