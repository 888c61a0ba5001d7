import { randomUUID } from 'node:crypto'
import { emailKey } from '../../account/customer/rules.ts'
import { AppError, tooManyRequests } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import { addHistoryEntry } from '../../registry/history/data.ts'
import type { RegistryRow } from '../../registry/registry/data.ts'
import { hostNames } from '../../registry/registry/rules.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { loadInvitationContent } from '../content/api.ts'
import { markBackgroundMailed } from '../content/data.ts'
import * as guests from '../guests/data.ts'
import { upsertSuppressionEntry } from '../unsubscribe/data.ts'
import * as data from './data.ts'
import { createLinkToken, digestEmailAddress } from './link-token-rules.ts'

const daySeconds = 86_400
/** Invitations to one address in a day, whoever the hosts are. */
const perRecipient = 3

export interface SendingResult {
  sent: number
  /** Addresses that were not written to, each with the key of the reason. */
  skipped: { email: string; reason: string }[]
}

export interface InvitationRecipient {
  guest: Pick<guests.GuestRow, 'id' | 'name' | 'language'> & { email: string }
}

/**
 * Puts an invitation to each of these guests into the outbox, in one transaction. Refuses `invitations_day` 429 beyond
 * the host's cap of a day, and `invitations_unconfirmed` 403 beyond the few that an unconfirmed account has.
 */
export async function sendInvitationEmails(
  list: (tx: Db) => Promise<InvitationRecipient['guest'][]>,
  registry: RegistryRow,
  ctx: CustomerContext,
): Promise<SendingResult> {
  return ctx.db.transaction().execute(async tx => {
    await data.lockInvitationSender(tx, ctx.customer.id)
    const recipients = await list(tx)
    await withinCaps(tx, recipients.length, ctx)
    const answer: SendingResult = { sent: 0, skipped: [] }
    for (const guest of recipients) {
      const reason = await sendOne(tx, guest, registry, ctx)
      if (reason === null) answer.sent++
      else answer.skipped.push({ email: guest.email, reason })
    }
    if (answer.sent > 0) await noteSent(tx, answer.sent, registry, ctx)
    return answer
  })
}

async function noteSent(tx: Db, count: number, { id }: RegistryRow, { customer, now }: CustomerContext) {
  await markBackgroundMailed(tx, id, now)
  const change = { registryId: id, customerId: customer.id, what: 'invitation' as const }
  await addHistoryEntry(tx, { ...change, about: String(count), at: now })
}

async function withinCaps(tx: Db, more: number, { customer, config, now }: CustomerContext): Promise<void> {
  const day = new Date(now.getTime() - daySeconds * 1000)
  const left = config.INVITATIONS_PER_DAY - (await data.countInvitationEmailsSince(tx, customer.id, day))
  if (more > left) {
    const first = await data.findFirstInvitationEmailSince(tx, customer.id, day)
    const until = new Date((first ?? now).getTime() + daySeconds * 1000)
    throw tooManyRequests('invitations_day', until, now, { left: Math.max(0, left) })
  }
  if (customer.confirmed) return
  const few =
    config.INVITATIONS_UNCONFIRMED - (await data.countInvitationEmailsSince(tx, customer.id, new Date(0)))
  if (more > few) throw new AppError('invitations_unconfirmed', 403, { detail: { left: Math.max(0, few) } })
}

/** Sends to one guest; the key of the reason where he may not be written to. */
async function sendOne(
  tx: Db,
  guest: InvitationRecipient['guest'],
  registry: RegistryRow,
  ctx: CustomerContext,
): Promise<string | null> {
  const { config, customer, now } = ctx
  const digest = digestEmailAddress(emailKey(guest.email), config.SECRET)
  const { id: stopId, stopped } = await upsertSuppressionEntry(tx, digest)
  if (stopped) return 'invitation_stopped'
  if (await isOften(digest, ctx)) return 'invitation_often'
  const cause = `invitation:${guest.id}:${randomUUID()}`
  await guests.deleteQueuedInvitationEmail(tx, guest.id)
  await data.recordInvitation(tx, { guestId: guest.id, customerId: customer.id, cause, now })
  await ctx.enqueueEmail(tx, {
    cause,
    template: 'invitation',
    language: guest.language,
    to: guest.email,
    props: await buildInvitationEmailProps(tx, guest, registry, { stopId, secret: config.SECRET }),
  })
  return null
}

async function isOften(digest: Buffer, ctx: CustomerContext): Promise<boolean> {
  try {
    await ctx.rateLimit(`invitation-to:${digest.toString('base64url')}`, perRecipient, daySeconds)
    return false
  } catch (error) {
    if (error instanceof AppError) return true
    throw error
  }
}

/** All that the letter says; `stop_id` finds the letters of somebody who wants no more. */
export async function buildInvitationEmailProps(
  tx: Db,
  guest: { id: number; language: Language },
  registry: RegistryRow,
  { stopId, secret }: { stopId: number; secret: string },
) {
  return {
    look: await loadInvitationContent(tx, registry.id),
    registry: {
      id: registry.code,
      registry_name: registry.registry_name,
      hosts: hostNames(registry),
      day: registry.event_day,
      place: registry.event_place,
      shown: registry.privacy !== 'private',
    },
    reply: createLinkToken('reply', guest.id, secret),
    stop: createLinkToken('stop', stopId, secret),
    stop_id: String(stopId),
  }
}
