import * as z from 'zod/mini'
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

const revealedProps = z.object({ id: z.string(), registry_name: z.string() })

export const emails: Record<string, EmailTemplate> = {
  'registry-revealed': defineEmailTemplate(revealedProps, registryRevealed),
}

/** Tells both hosts that the surprise is over and everything that was given can be seen (R221). */
function registryRevealed(
  { id, registry_name: name }: z.output<typeof revealedProps>,
  about: EmailContext,
): EmailContent {
  const options = { locale: about.language }
  const subject = m.registry_mail_reveal_subject({ name }, options)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.registry_mail_reveal_title({}, options)} preview={subject}>
        <EmailText>{m.registry_mail_reveal_text({ name }, options)}</EmailText>
        <EmailButton about={about} path={paths.registryGifts(id)}>
          {m.registry_mail_reveal_button({}, options)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}
