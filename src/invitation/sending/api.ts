import { emailKey } from '../../account/customer/rules.ts'
import { AppError, orNotFound } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import * as content from '../content/api.ts'
import * as contract from '../content/contract.ts'
import { invitationRegistry } from '../guests/access.ts'
import * as guestList from '../guests/api.ts'
import { maxGuestsPerRegistry } from '../guests/contract.ts'
import * as guests from '../guests/data.ts'
import * as replies from '../reply/api.ts'
import * as sms from '../sms/api.ts'
import * as data from './data.ts'
import { parseEmailAddresses } from './rules.ts'
import { buildInvitationEmailProps, type InvitationRecipient, sendInvitationEmails } from './service.ts'

export const calls: Handler[] = [
  ...content.calls,
  handle(contract.listInvitations, listInvitations),
  handle(contract.sendInvitations, sendInvitations),
  handle(contract.inviteGuests, inviteGuests),
  handle(contract.sendTestInvitation, testInvitation),
  handle(contract.resendInvitation, resendInvitation),
  handle(contract.removeInvitation, removeInvitation),
  ...guestList.calls,
  ...replies.calls,
  ...sms.calls,
]

/** Test letters of one host in an hour. */
const testsPerHour = 10

async function listInvitations({ registry_id }: { registry_id: string }, ctx: CustomerContext) {
  const registry = await invitationRegistry(registry_id, ctx)
  const invited = await data.findInvitations(ctx.db, registry.id)
  return invited.map(one => ({
    ...one,
    state: stateOf(one),
    reason: one.emailState === 'failed' ? reasonOf(one.error) : null,
    invited_at: one.invited_at.toISOString(),
  }))
}

/** The furthest that is known of an invitation. */
function stateOf({ emailState, reply, opened_at }: data.InvitationRow): contract.InvitationView['state'] {
  if (reply !== null) return 'replied'
  if (opened_at !== null) return 'opened'
  return emailState === 'waiting' ? 'queued' : emailState
}

/** In words that a host can use: what a mail server says is for its operators. */
function reasonOf(error: string | null): string {
  if (error === 'stopped') return 'invitation_stopped'
  return /\b5\d\d\b|5\.\d\.\d/.test(error ?? '') ? 'invitation_refused' : 'invitation_undelivered'
}

async function sendInvitations(asked: ParsedOf<typeof contract.sendInvitations>, ctx: CustomerContext) {
  const registry = await invitationRegistry(asked.registry_id, ctx)
  const { valid, invalid } = parseEmailAddresses(asked.emails)
  if (invalid.length > 0 || valid.length === 0) throw wrongAddresses('invitation_emails_wrong', invalid)
  if (valid.length > contract.maxRecipientsPerRequest) throw wrongAddresses('invitation_emails_many', [])
  const skipped: { email: string; reason: string }[] = []
  const list = async (tx: Db) => {
    const all: InvitationRecipient['guest'][] = []
    for (const email of valid) {
      const guest = await guestOf(tx, registry.id, email, asked.language)
      if (guest.invited) skipped.push({ email, reason: 'invitation_already' })
      else all.push(guest)
    }
    return all
  }
  const answer = await sendInvitationEmails(list, registry, ctx)
  return { sent: answer.sent, skipped: [...skipped, ...answer.skipped] }
}

function wrongAddresses(key: string, wrong: string[]): AppError {
  return new AppError('refused_fields', 422, { fields: { emails: key }, detail: { wrong } })
}

/** The guest with that address, put on the list when he was not there. */
async function guestOf(tx: Db, registryId: number, email: string, language: 'en' | 'el') {
  const key = emailKey(email)
  const known = await guests.findGuestByEmail(tx, registryId, key)
  if (known) return { ...known, email, invited: await data.isGuestInvited(tx, known.id) }
  if ((await guests.countGuests(tx, registryId)) >= maxGuestsPerRegistry)
    throw new AppError('guests_too_many', 409)
  const values = {
    registry_id: registryId,
    name: '',
    email,
    email_key: key,
    phone: null,
    language,
    people: 1,
  }
  const { id } = orNotFound(await guests.insertGuest(tx, { ...values, notes: null }))
  return { id, name: '', language, email, invited: false }
}

async function inviteGuests({ registry_id }: { registry_id: string }, ctx: CustomerContext) {
  const registry = await invitationRegistry(registry_id, ctx)
  const list = async (tx: Db) => {
    const all = await guests.findGuests(tx, registry.id)
    return all.flatMap(({ email, invited, ...guest }) => (email && !invited ? [{ ...guest, email }] : []))
  }
  return sendInvitationEmails(list, registry, ctx)
}

async function resendInvitation(
  { registry_id, id }: ParsedOf<typeof contract.resendInvitation>,
  ctx: CustomerContext,
) {
  const registry = await invitationRegistry(registry_id, ctx)
  const guest = orNotFound(await guests.findGuestById(ctx.db, id))
  if (guest.registry_id !== registry.id || guest.email === null) throw new AppError('refused_missing', 404)
  const { email } = guest
  return sendInvitationEmails(async () => [{ ...guest, email }], registry, ctx)
}

async function removeInvitation(
  { registry_id, id }: ParsedOf<typeof contract.removeInvitation>,
  ctx: CustomerContext,
) {
  const registry = await invitationRegistry(registry_id, ctx)
  await ctx.db.transaction().execute(async tx => {
    const guest = orNotFound(await guests.findGuestById(tx, id))
    if (guest.registry_id !== registry.id) throw new AppError('refused_missing', 404)
    await guests.deleteQueuedInvitationEmail(tx, id)
    orNotFound((await data.deleteGuestInvitation(tx, registry.id, id)) || null)
  })
  return {}
}

/** To the host himself, in his language; its links are marked as a try and change nothing. */
async function testInvitation({ registry_id }: { registry_id: string }, ctx: CustomerContext) {
  const { customer, db, now } = ctx
  const registry = await invitationRegistry(registry_id, ctx)
  await ctx.rateLimit(`invitation-test:${customer.id}`, testsPerHour, 3600)
  const guest = { id: 0, language: ctx.language }
  const props = await buildInvitationEmailProps(db, guest, registry, { stopId: 0, secret: ctx.config.SECRET })
  await db.transaction().execute(tx =>
    ctx.enqueueEmail(tx, {
      cause: `invitation-test:${registry.id}:${now.getTime()}`,
      template: 'invitation',
      language: ctx.language,
      to: customer.email,
      props: { ...props, reply: null, stop: null },
    }),
  )
  return {}
}
