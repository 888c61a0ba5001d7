import * as z from 'zod/mini'
import { formatDay } from '../../base/dates.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  EmailButton,
  EmailLayout,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'

const endingList = z.object({ id: z.string(), registry_name: z.string(), day: z.string() })

/** By their template names in the outbox. */
export const emails: Record<string, EmailTemplate> = {
  /** To the owner: the guest list of a past event is about to be deleted (R943). */
  'guest-list-ends': defineEmailTemplate(endingList, ({ id, registry_name, day }, about) => {
    const locale = { locale: about.language }
    const date = formatDay(day, about.language)
    const subject = m.guest_list_ends_subject({ day: date }, locale)
    return {
      subject,
      body: (
        <EmailLayout about={about} title={m.guest_list_ends_title({}, locale)} preview={subject}>
          <EmailText>{m.guest_list_ends_text({ registry: registry_name, day: date }, locale)}</EmailText>
          <EmailButton about={about} path={paths.editRegistry(id, 'guests')}>
            {m.guest_list_ends_button({}, locale)}
          </EmailButton>
        </EmailLayout>
      ),
    }
  }),
}
