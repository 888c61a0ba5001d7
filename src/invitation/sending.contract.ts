import * as z from 'zod/mini'
import { emailKey } from '../account/customer/customer.rules.ts'
import { endpoint } from '../base/endpoint.ts'
import { boundedText, email, emptyObject, positiveId, text } from '../base/fields.ts'
import { languages } from '../base/language.ts'
import { maxGuestsPerRegistry } from './guests.contract.ts'

/** Addresses in one request (R703). */
export const maxRecipientsPerRequest = 200

/** How far an invitation has come (R704). */
const invitationStates = ['queued', 'sent', 'failed', 'opened', 'replied'] as const

const invitationView = z.object({
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
  /** How many were left for another day by the host's cap (R705). */
  beyond: z.int(),
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
  summary: 'Sends the invitation to the guests with an address who have none yet: to all, or to those named.',
  input: z.object({
    registry_id: text(),
    guests: z.optional(
      z
        .array(positiveId, 'invitation_nobody')
        .check(z.minLength(1, 'invitation_nobody'), z.maxLength(maxGuestsPerRegistry, 'field_long')),
    ),
  }),
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

/** Somebody who is to be invited; the name is empty where only an address was written. */
export interface TypedRecipient {
  name: string
  email: string
}

interface ParsedEmailAddresses {
  /** Each mailbox once, in the order typed. */
  valid: TypedRecipient[]
  /** What is no address. */
  invalid: string[]
}

/** Words in quotation marks, an address in angle brackets, a separator, or a word. */
const addressParts = /"[^"]*"|<[^<>]*>|[,;\r\n]|[^\s"<>,;]+/g

/**
 * Typed or pasted addresses (R703), separated by semicolons, commas, spaces or new lines, with or without names
 * (`Άννα <anna@example.com>`).
 */
export function parseEmailAddresses(typed: string): ParsedEmailAddresses {
  const addresses: ParsedEmailAddresses = { valid: [], invalid: [] }
  const seen = new Set<string>()
  const add = (address: string, name = '') => {
    const parsed = z.safeParse(email, address)
    const key = emailKey(address)
    if (seen.has(key)) return
    seen.add(key)
    if (parsed.success) addresses.valid.push({ name, email: parsed.data })
    else addresses.invalid.push(address)
  }
  let words: string[] = []
  const addWords = () => {
    for (const word of words.join(' ').split(/[\s,;]+/)) if (word) add(word)
    words = []
  }
  for (const [part] of typed.matchAll(addressParts)) {
    if (part.startsWith('<')) {
      add(part.slice(1, -1).trim(), words.join(' '))
      words = []
      continue
    }
    const isAddress = part.includes('@') && !part.startsWith('"')
    if (isAddress || /^[,;\r\n]/.test(part)) addWords()
    if (isAddress) add(part)
    else if (!/^[,;\r\n]/.test(part)) words.push(part.replaceAll('"', '').trim())
  }
  addWords()
  return addresses
}

/** As `parseEmailAddresses` reads it again. */
export const recipientText = ({ name, email }: TypedRecipient) => (name ? `"${name}" <${email}>` : email)
