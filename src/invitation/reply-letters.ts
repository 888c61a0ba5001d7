import { customerById } from '../account/data.ts'
import { emailKey } from '../account/rules.ts'
import { found, Refusal } from '../base/refusal.ts'
import type { RegistryRow } from '../registry/data.ts'
import { hostsOf } from '../registry/rules.ts'
import type { Db } from '../server/tables.ts'
import type { Visit } from '../server/visit.ts'
import type { GuestRow } from './guest-data.ts'
import { addressDigest, linkToken } from './links.ts'
import { writingTo } from './stop-data.ts'

/** What a guest has just answered. */
export interface Reply {
  reply: 'coming' | 'not_coming'
  coming: number
  word: string | null
}

/** The host learns what was answered, in his language. */
export async function tellHost(
  tx: Db,
  { guest, registry, reply }: { guest: GuestRow; registry: RegistryRow; reply: Reply },
  { post, now }: Visit,
): Promise<void> {
  const owner = found(await customerById(tx, registry.customer_id))
  await post(tx, {
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
export async function confirmReply(
  tx: Db,
  { guest, registry, reply }: { guest: GuestRow; registry: RegistryRow; reply: Reply },
  visit: Visit,
): Promise<void> {
  const { config, now, language } = visit
  if (guest.email === null) return
  const digest = addressDigest(emailKey(guest.email), config.SECRET)
  const { stopped } = await writingTo(tx, digest)
  if (stopped || (await isOften(digest, visit))) return
  await visit.post(tx, {
    cause: `reply-kept:${guest.id}:${now.getTime()}`,
    template: 'reply-kept',
    language,
    to: guest.email,
    props: {
      registry_name: registry.registry_name,
      hosts: hostsOf(registry),
      day: registry.event_day,
      place: registry.event_place,
      shown: registry.privacy !== 'private',
      token: linkToken('reply', guest.id, config.SECRET),
      guest_id: String(guest.id),
      ...reply,
    },
  })
}

async function isOften(digest: Buffer, visit: Visit): Promise<boolean> {
  try {
    await visit.limit(`reply-kept:${digest.toString('base64url')}`, perRecipient, daySeconds)
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}
