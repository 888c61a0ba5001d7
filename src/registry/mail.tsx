import * as z from 'zod/mini'
import { writeCode } from '../base/fields.ts'
import { paths } from '../base/paths.ts'
import { m } from '../paraglide/messages.js'
import {
  type MailAbout,
  MailButton,
  MailFrame,
  MailLines,
  MailText,
  type Template,
  template,
} from '../ui/mail-frame.tsx'

const created = z.object({ id: z.string(), registry_name: z.string() })

/** The letters of this feature, by the name that the outbox keeps. */
export const mails: Record<string, Template> = {
  'registry-created': template(created, registryCreated),
  'registry-revealed': template(created, registryRevealed),
}

/** To the host: the list is ready; the address to share, the code to read out, where to add gifts. */
function registryCreated({ id, registry_name: name }: z.output<typeof created>, about: MailAbout) {
  const say = { locale: about.language }
  const subject = m.registry_mail_subject({ name }, say)
  return {
    subject,
    body: (
      <MailFrame about={about} title={m.registry_mail_title({}, say)} preview={subject}>
        <MailText>{m.registry_mail_text({ name }, say)}</MailText>
        <MailLines
          lines={[
            { label: m.registry_mail_address({}, say), value: about.site.url + paths.registry(id) },
            { label: m.registry_mail_code({}, say), value: writeCode(id) },
          ]}
        />
        <MailText>{m.registry_mail_share({}, say)}</MailText>
        <MailButton about={about} path={paths.addGifts(id)}>
          {m.registry_created_add({}, say)}
        </MailButton>
      </MailFrame>
    ),
  }
}

/** To hosts who wanted to be surprised: the day has come, and all that was given can be seen. */
function registryRevealed({ id, registry_name: name }: z.output<typeof created>, about: MailAbout) {
  const say = { locale: about.language }
  const subject = m.registry_mail_reveal_subject({ name }, say)
  return {
    subject,
    body: (
      <MailFrame about={about} title={m.registry_mail_reveal_title({}, say)} preview={subject}>
        <MailText>{m.registry_mail_reveal_text({ name }, say)}</MailText>
        <MailButton about={about} path={paths.registryGifts(id)}>
          {m.registry_mail_reveal_button({}, say)}
        </MailButton>
      </MailFrame>
    ),
  }
}
