import { randomUUID } from 'node:crypto'
import { findCustomerById } from '../../account/customer/data.ts'
import { emailKey } from '../../account/customer/rules.ts'
import { AppError, orNotFound } from '../../base/app-error.ts'
import type { RegistryRow } from '../../registry/registry/data.ts'
import { hostNames } from '../../registry/registry/rules.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { keyedDigest } from '../../server/context/signing.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { GuestRow } from '../guests/data.ts'
import { createLinkToken } from '../sending/link-token-service.ts'
import { upsertSuppressionEntry } from '../unsubscribe/data.ts'

/** A guest with the reply just given. */
interface GuestReply {
  guest: GuestRow
  registry: RegistryRow
}

/** Tells the owner of the registry, in their account's language. */
export async function emailReplyToHost(
  tx: Db,
  { guest, registry }: GuestReply,
  { enqueueEmail }: RequestContext,
): Promise<void> {
  const owner = orNotFound(await findCustomerById(tx, registry.customer_id))
  await enqueueEmail(tx, {
    cause: `guest-reply:${guest.id}:${randomUUID()}`,
    template: 'guest-replied',
    language: owner.language,
    to: owner.email,
    props: {
      id: registry.code,
      registry_name: registry.registry_name,
      guest: guest.name || (guest.email ?? ''),
      ...replyProps(guest),
    },
  })
}

const replyProps = ({ reply, coming_count, reply_message }: GuestRow) => ({
  reply,
  coming: coming_count,
  word: reply_message,
})

/**
 * Confirms the reply to the guest, in the language it was given in, with the link to change it. Nothing is sent to a
 * guest without an address, to a suppressed one (R707), or beyond the day's limit of that address.
 */
export async function emailReplyConfirmation(
  tx: Db,
  { guest, registry }: GuestReply,
  ctx: RequestContext,
): Promise<void> {
  const { config, now, language } = ctx
  if (guest.email === null) return
  const digest = keyedDigest('invitation address', emailKey(guest.email), config)
  const { isSuppressed } = await upsertSuppressionEntry(tx, digest)
  if (isSuppressed || (await isConfirmationCapReached(digest, ctx))) return
  await ctx.enqueueEmail(tx, {
    cause: `reply-kept:${guest.id}:${randomUUID()}`,
    template: 'reply-kept',
    language,
    to: guest.email,
    props: {
      registry_name: registry.registry_name,
      hosts: hostNames(registry),
      day: registry.event_day,
      place: registry.event_place,
      shown: registry.privacy !== 'private',
      token: createLinkToken('reply', guest.id, config, now),
      guest_id: String(guest.id),
      ...replyProps(guest),
    },
  })
}

const daySeconds = 86_400
/** Without it, whoever has a reply link could fill the mailbox of a stranger. */
const maxConfirmationsPerDay = 5

async function isConfirmationCapReached(digest: Buffer, ctx: RequestContext): Promise<boolean> {
  try {
    await ctx.rateLimit(`reply-kept:${digest.toString('base64url')}`, maxConfirmationsPerDay, daySeconds)
    return false
  } catch (error) {
    if (error instanceof AppError) return true
    throw error
  }
}
