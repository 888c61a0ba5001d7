import * as z from 'zod/mini'
import { hostKinds } from '../../base/host-kinds.ts'
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

const invitedProps = z.object({ token: z.string(), registry_name: z.string(), host: z.string() })
const joinedProps = z.object({
  id: z.string(),
  registry_name: z.string(),
  name: z.string(),
  host_kind: z.enum(hostKinds),
})

export const emails: Record<string, EmailTemplate> = {
  'co-host-asked': defineEmailTemplate(invitedProps, coHostInvited),
  'co-host-joined': defineEmailTemplate(joinedProps, coHostJoined),
}

/** Invites somebody to be co-host; the link is valid once (R219). */
function coHostInvited(
  { token, registry_name: name, host }: z.output<typeof invitedProps>,
  about: EmailContext,
): EmailContent {
  const options = { locale: about.language }
  const subject = m.hosting_mail_asked_subject({ name }, options)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.hosting_mail_asked_title({}, options)} preview={subject}>
        <EmailText>{m.hosting_mail_asked_text({ host, name }, options)}</EmailText>
        <EmailText>{m.hosting_mail_asked_once({}, options)}</EmailText>
        <EmailButton about={about} path={paths.coHost(token)}>
          {m.hosting_mail_asked_button({}, options)}
        </EmailButton>
        <EmailText>
          {m.email_abuse({ site: about.site.name, email: about.site.supportEmail }, options)}
        </EmailText>
      </EmailLayout>
    ),
  }
}

/** Tells the owner that the co-host accepted. */
function coHostJoined(
  { id, registry_name, name, host_kind: hosts }: z.output<typeof joinedProps>,
  about: EmailContext,
): EmailContent {
  const options = { locale: about.language }
  const subject = m.hosting_mail_joined_subject({ hosts, name: registry_name }, options)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.hosting_mail_joined_title({ hosts }, options)} preview={subject}>
        <EmailText>{m.hosting_mail_joined_text({ host: name, name: registry_name }, options)}</EmailText>
        <EmailButton about={about} path={paths.editRegistry(id, 'co-host')}>
          {m.hosting_mail_joined_button({}, options)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}
