import * as z from 'zod/mini'
import { formatDay } from '../base/dates.ts'
import { paths } from '../base/paths.ts'
import { m } from '../paraglide/messages.js'
import {
  type MailAbout,
  MailButton,
  MailFrame,
  MailLink,
  MailQuote,
  MailText,
  type Written,
} from '../ui/mail-frame.tsx'
import { replies } from './guest-contract.ts'

const reply = { reply: z.enum(replies), coming: z.int(), word: z.nullable(z.string()) }

export const replied = z.object({
  id: z.string(),
  registry_name: z.string(),
  guest: z.string(),
  ...reply,
})

export const replyKeptProps = z.object({
  registry_name: z.string(),
  hosts: z.string(),
  day: z.nullable(z.string()),
  place: z.nullable(z.string()),
  shown: z.boolean(),
  token: z.string(),
  ...reply,
})

/** To the host: what a guest replied. */
export function guestReplied(props: z.output<typeof replied>, about: MailAbout): Written {
  const { id, registry_name, guest, reply, coming, word } = props
  const say = { locale: about.language }
  const title =
    reply === 'coming' ? m.reply_mail_coming({ count: coming }, say) : m.reply_mail_not_coming({}, say)
  return {
    subject: `${title} · ${registry_name}`,
    body: (
      <MailFrame about={about} title={title} preview={guest}>
        <MailText>{m.reply_mail_from({ name: guest }, say)}</MailText>
        {word && <MailQuote>{word}</MailQuote>}
        <MailButton about={about} path={paths.editRegistry(id, 'guests')}>
          {m.reply_mail_button({}, say)}
        </MailButton>
      </MailFrame>
    ),
  }
}

/** To the guest: what he answered, and the link to change it. */
export function replyKept(props: z.output<typeof replyKeptProps>, about: MailAbout): Written {
  const { registry_name, hosts, day, place, shown, token, reply, coming, word } = props
  const say = { locale: about.language }
  const isComing = reply === 'coming'
  const event = [hosts, day && formatDay(day, about.language, true), place].filter(Boolean).join(' · ')
  const answer = isComing ? m.reply_kept_coming({ count: coming }, say) : m.reply_kept_not_coming({}, say)
  const title = isComing ? m.reply_kept_title({}, say) : m.reply_kept_title_not({}, say)
  return {
    subject: m.reply_kept_subject({ name: registry_name }, say),
    body: (
      <MailFrame about={about} title={title} preview={answer}>
        <MailText>{event}</MailText>
        <MailText>
          <strong>{answer}</strong>
        </MailText>
        {word && <MailQuote>{word}</MailQuote>}
        <MailText>{m.reply_kept_change({}, say)}</MailText>
        <MailButton about={about} path={paths.reply(token)}>
          {m.reply_kept_button({}, say)}
        </MailButton>
        {shown && isComing && (
          <MailText>
            <br />
            <MailLink about={about} path={paths.replyGifts(token)}>
              {m.invitation_mail_gifts({}, say)}
            </MailLink>
          </MailText>
        )}
      </MailFrame>
    ),
  }
}
