import * as z from 'zod/mini'
import { emailKey } from '../account/customer/customer.rules.ts'
import { endpoint } from '../base/endpoint.ts'
import { boundedText, email, emptyObject, positiveId, text } from '../base/fields.ts'
import { languages } from '../base/language.ts'

/** Addresses in one request (R703). */
export const maxRecipientsPerRequest = 200

/** How far an invitation has come (R704). */
const invitationStates = ['queued', 'sent', 'failed', 'opened', 'replied'] as const

const invitationView = z.object({
  /** The guest's id. */
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

const sendingResult = z.object({
  sent: z.int(),
  /** Addresses that nothing was sent to, each with the message key of the reason. */
  skipped: z.array(z.object({ email: z.string(), reason: z.string() })),
})
export type SendingResult = z.output<typeof sendingResult>

export const sendInvitations = endpoint({
  method: 'POST',
  path: '/v2/invitation/send',
  who: 'customer',
  message: 'invitations_sent',
  summary: 'Sends the invitation to each address of a list; skipped addresses are returned with the reason.',
  input: z.object({
    registry_id: text(),
    emails: boundedText({ max: 20_000, long: 'invitation_emails_many', required: 'invitation_emails_wrong' }),
    language: z._default(z.enum(languages, 'guest_language_wrong'), 'el'),
  }),
  reply: sendingResult,
})

export const inviteGuests = endpoint({
  method: 'POST',
  path: '/v2/invitation/invite-guests',
  who: 'customer',
  message: 'invitations_sent',
  summary: 'Sends the invitation to every guest with an address who has none yet.',
  input: z.object({ registry_id: text() }),
  reply: sendingResult,
})

export const sendTestInvitation = endpoint({
  method: 'POST',
  path: '/v2/invitation/test',
  who: 'customer',
  message: 'invitation_test_sent',
  summary: 'Sends the invitation to the signed-in host, as guests will read it.',
  input: z.object({ registry_id: text() }),
  reply: emptyObject,
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/v2/invitation/resend',
  who: 'customer',
  message: 'invitations_sent',
  summary: 'Sends the invitation again to a guest who already has it.',
  input: z.object({ registry_id: text(), id: positiveId }),
  reply: sendingResult,
})

export const removeInvitation = endpoint({
  method: 'POST',
  path: '/v2/invitation/remove',
  who: 'customer',
  summary: 'Removes a guest from the list of invited people; an e-mail still in the outbox is not sent.',
  input: z.object({ registry_id: text(), id: positiveId }),
  reply: emptyObject,
})

interface ParsedEmailAddresses {
  /** Each mailbox once, in the order typed. */
  valid: string[]
  /** Parts between separators that are no address. */
  invalid: string[]
}

/**
 * Typed or pasted addresses (R703), separated by semicolons, commas, spaces or new lines, with or without names
 * (`Άννα <anna@example.com>`).
 */
export function parseEmailAddresses(typed: string): ParsedEmailAddresses {
  // Text before angle brackets is a name, which may contain spaces, and commas when quoted.
  const withoutNames = typed
    .replace(/"[^"]*"/g, ' ')
    .replace(/[^<>,;\r\n]*[<>,;\r\n]?/g, piece => (piece.endsWith('<') ? ' ' : piece.replace('>', ' ')))
  const addresses: ParsedEmailAddresses = { valid: [], invalid: [] }
  const seen = new Set<string>()
  for (const part of withoutNames.split(/[\s;,]+/).filter(Boolean)) {
    const parsed = z.safeParse(email, part)
    const key = emailKey(part)
    if (seen.has(key)) continue
    seen.add(key)
    if (parsed.success) addresses.valid.push(parsed.data)
    else addresses.invalid.push(part)
  }
  return addresses
}
