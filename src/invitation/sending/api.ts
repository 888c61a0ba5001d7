import { requireConfirmedSender } from '../../account/email-confirmation/access.ts'
import { AppError, orNotFound } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { registryFor } from '../../registry/registry/access.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { countRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import * as guestData from '../guests/data.ts'
import { deleteQueuedInvitation, findOrAddGuest } from '../guests/service.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { parseEmailAddresses } from './rules.ts'
import { buildInvitationEmailProps, type InvitationRecipient, sendInvitationEmails } from './service.ts'

export const calls: Handler[] = [
  handle(contract.listInvitations, listInvitations),
  handle(contract.sendInvitations, sendInvitations),
  handle(contract.inviteGuests, inviteGuests),
  handle(contract.sendTestInvitation, sendTestInvitation),
  handle(contract.resendInvitation, resendInvitation),
  handle(contract.removeInvitation, removeInvitation),
]

async function listInvitations({ registry_id }: { registry_id: string }, ctx: CustomerContext) {
  const registry = await registryFor(ctx, registry_id, 'edit')
  const invitations = await data.findInvitations(ctx.db, registry.id)
  return invitations.map(invitation => ({
    ...invitation,
    state: invitationState(invitation),
    reason: invitation.emailState === 'failed' ? failureReason(invitation.error) : null,
    invited_at: invitation.invited_at.toISOString(),
  }))
}

function invitationState({
  emailState,
  reply,
  opened_at,
}: data.InvitationRow): contract.InvitationView['state'] {
  if (reply !== null) return 'replied'
  if (opened_at !== null) return 'opened'
  return emailState === 'waiting' ? 'queued' : emailState
}

/** The message key for the host; the mail server's own answer is for operators. */
function failureReason(error: string | null): string {
  if (error === 'stopped') return 'invitation_stopped'
  return /\b5\d\d\b|5\.\d\.\d/.test(error ?? '') ? 'invitation_refused' : 'invitation_undelivered'
}

async function sendInvitations(input: ParsedOf<typeof contract.sendInvitations>, ctx: CustomerContext) {
  const registry = await registryFor(ctx, input.registry_id, 'edit')
  const { valid, invalid } = parseEmailAddresses(input.emails)
  if (invalid.length > 0 || valid.length === 0) throw invalidAddresses('invitation_emails_wrong', invalid)
  if (valid.length > contract.maxRecipientsPerRequest) throw invalidAddresses('invitation_emails_many', [])
  const alreadyInvited: contract.SendingResult['skipped'] = []
  const findRecipients = async (tx: Db) => {
    const recipients: InvitationRecipient[] = []
    for (const email of valid) {
      const guest = await findOrAddGuest(tx, registry.id, email, input.language)
      if ((await countRows(tx, 'invitation', { guest_id: guest.id })) > 0)
        alreadyInvited.push({ email, reason: 'invitation_already' })
      else recipients.push({ ...guest, email })
    }
    return recipients
  }
  const { sent, skipped } = await sendInvitationEmails(findRecipients, registry, ctx)
  return { sent, skipped: [...alreadyInvited, ...skipped] }
}

function invalidAddresses(messageKey: string, wrong: string[]): AppError {
  return new AppError('refused_fields', 422, { fields: { emails: messageKey }, detail: { wrong } })
}

async function inviteGuests({ registry_id }: { registry_id: string }, ctx: CustomerContext) {
  const registry = await registryFor(ctx, registry_id, 'edit')
  const findRecipients = async (tx: Db) => {
    const guests = await guestData.findGuests(tx, registry.id)
    return guests.flatMap(({ email, invited, ...guest }) => (email && !invited ? [{ ...guest, email }] : []))
  }
  return sendInvitationEmails(findRecipients, registry, ctx)
}

async function resendInvitation(
  { registry_id, id }: ParsedOf<typeof contract.resendInvitation>,
  ctx: CustomerContext,
) {
  const registry = await registryFor(ctx, registry_id, 'edit')
  const guest = orNotFound(await guestData.findGuestById(ctx.db, id))
  const { email } = guest
  if (guest.registry_id !== registry.id || email === null) throw new AppError('refused_missing', 404)
  return sendInvitationEmails(async () => [{ ...guest, email }], registry, ctx)
}

async function removeInvitation(
  { registry_id, id }: ParsedOf<typeof contract.removeInvitation>,
  ctx: CustomerContext,
) {
  const registry = await registryFor(ctx, registry_id, 'edit')
  await ctx.db.transaction().execute(async tx => {
    const guest = orNotFound(await guestData.findGuestById(tx, id))
    if (guest.registry_id !== registry.id) throw new AppError('refused_missing', 404)
    await deleteQueuedInvitation(tx, id, ctx)
    orNotFound((await data.deleteGuestInvitation(tx, registry.id, id)) || null)
  })
  return {}
}

/** Test e-mails of one host. */
const maxTestsPerHour = 10

/** To the host's own confirmed address, in the language of the request; without reply and unsubscribe links, so that nothing changes. */
async function sendTestInvitation({ registry_id }: { registry_id: string }, ctx: CustomerContext) {
  const { customer, db, language, now } = ctx
  const registry = await registryFor(ctx, registry_id, 'edit')
  requireConfirmedSender(ctx)
  await ctx.rateLimit(`invitation-test:${customer.id}`, maxTestsPerHour, 3600)
  const recipient = { id: 0, language }
  const props = await buildInvitationEmailProps(db, recipient, registry, 0, ctx)
  await db.transaction().execute(tx =>
    ctx.enqueueEmail(tx, {
      cause: `invitation-test:${registry.id}:${now.getTime()}`,
      template: 'invitation-test',
      language,
      to: customer.email,
      props: { ...props, reply: null, stop: null },
    }),
  )
  return {}
}
