import * as z from 'zod/mini'
import { localeOf, renderAccountEmail } from '../../account/customer/emails.tsx'
import { formatMoment } from '../../base/dates.ts'
import { paths } from '../../base/paths.ts'
import { staffRoles } from '../../base/staff-roles.ts'
import { m } from '../../paraglide/messages.js'
import { defineEmailTemplate, type EmailTemplate } from '../../ui/email/email-layout.tsx'
import { staffRoleName } from '../../ui/text/staff-role.ts'

const invitationProps = z.object({ name: z.string(), role: z.enum(staffRoles), code: z.string() })
const triesProps = z.object({ name: z.string(), at: z.string(), knows: z.enum(['nothing', 'password']) })

export const emails: Record<string, EmailTemplate> = {
  'staff-invitation': defineEmailTemplate(invitationProps, ({ name, role, code }, about) => {
    const options = localeOf(about)
    const roleName = staffRoleName(role, about.language)
    return renderAccountEmail(
      {
        subject: m.staff_mail_invitation_subject({}, options),
        paragraphs: [
          m.staff_mail_invitation_text({ name, role: roleName }, options),
          m.staff_mail_invitation_need({}, options),
        ],
        button: {
          label: m.staff_mail_invitation_action({}, options),
          path: `${paths.staffInvitation}?code=${encodeURIComponent(code)}`,
        },
        closing: m.staff_mail_invitation_once({}, options),
      },
      about,
    )
  }),
  'staff-tries': defineEmailTemplate(triesProps, ({ name, at, knows }, about) => {
    const options = localeOf(about)
    const facts = { name, moment: formatMoment(new Date(at), about.language) }
    return renderAccountEmail(
      {
        subject: m.staff_mail_tries_subject({ name }, options),
        paragraphs:
          knows === 'password'
            ? [m.staff_mail_codes_text(facts, options), m.staff_mail_codes_do({ name }, options)]
            : [m.staff_mail_tries_text(facts, options), m.staff_mail_tries_do({ name }, options)],
      },
      about,
    )
  }),
}
