import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { agree, nothing, text, textOf, wholeNumber, wireDay } from '../base/fields.ts'
import { languages } from '../base/language.ts'
import { invitationLook } from './contract.ts'
import { peopleMost, replies, wordMax } from './guest-contract.ts'

const token = z.object({ token: text() })

/** An invitation as its guest sees it; the link is his right to see it, of a private registry too. */
export const replyView = z.object({
  guest: z.object({
    name: z.string(),
    language: z.enum(languages),
    people: z.int(),
    reply: z.nullable(z.enum(replies)),
    coming: z.int(),
    word: z.nullable(z.string()),
  }),
  look: invitationLook,
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
export type ReplyView = z.output<typeof replyView>

export const showReply = endpoint({
  method: 'POST',
  path: '/guest/invitation',
  who: 'anyone',
  reads: true,
  summary: 'The invitation behind a guest’s own link.',
  input: token,
  reply: replyView,
})

export const openInvitation = endpoint({
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
      reply: z.enum(replies, 'reply_required'),
      coming: z.optional(
        wholeNumber('reply_people_wrong').check(
          z.gte(1, 'reply_people_wrong'),
          z.lte(peopleMost, 'reply_people_wrong'),
        ),
      ),
      word: z.optional(textOf({ max: wordMax, long: 'reply_word_long' })),
    })
    .check(
      agree<{ reply: string; coming?: number }>(
        said => said.reply !== 'coming' || said.coming !== undefined,
        'reply_people_wrong',
        'coming',
      ),
    ),
  reply: nothing,
})

export const stopInvitations = endpoint({
  method: 'POST',
  path: '/guest/stop-invitations',
  who: 'anyone',
  summary: 'No host’s invitation goes to this address any more (RFC 8058).',
  input: token,
  reply: nothing,
})
