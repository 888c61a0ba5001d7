import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { key, nothing, text, textOf, tick, wholeNumber } from '../../base/fields.ts'
import { languages } from '../../base/language.ts'
import { maxFontSize, minFontSize, textAlignments, typefaceKeys } from './rules.ts'

export const maxInvitationSubjectLength = 80
export const maxInvitationMessageLength = 1000
/** So many addresses are taken at once. */
export const maxRecipientsPerRequest = 200

const colour = z.pipe(
  text('look_color_wrong').check(z.refine(value => /^#[0-9a-f]{6}$/i.test(value), 'look_color_wrong')),
  z.transform((value: string) => value.toLowerCase()),
)

const lookFields = {
  font_family: text('look_font_wrong').check(
    z.refine(value => typefaceKeys.includes(value), 'look_font_wrong'),
  ),
  text_color: colour,
  background_color: colour,
  font_size: wholeNumber('look_size_wrong').check(
    z.gte(minFontSize, 'look_size_wrong'),
    z.lte(maxFontSize, 'look_size_wrong'),
  ),
  text_align: z.enum(textAlignments, 'look_align_wrong'),
}

const wordFields = {
  subject: textOf({
    min: 1,
    max: maxInvitationSubjectLength,
    long: 'look_subject_long',
    required: 'look_subject_required',
  }),
  message: textOf({
    min: 1,
    max: maxInvitationMessageLength,
    long: 'look_message_long',
    required: 'look_message_required',
  }),
}

/** How an invitation looks and what it says (spec §3). */
export const invitationContent = z.object({
  font_family: z.string(),
  text_color: z.string(),
  background_color: z.string(),
  font_size: z.int(),
  text_align: z.enum(textAlignments),
  background_image: z.nullable(z.string()),
  subject: z.string(),
  message: z.string(),
})
export type InvitationContent = z.output<typeof invitationContent>

export const showInvitationContent = endpoint({
  method: 'GET',
  path: '/v2/invitation-content/list/:registry',
  who: 'customer',
  summary: 'The invitation of a registry as it was saved, else as it begins.',
  input: z.object({ registry: text() }),
  reply: invitationContent,
})

export const saveInvitationContent = endpoint({
  method: 'POST',
  path: '/v2/invitation-content/save',
  who: 'customer',
  summary: 'Saves how the invitation looks and what it says; the background image travels as multipart.',
  input: z.object({
    registry_id: text(),
    ...lookFields,
    ...wordFields,
    background_image: z.optional(z.unknown()),
    remove_background: tick,
  }),
  reply: invitationContent,
})

export const invitationStates = ['queued', 'sent', 'failed', 'opened', 'replied'] as const

export const invitationView = z.object({
  /** The guest's. */
  id: z.int(),
  name: z.string(),
  email: z.string(),
  state: z.enum(invitationStates),
  /** Why it failed, as a message key. */
  reason: z.nullable(z.string()),
  reply: z.nullable(z.string()),
  coming: z.int(),
  invited_at: z.string(),
})
export type InvitationView = z.output<typeof invitationView>

export const listInvitations = endpoint({
  method: 'GET',
  path: '/v2/invitation/list',
  who: 'customer',
  summary: 'Who was invited, and how far each invitation is; newest first.',
  input: z.object({ registry_id: text() }),
  reply: z.array(invitationView),
})

const skippedView = z.object({ email: z.string(), reason: z.string() })

export const sendInvitations = endpoint({
  method: 'POST',
  path: '/v2/invitation/send',
  who: 'customer',
  message: 'invitations_sent',
  summary: 'Sends the invitation to each address of a list; those that may not be written to are told.',
  input: z.object({
    registry_id: text(),
    emails: textOf({ max: 20_000, long: 'invitation_emails_many', required: 'email_required' }),
    language: z._default(z.enum(languages, 'guest_language_wrong'), 'el'),
  }),
  reply: z.object({ sent: z.int(), skipped: z.array(skippedView) }),
})

export const inviteGuests = endpoint({
  method: 'POST',
  path: '/v2/invitation/invite-guests',
  who: 'customer',
  message: 'invitations_sent',
  summary: 'Sends the invitation to every guest with an address who has none yet.',
  input: z.object({ registry_id: text() }),
  reply: z.object({ sent: z.int(), skipped: z.array(skippedView) }),
})

export const sendTestInvitation = endpoint({
  method: 'POST',
  path: '/v2/invitation/test',
  who: 'customer',
  message: 'invitation_test_sent',
  summary: 'Sends the invitation to the host himself, as guests will read it.',
  input: z.object({ registry_id: text() }),
  reply: nothing,
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/v2/invitation/resend',
  who: 'customer',
  message: 'invitations_sent',
  summary: 'Sends the invitation once more to somebody who has it.',
  input: z.object({ registry_id: text(), id: key }),
  reply: z.object({ sent: z.int(), skipped: z.array(skippedView) }),
})

export const removeInvitation = endpoint({
  method: 'POST',
  path: '/v2/invitation/remove',
  who: 'customer',
  summary: 'Takes somebody off the list of invited people; a letter that has not left yet does not leave.',
  input: z.object({ registry_id: text(), id: key }),
  reply: nothing,
})
