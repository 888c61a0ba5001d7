import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { agreement, nothing, text, textOf, wholeNumber, wireDay } from '../../base/fields.ts'
import { languages } from '../../base/language.ts'
import { invitationContent } from '../content/contract.ts'
import { maxPeoplePerGuest, maxReplyMessageLength, replyAnswers } from '../guests/contract.ts'

const token = z.object({ token: text() })

/** An invitation as its guest sees it; the link is his right to see it, of a private registry too. */
export const guestInvitationView = z.object({
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
    registry_date: wireDay,
    event_place: z.nullable(z.string()),
    /** Whether its list of gifts is for guests to see. */
    shown: z.boolean(),
  }),
})
export type GuestInvitationView = z.output<typeof guestInvitationView>

export const showGuestInvitation = endpoint({
  method: 'POST',
  path: '/guest/invitation',
  who: 'anyone',
  reads: true,
  summary: 'The invitation behind a guest’s own link.',
  input: token,
  reply: guestInvitationView,
})

export const recordInvitationOpened = endpoint({
  method: 'POST',
  path: '/guest/opened',
  who: 'anyone',
  summary: 'Notes that a guest has opened the link of his invitation.',
  input: token,
  reply: nothing,
})

export const sendReply = endpoint({
  method: 'POST',
  path: '/guest/reply',
  who: 'anyone',
  summary: 'What a guest replies: coming or not, with how many, and a word to the hosts.',
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
      word: z.optional(textOf({ max: maxReplyMessageLength, long: 'reply_word_long' })),
    })
    .check(
      agreement<{ reply: string; coming?: number }>(
        said => said.reply !== 'coming' || said.coming !== undefined,
        'reply_people_wrong',
        'coming',
      ),
    ),
  reply: nothing,
})

export const unsubscribeFromInvitations = endpoint({
  method: 'POST',
  path: '/guest/stop-invitations',
  who: 'anyone',
  summary: 'No host’s invitation goes to this address any more (RFC 8058).',
  input: token,
  reply: nothing,
})
