import { randomUUID } from 'node:crypto'
import { emailKey } from '../account/rules.ts'
import type { Language } from '../base/language.ts'
import { Refusal, tooOften } from '../base/refusal.ts'
import type { RegistryRow } from '../registry/data.ts'
import { noteChange } from '../registry/history-data.ts'
import { hostsOf } from '../registry/rules.ts'
import type { Db } from '../server/tables.ts'
import type { CustomerVisit } from '../server/visit.ts'
import { lookOf } from './content.ts'
import { noteMailed } from './content-data.ts'
import * as guests from './guest-data.ts'
import { addressDigest, linkToken } from './links.ts'
import * as data from './sending-data.ts'
import { writingTo } from './stop-data.ts'

const daySeconds = 86_400
/** Invitations to one address in a day, whoever the hosts are. */
const perRecipient = 3

export interface Sent {
  sent: number
  /** Addresses that were not written to, each with the key of the reason. */
  skipped: { email: string; reason: string }[]
}

export interface Recipient {
  guest: Pick<guests.GuestRow, 'id' | 'name' | 'language'> & { email: string }
}

/**
 * Puts an invitation to each of these guests into the outbox, in one transaction. Refuses `invitations_day` 429 beyond
 * the host's cap of a day, and `invitations_unconfirmed` 403 beyond the few that an unconfirmed account has.
 */
export async function sendTo(
  list: (tx: Db) => Promise<Recipient['guest'][]>,
  registry: RegistryRow,
  visit: CustomerVisit,
): Promise<Sent> {
  return visit.db.transaction().execute(async tx => {
    await data.lockSender(tx, visit.customer.id)
    const recipients = await list(tx)
    await withinCaps(tx, recipients.length, visit)
    const answer: Sent = { sent: 0, skipped: [] }
    for (const guest of recipients) {
      const reason = await sendOne(tx, guest, registry, visit)
      if (reason === null) answer.sent++
      else answer.skipped.push({ email: guest.email, reason })
    }
    if (answer.sent > 0) await noteSent(tx, answer.sent, registry, visit)
    return answer
  })
}

async function noteSent(tx: Db, count: number, { id }: RegistryRow, { customer, now }: CustomerVisit) {
  await noteMailed(tx, id, now)
  const change = { registryId: id, customerId: customer.id, what: 'invitation' as const }
  await noteChange(tx, { ...change, about: String(count), at: now })
}

async function withinCaps(tx: Db, more: number, { customer, config, now }: CustomerVisit): Promise<void> {
  const day = new Date(now.getTime() - daySeconds * 1000)
  const left = config.INVITATIONS_PER_DAY - (await data.lettersSince(tx, customer.id, day))
  if (more > left) {
    const first = await data.firstLetterSince(tx, customer.id, day)
    const until = new Date((first ?? now).getTime() + daySeconds * 1000)
    throw tooOften('invitations_day', until, now, { left: Math.max(0, left) })
  }
  if (customer.confirmed) return
  const few = config.INVITATIONS_UNCONFIRMED - (await data.lettersSince(tx, customer.id, new Date(0)))
  if (more > few) throw new Refusal('invitations_unconfirmed', 403, { detail: { left: Math.max(0, few) } })
}

/** Sends to one guest; the key of the reason where he may not be written to. */
async function sendOne(
  tx: Db,
  guest: Recipient['guest'],
  registry: RegistryRow,
  visit: CustomerVisit,
): Promise<string | null> {
  const { config, customer, now } = visit
  const digest = addressDigest(emailKey(guest.email), config.SECRET)
  const { id: stopId, stopped } = await writingTo(tx, digest)
  if (stopped) return 'invitation_stopped'
  if (await isOften(digest, visit)) return 'invitation_often'
  const cause = `invitation:${guest.id}:${randomUUID()}`
  await guests.dropWaiting(tx, guest.id)
  await data.noteInvitation(tx, { guestId: guest.id, customerId: customer.id, cause, now })
  await visit.post(tx, {
    cause,
    template: 'invitation',
    language: guest.language,
    to: guest.email,
    props: await propsOf(tx, guest, registry, { stopId, secret: config.SECRET }),
  })
  return null
}

async function isOften(digest: Buffer, visit: CustomerVisit): Promise<boolean> {
  try {
    await visit.limit(`invitation-to:${digest.toString('base64url')}`, perRecipient, daySeconds)
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

/** All that the letter says; `stop_id` finds the letters of somebody who wants no more. */
export async function propsOf(
  tx: Db,
  guest: { id: number; language: Language },
  registry: RegistryRow,
  { stopId, secret }: { stopId: number; secret: string },
) {
  return {
    look: await lookOf(tx, registry.id),
    registry: {
      id: registry.code,
      registry_name: registry.registry_name,
      hosts: hostsOf(registry),
      day: registry.event_day,
      place: registry.event_place,
      shown: registry.privacy !== 'private',
    },
    reply: linkToken('reply', guest.id, secret),
    stop: linkToken('stop', stopId, secret),
    stop_id: String(stopId),
  }
}
