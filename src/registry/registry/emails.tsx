import * as z from 'zod/mini'
import { formatCode } from '../../base/fields.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  EmailButton,
  type EmailContent,
  type EmailContext,
  EmailLayout,
  EmailRows,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'

const createdProps = z.object({ id: z.string(), registry_name: z.string() })

export const emails: Record<string, EmailTemplate> = {
  'registry-created': defineEmailTemplate(createdProps, registryCreated),
}

/** Tells the host that the registry is ready: its address to share, its code to read out, and where to add gifts. */
function registryCreated(
  { id, registry_name: name }: z.output<typeof createdProps>,
  about: EmailContext,
): EmailContent {
  const options = { locale: about.language }
  const subject = m.registry_mail_subject({ name }, options)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.common_your_registry_is_ready({}, options)} preview={subject}>
        <EmailText>{m.registry_mail_text({ name }, options)}</EmailText>
        <EmailRows
          lines={[
            { label: m.common_address({}, options), value: about.site.url + paths.registry(id) },
            { label: m.common_code({}, options), value: formatCode(id) },
          ]}
        />
        <EmailText>{m.registry_mail_share({}, options)}</EmailText>
        <EmailButton about={about} path={paths.addGifts(id)}>
          {m.common_add_gifts({}, options)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}
