import * as z from 'zod/mini'
import { writeCode } from '../../base/fields.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  EmailButton,
  type EmailContext,
  EmailLayout,
  EmailRows,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'

const created = z.object({ id: z.string(), registry_name: z.string() })

const asked = z.object({ token: z.string(), registry_name: z.string(), host: z.string() })
const joined = z.object({ id: z.string(), registry_name: z.string(), name: z.string() })

/** The letters of this feature, by the name that the outbox keeps. */
export const mails: Record<string, EmailTemplate> = {
  'registry-created': defineEmailTemplate(created, registryCreated),
  'registry-revealed': defineEmailTemplate(created, registryRevealed),
  'co-host-asked': defineEmailTemplate(asked, coHostAsked),
  'co-host-joined': defineEmailTemplate(joined, coHostJoined),
}

/** To the host: the list is ready; the address to share, the code to read out, where to add gifts. */
function registryCreated({ id, registry_name: name }: z.output<typeof created>, about: EmailContext) {
  const say = { locale: about.language }
  const subject = m.registry_mail_subject({ name }, say)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.registry_mail_title({}, say)} preview={subject}>
        <EmailText>{m.registry_mail_text({ name }, say)}</EmailText>
        <EmailRows
          lines={[
            { label: m.registry_mail_address({}, say), value: about.site.url + paths.registry(id) },
            { label: m.registry_mail_code({}, say), value: writeCode(id) },
          ]}
        />
        <EmailText>{m.registry_mail_share({}, say)}</EmailText>
        <EmailButton about={about} path={paths.addGifts(id)}>
          {m.registry_created_add({}, say)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}

/** To hosts who wanted to be surprised: the day has come, and all that was given can be seen. */
function registryRevealed({ id, registry_name: name }: z.output<typeof created>, about: EmailContext) {
  const say = { locale: about.language }
  const subject = m.registry_mail_reveal_subject({ name }, say)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.registry_mail_reveal_title({}, say)} preview={subject}>
        <EmailText>{m.registry_mail_reveal_text({ name }, say)}</EmailText>
        <EmailButton about={about} path={paths.registryGifts(id)}>
          {m.registry_mail_reveal_button({}, say)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}

/** To somebody who is asked to run a registry beside its owner; the link works once. */
function coHostAsked({ token, registry_name: name, host }: z.output<typeof asked>, about: EmailContext) {
  const say = { locale: about.language }
  const subject = m.hosting_mail_asked_subject({ name }, say)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.hosting_mail_asked_title({}, say)} preview={subject}>
        <EmailText>{m.hosting_mail_asked_text({ host, name }, say)}</EmailText>
        <EmailText>{m.hosting_mail_asked_once({}, say)}</EmailText>
        <EmailButton about={about} path={paths.coHost(token)}>
          {m.hosting_mail_asked_button({}, say)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}

/** To the owner: the co-host is there. */
function coHostJoined({ id, registry_name, name }: z.output<typeof joined>, about: EmailContext) {
  const say = { locale: about.language }
  const subject = m.hosting_mail_joined_subject({ name: registry_name }, say)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.hosting_mail_joined_title({}, say)} preview={subject}>
        <EmailText>{m.hosting_mail_joined_text({ host: name, name: registry_name }, say)}</EmailText>
        <EmailButton about={about} path={paths.editRegistry(id, 'co-host')}>
          {m.hosting_mail_joined_button({}, say)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}
