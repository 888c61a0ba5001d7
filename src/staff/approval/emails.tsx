import * as z from 'zod/mini'
import { localeOf, renderAccountEmail } from '../../account/customer/emails.tsx'
import { formatDay, formatMoment } from '../../base/dates.ts'
import { formatCode } from '../../base/fields.ts'
import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { defineEmailTemplate, type EmailTemplate } from '../../ui/email/email-layout.tsx'

const aloneProps = z.object({
  id: z.number(),
  action: z.string(),
  cents: z.number(),
  name: z.nullable(z.string()),
  at: z.string(),
  code: z.string(),
})
const moneyProps = z.object({
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
})

/** The title of an action, by its name; one that there is no more shows its name. */
function actionTitle(action: string, language: Language): string {
  const message = (m as unknown as Record<string, (inputs: object, options: object) => string>)[
    `staff_act_${action}`
  ]
  return message ? message({}, { locale: language }) : action
}

export const emails: Record<string, EmailTemplate> = {
  'staff-request-alone': defineEmailTemplate(aloneProps, ({ action, cents, name, at, code }, about) => {
    const options = localeOf(about)
    const { language } = about
    const said = {
      what: actionTitle(action, language),
      amount: formatEuro(cents, language),
      name: name ?? m.staff_terminal({}, options),
      moment: formatMoment(new Date(at), language),
    }
    return renderAccountEmail(
      {
        subject: m.staff_mail_alone_subject(said, options),
        paragraphs: [m.staff_mail_alone_text(said, options), m.staff_mail_alone_stop(said, options)],
        button: {
          label: m.staff_mail_alone_action({}, options),
          path: `${paths.staffStop}?code=${encodeURIComponent(code)}`,
        },
      },
      about,
    )
  }),
  'staff-money': defineEmailTemplate(moneyProps, ({ day, lines }, about) => {
    const options = localeOf(about)
    const { language } = about
    const sum = formatEuro(
      lines.reduce((all, { cents }) => all + cents, 0),
      language,
    )
    const paragraphs = lines.map(({ at, action, cents, person, second, registry }) =>
      [
        formatMoment(new Date(at), language),
        actionTitle(action, language),
        formatEuro(cents, language),
        registry && formatCode(registry),
        [person ?? m.staff_terminal({}, options), second].filter(Boolean).join(' + '),
      ]
        .filter(Boolean)
        .join(', '),
    )
    const said = { day: formatDay(day, language), sum }
    return renderAccountEmail(
      {
        subject: m.staff_mail_money_subject(said, options),
        paragraphs: [m.staff_mail_money_text(said, options), ...paragraphs],
      },
      about,
    )
  }),
}
