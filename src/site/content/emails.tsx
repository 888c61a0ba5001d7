import * as z from 'zod/mini'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  EmailLayout,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'

/** A letter that lists more would be read by nobody. */
export const maxListedPictures = 100

const leftOut = z.object({ pictures: z.array(z.object({ page: z.string(), picture: z.string() })) })

/** To staff: pictures in the shop's texts that our pages leave out (R1203). */
export const emails: Record<string, EmailTemplate> = {
  'pictures-left-out': defineEmailTemplate(leftOut, ({ pictures }, about) => {
    const locale = { locale: about.language }
    const subject = m.pictures_left_out_subject({}, locale)
    const text = m.pictures_left_out_text({}, locale)
    return {
      subject,
      body: (
        <EmailLayout about={about} title={subject} preview={text}>
          <EmailText>{text}</EmailText>
          {pictures.map(({ page, picture }) => (
            <EmailText key={`${page} ${picture}`}>{`${page}: ${picture}`}</EmailText>
          ))}
        </EmailLayout>
      ),
    }
  }),
}
