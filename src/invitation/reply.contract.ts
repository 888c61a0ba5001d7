import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { emptyObject, fieldsAgree, text, wireDay, wordsForOthers } from '../base/fields.ts'
import { hostKinds } from '../base/kinds.ts'
import { languages } from '../base/language.ts'
import { invitationContent, invitationDesign } from './content.contract.ts'
import { eventDetails } from './day.contract.ts'
import { guestName, maxReplyMessageLength, numberOfPeople, replyAnswers } from './guests.contract.ts'

const linkToken = z.object({ token: text() })

/** Whose event it is, of what kind, when, and the place that everybody may know. */
const describedEvent = {
  hosts: z.string(),
  registry_name: z.string(),
  type: z.string(),
  host_kind: z.optional(z.enum(hostKinds)),
  registry_date: wireDay,
  event_place: z.nullable(z.string()),
}

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
  details: eventDetails,
  registry: z.object({
    ...describedEvent,
    id: z.string(),
    /** The address of the hosts' photo; null without one, and of a private registry. */
    photo: z.nullable(z.string()),
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

const replyFields = {
  reply: z.enum(replyAnswers, 'reply_required'),
  coming: z.optional(numberOfPeople('reply_people_wrong')),
  word: z.optional(wordsForOthers({ max: maxReplyMessageLength, long: 'reply_word_long' })),
}

/** A reply that somebody comes says with how many. */
const isReplyWhole = fieldsAgree<{ reply: string; coming?: number }>(
  reply => reply.reply !== 'coming' || reply.coming !== undefined,
  'reply_people_wrong',
  'coming',
)

export const sendReply = endpoint({
  method: 'POST',
  path: '/guest/reply',
  who: 'anyone',
  summary: 'A guest’s reply: coming or not, how many, and a message to the hosts.',
  input: z.object({ token: text(), ...replyFields }).check(isReplyWhole),
  reply: emptyObject,
})

/** The day as whoever has the registry’s link for the invited sees it: no gifts, letter or pictures. */
const invitedDay = z.object({
  details: eventDetails,
  /** Colours and type of the invitation. */
  look: invitationDesign,
  registry: z.object({
    ...describedEvent,
    /** Its code; null while the registry is private. */
    id: z.nullable(z.string()),
  }),
})

export type InvitedDay = z.output<typeof invitedDay>

export const showInvitedDay = endpoint({
  method: 'POST',
  path: '/guest/day',
  who: 'anyone',
  reads: true,
  summary: 'The day of a registry’s link for the invited.',
  input: linkToken,
  reply: invitedDay,
})

export const replyAsInvited = endpoint({
  method: 'POST',
  path: '/guest/day/reply',
  who: 'anyone',
  summary: 'The reply of somebody with the registry’s link for the invited, who becomes a guest of the list.',
  input: z.object({ token: text(), name: guestName, ...replyFields }).check(isReplyWhole),
  reply: z.object({ token: z.string() }),
})

export const unsubscribeFromInvitations = endpoint({
  method: 'POST',
  path: '/guest/stop-invitations',
  who: 'anyone',
  summary: 'Stops invitations of all hosts to the address of this link (RFC 8058).',
  input: linkToken,
  reply: emptyObject,
})
