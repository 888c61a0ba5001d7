import * as z from 'zod/mini'
import { m } from '../paraglide/messages.js'
import { type MailAbout, MailFrame, MailQuote, MailText, type Template, template } from '../ui/mail-frame.tsx'

const written = z.object({ name: z.string(), email: z.string(), message: z.string() })

/** The letters of this feature, by the name that the outbox keeps. */
export const mails: Record<string, Template> = { contact: template(written, contact) }

/** To the people behind the site: what a visitor wrote on the contact page. */
function contact({ name, email, message }: z.output<typeof written>, about: MailAbout) {
  const say = { locale: about.language }
  const subject = m.contact_mail_subject({ name }, say)
  return {
    subject,
    body: (
      <MailFrame about={about} title={subject} preview={message.slice(0, 120)}>
        <MailQuote>{message}</MailQuote>
        <MailText>{m.contact_mail_from({ name, email }, say)}</MailText>
      </MailFrame>
    ),
  }
}
