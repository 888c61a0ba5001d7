import * as z from 'zod/mini'
import { formatCode } from '../base/fields.ts'
import { hostKinds } from '../base/kinds.ts'
import { paths } from '../base/paths.ts'
import { m } from '../paraglide/messages.js'
import { button, type Letter, letter, limits, type MessagePolicy, pictureProps } from '../ui/email/letter.ts'
import { invitationContent } from './content.contract.ts'
import { drawableDesign, fontStackOf, frameColourOf } from './content.rules.ts'
import { replyAnswers } from './guests.contract.ts'

const text = z.string()
const replyFields = { reply: z.enum(replyAnswers), coming: z.int(), word: z.nullable(text) }
const event = { hosts: text, day: z.nullable(text), place: z.nullable(text), shown: z.boolean() }

/** The invitation as the host designed it; no image address is personal, so that nothing tracks who has read it. */
const invitation = (policy: MessagePolicy) =>
  letter(
    policy,
    {
      look: invitationContent,
      registry: z.object({
        id: text,
        registry_name: text,
        host_kind: z.enum(hostKinds),
        ...event,
        /** The kind of event. */
        type: text,
        photo: pictureProps.photo,
      }),
      /** The tokens of the reply and unsubscribe links; null in the host's test e-mail. */
      reply: z.nullable(text),
      stop: z.nullable(text),
    },
    ({ look, registry, reply, stop }, say) => {
      const { id, registry_name: name, day, place } = registry
      const { site } = say
      const stopPath = stop === null ? undefined : paths.stopInvitations(stop)
      return {
        subject: look.subject
          ? say(m.invitation_own_subject, { subject: look.subject })
          : say(m.invitation_default_subject, { name, type: registry.type }),
        title: registry.hosts,
        picture: registry,
        unsubscribePath: stopPath,
        look: {
          ...look,
          font: fontStackOf(look.font_family),
          frame: frameColourOf(drawableDesign(look)),
          picture: look.background_image ?? '',
        },
        blocks: [
          look.message || say(m.invitation_default_message),
          [day && say.day(day, true), place].filter(Boolean).join('\n'),
          button(
            say(m.invitation_mail_reply),
            reply === null ? paths.editRegistry(id, 'invitation-settings') : paths.reply(reply),
          ),
          registry.shown && {
            link: {
              label: say(m.invitation_mail_gifts),
              path: reply === null ? paths.registry(id) : paths.replyGifts(reply),
            },
          },
        ],
        smallPrint: {
          text: [
            say(m.invitation_mail_from, { hosts: registry.host_kind, name, site: site.name }),
            say(m.invitation_mail_code, { code: formatCode(id) }),
            say(m.email_abuse, { site: site.name, email: site.supportEmail }),
          ].join(' '),
          link: stopPath ? { label: say(m.invitation_mail_unsubscribe), path: stopPath } : undefined,
        },
      }
    },
  )

export const letters: Record<string, Letter> = {
  invitation: invitation(limits('invitation', 3, 5, { isWritten: true })),
  'invitation-test': invitation(limits('test', 10, 20, { isWritten: true })),
  /** To the owner: the guest list of a past event is about to be deleted (R943). */
  'guest-list-ends': letter(
    limits('notice', 10, 30),
    { id: text, registry_name: text, day: text, undated: z.optional(z.boolean()) },
    ({ id, registry_name, day, undated }, say) => ({
      subject: say(m.guest_list_ends_subject, { day: say.day(day) }),
      title: say(m.guest_list_ends_title),
      blocks: [
        say(undated ? m.guest_list_ends_undated : m.guest_list_ends_text, {
          registry: registry_name,
          day: say.day(day),
        }),
        button(say(m.guest_list_ends_button), paths.editRegistry(id, 'guests')),
      ],
    }),
  ),
  /** To the owner of the registry: a guest's reply. */
  'guest-replied': letter(
    limits('notice', 30, 200),
    { id: text, registry_name: text, guest: text, ...replyFields },
    ({ id, registry_name: name, guest, reply, coming, word }, say) => {
      const title =
        reply === 'coming' ? say(m.reply_mail_coming, { count: coming }) : say(m.reply_mail_not_coming)
      return {
        subject: say(m.reply_mail_subject, { title, name }),
        title,
        blocks: [
          say(m.reply_mail_from, { name: guest }),
          word && { quote: word },
          button(say(m.reply_mail_button), paths.editRegistry(id, 'guests')),
        ],
      }
    },
  ),
  /** To the guest: their reply, and the link to change it. */
  'reply-kept': letter(
    limits('invitation', 5, 10),
    { registry_name: text, token: text, ...event, ...replyFields },
    ({ registry_name: name, hosts, day, place, shown, token, reply, coming, word }, say) => {
      const isComing = reply === 'coming'
      const answer = isComing
        ? say(m.reply_confirmation_coming, { count: coming })
        : say(m.reply_confirmation_not_coming)
      return {
        subject: say(m.reply_confirmation_subject, { name }),
        title: say(isComing ? m.common_see_you_there : m.common_thanks_for_telling),
        preview: answer,
        blocks: [
          [hosts, day && say.day(day, true), place].filter(Boolean).join(' · '),
          { strong: answer },
          word && { quote: word },
          say(m.reply_confirmation_change),
          button(say(m.common_change_the_answer), paths.reply(token)),
          shown &&
            isComing && { link: { label: say(m.invitation_mail_gifts), path: paths.replyGifts(token) } },
        ],
      }
    },
  ),
}
