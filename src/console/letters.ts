import * as z from 'zod/mini'
import { formatCode } from '../base/fields.ts'
import { paths, withCode } from '../base/paths.ts'
import { staffRoles } from '../base/staff-roles.ts'
import { m } from '../paraglide/messages.js'
import { asCaused, button, type Letter, letter, limits, type Say, toStaff } from '../ui/email/letter.ts'
import { staffRoleName } from '../ui/text/names.ts'

/** The title of an action; the name itself for an action that no longer exists. */
function actionTitle(action: string, say: Say): string {
  const message = (m as unknown as Record<string, typeof m.common_code>)[`staff_act_${action}`]
  return message ? say(message) : action
}

/** Without limits by hour and day: each request has a letter of its own, by which it may have to be stopped. */
const asAsked = asCaused('staff')

export const letters: Record<string, Letter> = {
  'staff-invitation': letter(
    limits('code', 5, 10),
    { name: z.string(), role: z.enum(staffRoles), code: z.string() },
    ({ name, role, code }, say) => ({
      subject: say(m.staff_mail_invitation_subject),
      blocks: [
        say(m.staff_mail_invitation_text, { name, role: staffRoleName(role, say.language) }),
        say(m.staff_mail_invitation_need),
        button(say(m.staff_mail_invitation_action), withCode(paths.staffInvitation, code)),
        say(m.staff_mail_invitation_once),
      ],
    }),
  ),
  'staff-tries': letter(
    toStaff,
    { name: z.string(), at: z.string(), knows: z.enum(['nothing', 'password']) },
    ({ name, at, knows }, say) => {
      const isCodes = knows === 'password'
      return {
        subject: say(m.staff_mail_tries_subject, { name }),
        blocks: [
          say(isCodes ? m.staff_mail_codes_text : m.staff_mail_tries_text, { name, moment: say.moment(at) }),
          say(isCodes ? m.staff_mail_codes_do : m.staff_mail_tries_do, { name }),
        ],
      }
    },
  ),
  'staff-request-alone': letter(
    asAsked,
    {
      id: z.number(),
      action: z.string(),
      cents: z.number(),
      name: z.nullable(z.string()),
      at: z.string(),
      code: z.string(),
    },
    (props, say) => {
      const facts = {
        what: actionTitle(props.action, say),
        amount: say.euro(props.cents),
        name: props.name ?? say(m.staff_terminal),
        moment: say.moment(props.at),
      }
      return {
        subject: say(m.staff_mail_alone_subject, facts),
        blocks: [
          say(m.staff_mail_alone_text, facts),
          say(m.staff_mail_alone_stop, facts),
          button(say(m.staff_mail_alone_action), withCode(paths.staffStop, props.code)),
        ],
      }
    },
  ),
  'staff-money': letter(
    asAsked,
    {
      day: z.string(),
      lines: z.array(
        z.object({
          at: z.string(),
          action: z.string(),
          cents: z.number(),
          person: z.nullable(z.string()),
          second: z.nullable(z.string()),
          registry: z.nullable(z.string()),
        }),
      ),
    },
    ({ day, lines }, say) => {
      const sum = lines.reduce((all, { cents }) => all + cents, 0)
      const facts = { day: say.day(day), sum: say.euro(sum) }
      const listed = lines.map(({ at, action, cents, person, second, registry }) => [
        say.moment(at),
        actionTitle(action, say),
        say.euro(cents),
        registry && formatCode(registry),
        [person ?? say(m.staff_terminal), second].filter(Boolean).join(' + '),
      ])
      return {
        subject: say(m.staff_mail_money_subject, facts),
        blocks: [say(m.staff_mail_money_text, facts), ...listed.map(line => line.filter(Boolean).join(', '))],
      }
    },
  ),
}
