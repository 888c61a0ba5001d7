import * as z from 'zod/mini'
import { formatDay } from '../../base/dates.ts'
import { formatEuro } from '../../base/money.ts'
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
import { givenGiftsText, giversText } from '../../ui/text/giving-counts.ts'

const registry = { code: z.string(), registry: z.string() }
const closing = z.object({ ...registry, day: z.string(), cents: z.int() })
const closed = z.object({
  ...registry,
  /** Missing in letters that were queued before an update. */
  items: z.optional(z.int()),
  gifts_given: z.optional(z.int()),
  givers: z.int(),
  thanks: z.int(),
  cents: z.int(),
  /** The day on which the money is sent, if it waits for one. */
  free_on: z.optional(z.string()),
})

/** The e-mails about closings, by the names that the outbox stores (R613). */
export const emails: Record<string, EmailTemplate> = {
  'registry-closing-week': defineEmailTemplate(closing, (props, context) =>
    closingReminder(props, context, 'week'),
  ),
  'registry-closing-day': defineEmailTemplate(closing, (props, context) =>
    closingReminder(props, context, 'day'),
  ),
  'registry-closed': defineEmailTemplate(closed, registryClosed),
}

/** To the host: the registry closes in a week, or tonight. */
function closingReminder(props: z.output<typeof closing>, context: EmailContext, kind: 'week' | 'day') {
  const locale = { locale: context.language }
  const params = { registry: props.registry, day: formatDay(props.day, context.language, true) }
  const isWeek = kind === 'week'
  const subject = isWeek
    ? m.giftcard_mail_week_subject(params, locale)
    : m.giftcard_mail_day_subject(params, locale)
  const title = isWeek ? m.giftcard_mail_week_title({}, locale) : m.giftcard_mail_day_title({}, locale)
  return {
    subject,
    body: (
      <EmailLayout about={context} title={title} preview={subject}>
        <EmailText>
          {isWeek ? m.giftcard_mail_week_text(params, locale) : m.giftcard_mail_day_text(params, locale)}
        </EmailText>
        {props.cents > 0 && (
          <EmailText>
            {m.giftcard_mail_closing_money({ amount: formatEuro(props.cents, context.language) }, locale)}
          </EmailText>
        )}
        <EmailText>{m.giftcard_mail_closing_later({}, locale)}</EmailText>
        <EmailButton about={context} path={paths.editRegistry(props.code)}>
          {m.giftcard_mail_closing_button({}, locale)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}

/** To the host: what was given in all, and how many givers still wait for thanks. */
function registryClosed(props: z.output<typeof closed>, context: EmailContext) {
  const locale = { locale: context.language }
  const subject = m.giftcard_mail_closed_subject({ registry: props.registry }, locale)
  const { items = 0, gifts_given = 0, givers } = props
  const counts = { items, gifts_given, givers }
  const given = [items > 0 ? givenGiftsText(counts, locale) : null, giversText(counts, locale)]
  return {
    subject,
    body: (
      <EmailLayout about={context} title={m.giftcard_mail_closed_title({}, locale)} preview={subject}>
        <EmailText>{m.giftcard_mail_closed_text({ registry: props.registry }, locale)}</EmailText>
        {given.map(text => text !== null && <EmailText key={text}>{text}</EmailText>)}
        <EmailRows
          lines={[
            {
              label: m.giftcard_mail_closed_money({}, locale),
              value: formatEuro(props.cents, context.language),
            },
          ]}
        />
        {props.cents > 0 && (
          <EmailText>
            {props.free_on === undefined
              ? m.giftcard_mail_closed_card({}, locale)
              : m.giftcard_mail_closed_waits({ day: formatDay(props.free_on, context.language) }, locale)}
          </EmailText>
        )}
        {props.thanks > 0 && (
          <EmailText>{m.giftcard_mail_closed_thanks({ count: props.thanks }, locale)}</EmailText>
        )}
        <EmailButton about={context} path={paths.registryGifts(props.code)}>
          {m.giftcard_mail_closed_button({}, locale)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}
