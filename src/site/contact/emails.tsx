import * as z from 'zod/mini'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  type EmailContext,
  EmailLayout,
  EmailQuote,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'

const written = z.object({ name: z.string(), email: z.string(), message: z.string() })

/** The letters of this feature, by the name that the outbox keeps. */
export const mails: Record<string, EmailTemplate> = { contact: defineEmailTemplate(written, contact) }

/** To the people behind the site: what a visitor wrote on the contact page. */
function contact({ name, email, message }: z.output<typeof written>, about: EmailContext) {
  const say = { locale: about.language }
  const subject = m.contact_email_subject({ name }, say)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={subject} preview={message.slice(0, 120)}>
        <EmailQuote>{message}</EmailQuote>
        <EmailText>{m.contact_email_from({ name, email }, say)}</EmailText>
      </EmailLayout>
    ),
  }
}
