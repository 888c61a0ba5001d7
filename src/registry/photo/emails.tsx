import * as z from 'zod/mini'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  EmailLayout,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'

/** To staff: the pictures of the day have reached what the site takes (R945). */
export const emails: Record<string, EmailTemplate> = {
  'pictures-full': defineEmailTemplate(z.object({ limit: z.int() }), ({ limit }, about) => {
    const locale = { locale: about.language }
    const subject = m.pictures_full_subject({}, locale)
    const text = m.pictures_full_text({ limit: String(limit) }, locale)
    return {
      subject,
      body: (
        <EmailLayout about={about} title={subject} preview={text}>
          <EmailText>{text}</EmailText>
        </EmailLayout>
      ),
    }
  }),
}
