import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { requireConfirmedSender } from '../account/email-confirmation.ts'
import { AppError, authorize, orNotFound, tooManyRequests } from '../base/app-error.ts'
import { dayMs } from '../base/durations.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import type { Language } from '../base/language.ts'
import { findHostKind } from '../registry/event-type.ts'
import { addHistoryEntry } from '../registry/history.sql.ts'
import { letterPhotoPath, markBackgroundEmailed } from '../registry/photo.ts'
import { hostNames } from '../registry/registry.rules.ts'
import type { RegistryRow } from '../registry/registry.sql.ts'
import { registryFor } from '../registry/registry.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext, RequestContext } from '../server/context/request-context.ts'
import { countRows, deleteRows, findRow, insertRow, saveRow } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { loadInvitationContent } from './content.ts'
import { deleteQueuedInvitation, findGuests, findOrAddGuest } from './guests.ts'
import { createLinkToken } from './link-token.ts'
import * as contract from './sending.contract.ts'
import { parseEmailAddresses, type SendingResult } from './sending.contract.ts'
import { isDayCapReached, upsertSuppressionEntry } from './unsubscribe.ts'

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
  const invitations = await findInvitations(ctx.db, registry.id)
  return invitations.map(invitation => ({
    ...invitation,
    state: invitationState(invitation),
    reason: invitation.emailState === 'failed' ? failureReason(invitation.error) : null,
    invited_at: invitation.invited_at.toISOString(),
  }))
}

function invitationState({ emailState, reply, opened_at }: InvitationRow): contract.InvitationView['state'] {
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
    for (const recipient of valid) {
      const { email } = recipient
      const guest = await findOrAddGuest(tx, registry.id, recipient, input.language)
      if ((await countRows(tx, 'invitation', { guest_id: guest.id })) > 0)
        alreadyInvited.push({ email, reason: 'invitation_already' })
      else recipients.push({ ...guest, email })
    }
    return recipients
  }
  const { skipped, ...result } = await sendInvitationEmails(findRecipients, registry, ctx)
  return { ...result, skipped: [...alreadyInvited, ...skipped] }
}

function invalidAddresses(messageKey: string, wrong: string[]): AppError {
  return new AppError('refused_fields', 422, { fields: { emails: messageKey }, detail: { wrong } })
}

async function inviteGuests(
  { registry_id, guests: chosen }: ParsedOf<typeof contract.inviteGuests>,
  ctx: CustomerContext,
) {
  const registry = await registryFor(ctx, registry_id, 'edit')
  const findRecipients = async (tx: Db) => {
    const guests = (await findGuests(tx, registry.id)).filter(({ id }) => chosen?.includes(id) ?? true)
    return guests.flatMap(({ email, invited, ...guest }) => (email && !invited ? [{ ...guest, email }] : []))
  }
  return sendInvitationEmails(findRecipients, registry, ctx)
}

async function resendInvitation(
  { registry_id, id }: ParsedOf<typeof contract.resendInvitation>,
  ctx: CustomerContext,
) {
  const registry = await registryFor(ctx, registry_id, 'edit')
  const guest = orNotFound(await findRow(ctx.db, 'guest', { id, registry_id: registry.id }))
  const email = orNotFound(guest.email)
  return sendInvitationEmails(async () => [{ ...guest, email }], registry, ctx)
}

async function removeInvitation(
  { registry_id, id }: ParsedOf<typeof contract.removeInvitation>,
  ctx: CustomerContext,
) {
  const registry = await registryFor(ctx, registry_id, 'edit')
  await ctx.db.transaction().execute(async tx => {
    orNotFound(await findRow(tx, 'guest', { id, registry_id: registry.id }, ['id']))
    await deleteQueuedInvitation(tx, id, ctx)
    authorize((await deleteRows(tx, 'invitation', { guest_id: id })) > 0)
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
  const props = await buildInvitationEmailProps(db, recipient, registry, { id: 0, digest: '' }, ctx)
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

/** Invitations to one address from all hosts (R705). */
const maxPerRecipientAndDay = 3

/** A guest with an address. */
interface InvitationRecipient {
  id: number
  language: Language
  email: string
}

/**
 * Enqueues an invitation for each recipient within the host's cap of a day (R705), in one transaction. Recipients are
 * looked up under the host's lock, so that the caps hold for concurrent requests. Throws `invitations_day` 429 when none
 * is left for today, and `invitations_unconfirmed` 403 for an account whose e-mail is not confirmed (R706).
 */
async function sendInvitationEmails(
  findRecipients: (tx: Db) => Promise<InvitationRecipient[]>,
  registry: RegistryRow,
  ctx: CustomerContext,
): Promise<SendingResult> {
  requireConfirmedSender(ctx)
  const { customer, now } = ctx
  return ctx.db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtextextended('invitations of ' || ${customer.id}::text, 0))`.execute(
      tx,
    )
    const recipients = await findRecipients(tx)
    const leftToday = await countLeftToday(tx, recipients.length, ctx)
    const beyond = Math.max(0, recipients.length - leftToday)
    const result: SendingResult = { sent: 0, skipped: [], beyond }
    for (const recipient of recipients.slice(0, leftToday)) {
      const reason = await enqueueInvitation(tx, recipient, registry, ctx)
      if (reason === null) result.sent++
      else result.skipped.push({ email: recipient.email, reason })
    }
    if (result.sent === 0) return result
    await markBackgroundEmailed(tx, registry.id, now)
    await addHistoryEntry(tx, {
      registryId: registry.id,
      customerId: customer.id,
      what: 'invitation',
      about: String(result.sent),
      at: now,
    })
    return result
  })
}

/** How many more invitations the host may send today. Throws `invitations_day` 429 when none of those requested. */
async function countLeftToday(
  tx: Db,
  requested: number,
  { customer, config, now }: CustomerContext,
): Promise<number> {
  const dayAgo = new Date(now.getTime() - dayMs)
  const sentToday = await countRows(tx, 'invitation_email', {
    customer_id: customer.id,
    sent_at: { '>': dayAgo },
  })
  const leftToday = config.INVITATIONS_PER_DAY - sentToday
  if (leftToday > 0 || requested === 0) return Math.max(0, leftToday)
  const { first } = await tx
    .selectFrom('invitation_email')
    .select(row => row.fn.min('sent_at').as('first'))
    .where('customer_id', '=', customer.id)
    .where('sent_at', '>', dayAgo)
    .executeTakeFirstOrThrow()
  const until = new Date((first ?? now).getTime() + dayMs)
  throw tooManyRequests('invitations_day', until, now)
}

/** Returns null when it was enqueued, else the message key of why nothing may be sent to that address. */
async function enqueueInvitation(
  tx: Db,
  recipient: InvitationRecipient,
  registry: RegistryRow,
  ctx: CustomerContext,
): Promise<string | null> {
  const { customer, now } = ctx
  const { id: suppressionId, isSuppressed, digest } = await upsertSuppressionEntry(tx, recipient.email, ctx)
  if (isSuppressed) return 'invitation_stopped'
  if (await isDayCapReached(`invitation-to:${digest}`, maxPerRecipientAndDay, ctx)) return 'invitation_often'
  const cause = `invitation:${recipient.id}:${randomUUID()}`
  const isEnqueued = await ctx.enqueueEmail(tx, {
    cause,
    template: 'invitation',
    language: recipient.language,
    to: recipient.email,
    props: await buildInvitationEmailProps(tx, recipient, registry, { id: suppressionId, digest }, ctx),
  })
  if (!isEnqueued) return 'invitation_often'
  await deleteQueuedInvitation(tx, recipient.id, ctx)
  await insertRow(tx, 'invitation_email', { cause, customer_id: customer.id, sent_at: now })
  const invitation = { guest_id: recipient.id, cause, invited_at: now }
  await saveRow(tx, 'invitation', ['guest_id'], invitation)
  return null
}

/** The props of the invitation e-mail; by `stop_id` the outbox finds the e-mails of a suppressed address. */
export async function buildInvitationEmailProps(
  db: Db,
  guest: { id: number; language: Language },
  registry: RegistryRow,
  suppression: { id: number; digest: string },
  { config, now }: Pick<RequestContext, 'config' | 'now'>,
) {
  return {
    look: await loadInvitationContent(db, registry.id),
    registry: {
      id: registry.code,
      registry_name: registry.registry_name,
      hosts: hostNames(registry),
      host_kind: await findHostKind(db, registry.event_type),
      type: registry.event_type,
      photo: letterPhotoPath(registry, 'guest', config),
      day: registry.event_day,
      place: registry.event_place,
      shown: registry.privacy !== 'private',
    },
    reply: createLinkToken('reply', guest.id, config, now),
    stop: createLinkToken('stop', suppression.digest, config, now),
    stop_id: String(suppression.id),
  }
}

type InvitationRow = Awaited<ReturnType<typeof findInvitations>>[number]

/** The invitations of a registry, newest first; an e-mail that is no longer in the outbox was sent. */
async function findInvitations(db: Db, registryId: number) {
  return db
    .selectFrom('invitation')
    .innerJoin('guest', 'guest.id', 'invitation.guest_id')
    .leftJoin('outbox', 'outbox.cause', 'invitation.cause')
    .select(({ fn, val }) => [
      'guest.id',
      'guest.name',
      fn.coalesce('guest.email', val('')).as('email'),
      'guest.reply',
      'guest.coming_count as coming',
      'guest.opened_at',
      'invitation.invited_at',
      fn.coalesce('outbox.state', sql<'sent'>`'sent'`).as('emailState'),
      'outbox.error',
    ])
    .where('guest.registry_id', '=', registryId)
    .orderBy('invitation.invited_at', 'desc')
    .orderBy('guest.id', 'desc')
    .execute()
}
