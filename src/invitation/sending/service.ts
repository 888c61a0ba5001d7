import { randomUUID } from 'node:crypto'
import { emailKey } from '../../account/customer/rules.ts'
import { requireConfirmedSender } from '../../account/email-confirmation/access.ts'
import { AppError, tooManyRequests } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import { addHistoryEntry } from '../../registry/history/data.ts'
import { markBackgroundEmailed } from '../../registry/photo/data.ts'
import type { RegistryRow } from '../../registry/registry/data.ts'
import { findHostKind } from '../../registry/registry/event-type-data.ts'
import { hostNames } from '../../registry/registry/rules.ts'
import type { CustomerContext, RequestContext } from '../../server/context/request-context.ts'
import { keyedDigest } from '../../server/context/signing.ts'
import { countRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { loadInvitationContent } from '../content/service.ts'
import { deleteQueuedInvitation } from '../guests/service.ts'
import { upsertSuppressionEntry } from '../unsubscribe/data.ts'
import type { SendingResult } from './contract.ts'
import * as data from './data.ts'
import { createLinkToken } from './link-token-service.ts'

const daySeconds = 86_400
/** Invitations to one address from all hosts (R705). */
const maxPerRecipientAndDay = 3

/** A guest with an address. */
export interface InvitationRecipient {
  id: number
  language: Language
  email: string
}

/**
 * Enqueues an invitation for each recipient, in one transaction. Recipients are looked up under the host's lock, so
 * that the caps hold for concurrent requests. Throws `invitations_day` 429 beyond the host's cap of a day (R705) and
 * `invitations_unconfirmed` 403 for an account whose e-mail is not confirmed (R706).
 */
export async function sendInvitationEmails(
  findRecipients: (tx: Db) => Promise<InvitationRecipient[]>,
  registry: RegistryRow,
  ctx: CustomerContext,
): Promise<SendingResult> {
  requireConfirmedSender(ctx)
  return ctx.db.transaction().execute(async tx => {
    await data.lockInvitationSender(tx, ctx.customer.id)
    const recipients = await findRecipients(tx)
    await checkCaps(tx, recipients.length, ctx)
    const result: SendingResult = { sent: 0, skipped: [] }
    for (const recipient of recipients) {
      const reason = await enqueueInvitation(tx, recipient, registry, ctx)
      if (reason === null) result.sent++
      else result.skipped.push({ email: recipient.email, reason })
    }
    if (result.sent > 0) await recordSending(tx, result.sent, registry, ctx)
    return result
  })
}

async function recordSending(tx: Db, count: number, { id }: RegistryRow, { customer, now }: CustomerContext) {
  await markBackgroundEmailed(tx, id, now)
  await addHistoryEntry(tx, {
    registryId: id,
    customerId: customer.id,
    what: 'invitation',
    about: String(count),
    at: now,
  })
}

async function checkCaps(
  tx: Db,
  requested: number,
  { customer, config, now }: CustomerContext,
): Promise<void> {
  const dayAgo = new Date(now.getTime() - daySeconds * 1000)
  const sentToday = await countRows(tx, 'invitation_email', {
    customer_id: customer.id,
    sent_at: { '>': dayAgo },
  })
  const leftToday = config.INVITATIONS_PER_DAY - sentToday
  if (requested > leftToday) {
    const first = await data.findFirstInvitationEmailSince(tx, customer.id, dayAgo)
    const until = new Date((first ?? now).getTime() + daySeconds * 1000)
    throw tooManyRequests('invitations_day', until, now, { left: Math.max(0, leftToday) })
  }
}

/** Returns null when it was enqueued, else the message key of why nothing may be sent to that address. */
async function enqueueInvitation(
  tx: Db,
  recipient: InvitationRecipient,
  registry: RegistryRow,
  ctx: CustomerContext,
): Promise<string | null> {
  const { config, customer, now } = ctx
  const digest = keyedDigest('invitation address', emailKey(recipient.email), config)
  const { id: suppressionId, isSuppressed } = await upsertSuppressionEntry(tx, digest)
  if (isSuppressed) return 'invitation_stopped'
  if (await isRecipientCapReached(digest, ctx)) return 'invitation_often'
  const cause = `invitation:${recipient.id}:${randomUUID()}`
  await deleteQueuedInvitation(tx, recipient.id, ctx)
  const isEnqueued = await ctx.enqueueEmail(tx, {
    cause,
    template: 'invitation',
    language: recipient.language,
    to: recipient.email,
    props: await buildInvitationEmailProps(tx, recipient, registry, suppressionId, ctx),
  })
  if (!isEnqueued) return 'invitation_often'
  await data.recordInvitation(tx, { guestId: recipient.id, customerId: customer.id, cause, now })
  return null
}

async function isRecipientCapReached(digest: Buffer, ctx: CustomerContext): Promise<boolean> {
  try {
    await ctx.rateLimit(`invitation-to:${digest.toString('base64url')}`, maxPerRecipientAndDay, daySeconds)
    return false
  } catch (error) {
    if (error instanceof AppError) return true
    throw error
  }
}

/** The props of the invitation e-mail; by `stop_id` the outbox finds the e-mails of a suppressed address. */
export async function buildInvitationEmailProps(
  db: Db,
  guest: { id: number; language: Language },
  registry: RegistryRow,
  suppressionId: number,
  { config, now }: Pick<RequestContext, 'config' | 'now'>,
) {
  return {
    look: await loadInvitationContent(db, registry.id),
    registry: {
      id: registry.code,
      registry_name: registry.registry_name,
      hosts: hostNames(registry),
      host_kind: await findHostKind(db, registry.event_type),
      day: registry.event_day,
      place: registry.event_place,
      shown: registry.privacy !== 'private',
    },
    reply: createLinkToken('reply', guest.id, config, now),
    stop: createLinkToken('stop', suppressionId, config, now),
    stop_id: String(suppressionId),
  }
}
