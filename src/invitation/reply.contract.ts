import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { emptyObject, fieldsAgree, text, wholeNumber, wireDay, wordsForOthers } from '../base/fields.ts'
import { hostKinds } from '../base/kinds.ts'
import { languages } from '../base/language.ts'
import { invitationContent } from './content.contract.ts'
import { maxPeoplePerGuest, maxReplyMessageLength, replyAnswers } from './guests.contract.ts'

const linkToken = z.object({ token: text() })

/** An invitation as its guest sees it; the link is the permission, for a private registry too. */
const guestInvitationView = z.object({
  guest: z.object({
    name: z.string(),
    language: z.enum(languages),
    people: z.int(),
    reply: z.nullable(z.enum(replyAnswers)),
    coming: z.int(),
    word: z.nullable(z.string()),
  }),
  look: invitationContent,
  registry: z.object({
    id: z.string(),
    registry_name: z.string(),
    hosts: z.string(),
    type: z.string(),
    host_kind: z.optional(z.enum(hostKinds)),
    registry_date: wireDay,
    event_place: z.nullable(z.string()),
    /** Whether guests may see the gifts. */
    shown: z.boolean(),
  }),
})
export type GuestInvitationView = z.output<typeof guestInvitationView>

export const showGuestInvitation = endpoint({
  method: 'POST',
  path: '/guest/invitation',
  who: 'anyone',
  reads: true,
  summary: 'The invitation of a guest’s reply link.',
  input: linkToken,
  reply: guestInvitationView,
})

export const recordInvitationOpened = endpoint({
  method: 'POST',
  path: '/guest/opened',
  who: 'anyone',
  summary: 'Records that a guest has opened the link of their invitation.',
  input: linkToken,
  reply: emptyObject,
})

export const sendReply = endpoint({
  method: 'POST',
  path: '/guest/reply',
  who: 'anyone',
  summary: 'A guest’s reply: coming or not, how many, and a message to the hosts.',
  input: z
    .object({
      token: text(),
      reply: z.enum(replyAnswers, 'reply_required'),
      coming: z.optional(
        wholeNumber('reply_people_wrong').check(
          z.gte(1, 'reply_people_wrong'),
          z.lte(maxPeoplePerGuest, 'reply_people_wrong'),
        ),
      ),
      word: z.optional(wordsForOthers({ max: maxReplyMessageLength, long: 'reply_word_long' })),
    })
    .check(
      fieldsAgree<{ reply: string; coming?: number }>(
        reply => reply.reply !== 'coming' || reply.coming !== undefined,
        'reply_people_wrong',
        'coming',
      ),
    ),
  reply: emptyObject,
})
