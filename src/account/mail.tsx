import * as z from 'zod/mini'
import { paths } from '../base/paths.ts'
import { m } from '../paraglide/messages.js'
import {
  type MailAbout,
  MailButton,
  MailFrame,
  MailText,
  type Template,
  template,
} from '../ui/mail-frame.tsx'

const sentCode = z.object({ email: z.string(), code: z.string() })
const nothing = z.object({})

/** The letters of this feature, by the name that the outbox keeps. */
export const mails: Record<string, Template> = {
  welcome: template(nothing, welcome),
  'password-reset': template(sentCode, passwordReset),
  'password-changed': template(nothing, passwordChanged),
}

function welcome(_: object, about: MailAbout) {
  const say = { locale: about.language }
  const subject = m.account_mail_welcome_subject({ site: about.site.name }, say)
  return {
    subject,
    body: (
      <MailFrame about={about} title={m.account_mail_welcome_title({}, say)} preview={subject}>
        <MailText>{m.account_mail_welcome_text({}, say)}</MailText>
        <MailButton about={about} path={paths.createRegistry()}>
          {m.account_mail_welcome_action({}, say)}
        </MailButton>
      </MailFrame>
    ),
  }
}

function passwordReset(link: z.output<typeof sentCode>, about: MailAbout) {
  const say = { locale: about.language }
  const subject = m.account_mail_reset_subject({}, say)
  return {
    subject,
    body: (
      <MailFrame about={about} title={subject} preview={m.account_mail_reset_text({}, say)}>
        <MailText>{m.account_mail_reset_text({}, say)}</MailText>
        <MailButton about={about} path={`${paths.resetPassword}?${new URLSearchParams({ ...link })}`}>
          {m.account_mail_reset_action({}, say)}
        </MailButton>
        <MailText>{m.account_mail_reset_not_you({}, say)}</MailText>
      </MailFrame>
    ),
  }
}

function passwordChanged(_: object, about: MailAbout) {
  const say = { locale: about.language }
  const subject = m.account_mail_changed_subject({}, say)
  return {
    subject,
    body: (
      <MailFrame about={about} title={subject} preview={m.account_mail_changed_text({}, say)}>
        <MailText>{m.account_mail_changed_text({}, say)}</MailText>
        <MailButton about={about} path={paths.forgotPassword}>
          {m.account_mail_changed_action({}, say)}
        </MailButton>
      </MailFrame>
    ),
  }
}
