import * as z from 'zod/mini'
import { formatDay } from '../../base/dates.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import {
  EmailButton,
  type EmailContent,
  type EmailContext,
  EmailLayout,
  EmailLink,
  EmailQuote,
  EmailText,
} from '../../ui/email/email-layout.tsx'
import { replyAnswers } from '../guests/contract.ts'

const reply = { reply: z.enum(replyAnswers), coming: z.int(), word: z.nullable(z.string()) }

export const guestRepliedProps = z.object({
  id: z.string(),
  registry_name: z.string(),
  guest: z.string(),
  ...reply,
})

export const replyConfirmationProps = z.object({
  registry_name: z.string(),
  hosts: z.string(),
  day: z.nullable(z.string()),
  place: z.nullable(z.string()),
  shown: z.boolean(),
  token: z.string(),
  ...reply,
})

/** To the host: what a guest replied. */
export function guestRepliedEmail(
  props: z.output<typeof guestRepliedProps>,
  about: EmailContext,
): EmailContent {
  const { id, registry_name, guest, reply, coming, word } = props
  const say = { locale: about.language }
  const title =
    reply === 'coming' ? m.reply_mail_coming({ count: coming }, say) : m.reply_mail_not_coming({}, say)
  return {
    subject: `${title} · ${registry_name}`,
    body: (
      <EmailLayout about={about} title={title} preview={guest}>
        <EmailText>{m.reply_mail_from({ name: guest }, say)}</EmailText>
        {word && <EmailQuote>{word}</EmailQuote>}
        <EmailButton about={about} path={paths.editRegistry(id, 'guests')}>
          {m.reply_mail_button({}, say)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}

/** To the guest: what he answered, and the link to change it. */
export function replyConfirmationEmail(
  props: z.output<typeof replyConfirmationProps>,
  about: EmailContext,
): EmailContent {
  const { registry_name, hosts, day, place, shown, token, reply, coming, word } = props
  const say = { locale: about.language }
  const isComing = reply === 'coming'
  const event = [hosts, day && formatDay(day, about.language, true), place].filter(Boolean).join(' · ')
  const answer = isComing
    ? m.reply_confirmation_coming({ count: coming }, say)
    : m.reply_confirmation_not_coming({}, say)
  const title = isComing
    ? m.reply_confirmation_title({}, say)
    : m.reply_confirmation_title_not_coming({}, say)
  return {
    subject: m.reply_confirmation_subject({ name: registry_name }, say),
    body: (
      <EmailLayout about={about} title={title} preview={answer}>
        <EmailText>{event}</EmailText>
        <EmailText>
          <strong>{answer}</strong>
        </EmailText>
        {word && <EmailQuote>{word}</EmailQuote>}
        <EmailText>{m.reply_confirmation_change({}, say)}</EmailText>
        <EmailButton about={about} path={paths.reply(token)}>
          {m.reply_confirmation_button({}, say)}
        </EmailButton>
        {shown && isComing && (
          <EmailText>
            <br />
            <EmailLink about={about} path={paths.replyGifts(token)}>
              {m.invitation_mail_gifts({}, say)}
            </EmailLink>
          </EmailText>
        )}
      </EmailLayout>
    ),
  }
}
