import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

export interface LetterRow {
  id: number
  template: string
  channel: 'mail' | 'sms'
  recipient: string
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  error: string | null
  /** Whether it can be sent as it was: what was sent is kept without its contents. */
  has_contents: boolean
  created_at: Date
  sent_at: Date | null
}

/** Whose letters a registry's are: its hosts' by their addresses, all others by what caused them. */
export interface LetterSource {
  registryId: number
  code: string
  hostEmails: string[]
}

/** Templates whose cause begins with the name and the registry's code; every other one is found by recipient or order. */
const byCode = [
  'registry-created',
  'registry-closing',
  'registry-closed',
  'registry-revealed',
  'guest-list-ends',
]
/** Newest orders and invitations whose letters are looked for. */
const maxCauses = 2000

/**
 * Letters and text messages of a registry with a lower id, newest first: to its hosts as long as the outbox has their
 * addresses (30 days), to givers, to guests, and text messages.
 */
export async function findRegistryLetters(
  db: Db,
  source: LetterSource,
  { before, max }: { before: number | undefined; max: number },
): Promise<LetterRow[]> {
  const { registryId, code, hostEmails } = source
  const prefixes = [...byCode.map(name => `${name}:${code}`), `sms:${registryId}:`]
  const { rows } = await sql<LetterRow>`
    select id, template, channel, recipient, state, attempts, error, created_at, sent_at,
      props <> '{}' as has_contents from outbox
    where id = any(array(
      select id from outbox where recipient = any(${hostEmails}) and recipient <> ''
      union
      select outbox.id from unnest(${prefixes}::text[]) as prefix (start)
        join outbox on cause >= start and cause < start || '~'
      union
      select outbox.id from (
        select 'gift-thanks:order:' || order_id || ':' || ${code} as cause from purchase
        where registry_id = ${registryId} order by order_id desc limit ${maxCauses}) as thanks
        join outbox on outbox.cause = thanks.cause
      union
      select outbox.id from (
        select invitation.cause from guest join invitation on guest_id = guest.id
        where registry_id = ${registryId} order by guest.id desc limit ${maxCauses}) as invited
        join outbox on outbox.cause = invited.cause))
      and (${before ?? null}::bigint is null or id < ${before ?? null})
    order by id desc limit ${max}`.execute(db)
  return rows
}
