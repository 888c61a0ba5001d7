import { findCustomerById } from '../../account/customer/data.ts'
import { emailKey } from '../../account/customer/rules.ts'
import { AppError, orNotFound } from '../../base/app-error.ts'
import type { RegistryRow } from '../../registry/registry/data.ts'
import { hostNames } from '../../registry/registry/rules.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { GuestRow } from '../guests/data.ts'
import { createLinkToken, digestEmailAddress } from '../sending/link-token-rules.ts'
import { upsertSuppressionEntry } from '../unsubscribe/data.ts'

/** What a guest has just answered. */
export interface GuestReply {
  reply: 'coming' | 'not_coming'
  coming: number
  word: string | null
}

/** The host learns what was answered, in his language. */
export async function emailReplyToHost(
  tx: Db,
  { guest, registry, reply }: { guest: GuestRow; registry: RegistryRow; reply: GuestReply },
  { enqueueEmail, now }: RequestContext,
): Promise<void> {
  const owner = orNotFound(await findCustomerById(tx, registry.customer_id))
  await enqueueEmail(tx, {
    cause: `guest-reply:${guest.id}:${now.getTime()}`,
    template: 'guest-replied',
    language: owner.language,
    to: owner.email,
    props: {
      id: registry.code,
      registry_name: registry.registry_name,
      guest: guest.name || (guest.email ?? ''),
      ...reply,
    },
  })
}

const daySeconds = 86_400
/** Letters about replies to one address in a day: who has a link could else fill a stranger's mailbox. */
const perRecipient = 5

/**
 * The guest gets what he answered, in the language he answered in, with the link to change it; nothing goes to a guest
 * without an address, nor to one that wants no more letters.
 */
export async function emailReplyConfirmation(
  tx: Db,
  { guest, registry, reply }: { guest: GuestRow; registry: RegistryRow; reply: GuestReply },
  ctx: RequestContext,
): Promise<void> {
  const { config, now, language } = ctx
  if (guest.email === null) return
  const digest = digestEmailAddress(emailKey(guest.email), config.SECRET)
  const { stopped } = await upsertSuppressionEntry(tx, digest)
  if (stopped || (await isOften(digest, ctx))) return
  await ctx.enqueueEmail(tx, {
    cause: `reply-kept:${guest.id}:${now.getTime()}`,
    template: 'reply-kept',
    language,
    to: guest.email,
    props: {
      registry_name: registry.registry_name,
      hosts: hostNames(registry),
      day: registry.event_day,
      place: registry.event_place,
      shown: registry.privacy !== 'private',
      token: createLinkToken('reply', guest.id, config.SECRET),
      guest_id: String(guest.id),
      ...reply,
    },
  })
}

async function isOften(digest: Buffer, ctx: RequestContext): Promise<boolean> {
  try {
    await ctx.rateLimit(`reply-kept:${digest.toString('base64url')}`, perRecipient, daySeconds)
    return false
  } catch (error) {
    if (error instanceof AppError) return true
    throw error
  }
}
