import * as z from 'zod/mini'
import { formatDay } from '../../base/dates.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  EmailButton,
  type EmailContent,
  type EmailContext,
  EmailLayout,
  EmailLink,
  EmailQuote,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'
import { replyAnswers } from '../guests/contract.ts'

const replyFields = { reply: z.enum(replyAnswers), coming: z.int(), word: z.nullable(z.string()) }

const guestRepliedProps = z.object({
  id: z.string(),
  registry_name: z.string(),
  guest: z.string(),
  ...replyFields,
})

const replyConfirmationProps = z.object({
  registry_name: z.string(),
  hosts: z.string(),
  day: z.nullable(z.string()),
  place: z.nullable(z.string()),
  shown: z.boolean(),
  token: z.string(),
  ...replyFields,
})

/** By their template names in the outbox. */
export const emails: Record<string, EmailTemplate> = {
  'guest-replied': defineEmailTemplate(guestRepliedProps, guestRepliedEmail),
  'reply-kept': defineEmailTemplate(replyConfirmationProps, replyConfirmationEmail),
}

/** To the owner of the registry: a guest's reply. */
function guestRepliedEmail(props: z.output<typeof guestRepliedProps>, context: EmailContext): EmailContent {
  const { id, registry_name, guest, reply, coming, word } = props
  const inLanguage = { locale: context.language }
  const title =
    reply === 'coming'
      ? m.reply_mail_coming({ count: coming }, inLanguage)
      : m.reply_mail_not_coming({}, inLanguage)
  return {
    subject: m.reply_mail_subject({ title, name: registry_name }, inLanguage),
    body: (
      <EmailLayout about={context} title={title} preview={guest}>
        <EmailText>{m.reply_mail_from({ name: guest }, inLanguage)}</EmailText>
        {word && <EmailQuote>{word}</EmailQuote>}
        <EmailButton about={context} path={paths.editRegistry(id, 'guests')}>
          {m.reply_mail_button({}, inLanguage)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}

/** To the guest: their reply, and the link to change it. */
function replyConfirmationEmail(
  props: z.output<typeof replyConfirmationProps>,
  context: EmailContext,
): EmailContent {
  const { registry_name, hosts, day, place, shown, token, reply, coming, word } = props
  const inLanguage = { locale: context.language }
  const isComing = reply === 'coming'
  const event = [hosts, day && formatDay(day, context.language, true), place].filter(Boolean).join(' · ')
  const answer = isComing
    ? m.reply_confirmation_coming({ count: coming }, inLanguage)
    : m.reply_confirmation_not_coming({}, inLanguage)
  const title = isComing
    ? m.common_see_you_there({}, inLanguage)
    : m.common_thanks_for_telling({}, inLanguage)
  return {
    subject: m.reply_confirmation_subject({ name: registry_name }, inLanguage),
    body: (
      <EmailLayout about={context} title={title} preview={answer}>
        <EmailText>{event}</EmailText>
        <EmailText>
          <strong>{answer}</strong>
        </EmailText>
        {word && <EmailQuote>{word}</EmailQuote>}
        <EmailText>{m.reply_confirmation_change({}, inLanguage)}</EmailText>
        <EmailButton about={context} path={paths.reply(token)}>
          {m.common_change_the_answer({}, inLanguage)}
        </EmailButton>
        {shown && isComing && (
          <EmailText>
            <br />
            <EmailLink about={context} path={paths.replyGifts(token)}>
              {m.invitation_mail_gifts({}, inLanguage)}
            </EmailLink>
          </EmailText>
        )}
      </EmailLayout>
    ),
  }
}
