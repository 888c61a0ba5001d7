import { Fragment } from 'react'
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

const contactProps = z.object({ name: z.string(), email: z.string(), message: z.string() })
const digestProps = z.object({ messages: z.array(contactProps) })

/** The emails of this feature, by the template's name in the outbox. */
export const emails: Record<string, EmailTemplate> = {
  contact: defineEmailTemplate(contactProps, contactEmail),
  'contact-digest': defineEmailTemplate(digestProps, contactDigest),
}

/** To the support address: what a visitor wrote on the contact page. */
function contactEmail({ name, email, message }: z.output<typeof contactProps>, about: EmailContext) {
  const options = { locale: about.language }
  const subject = m.contact_email_subject({ name }, options)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={subject} preview={message.slice(0, 120)}>
        <EmailQuote>{message}</EmailQuote>
        <EmailText>{m.contact_email_from({ name, email }, options)}</EmailText>
      </EmailLayout>
    ),
  }
}

/** To the support address: the messages of an hour that brought very many (R823). */
function contactDigest({ messages }: z.output<typeof digestProps>, about: EmailContext) {
  const options = { locale: about.language }
  const subject = m.contact_email_digest_subject({}, options)
  const lead = m.contact_email_digest_text({}, options)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={subject} preview={lead}>
        <EmailText>{lead}</EmailText>
        {messages.map(one => (
          <Fragment key={`${one.email} ${one.message}`}>
            <EmailQuote>{one.message}</EmailQuote>
            <EmailText>{m.contact_email_from({ name: one.name, email: one.email }, options)}</EmailText>
          </Fragment>
        ))}
      </EmailLayout>
    ),
  }
}
