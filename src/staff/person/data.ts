import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

export interface PersonRows {
  given: {
    registry: string
    name: string | null
    email: string | null
    message: string | null
    visibility: string
    state: 'open' | 'ordered' | 'failed' | 'expired'
    orders: number[]
    created_at: Date
  }[]
  invited: {
    registry: string
    name: string
    email: string | null
    phone: string | null
    notes: string | null
    reply: 'coming' | 'not_coming' | null
    reply_message: string | null
    coming: number
    invited_at: Date | null
  }[]
  wrote: { name: string; email: string; message: string; created_at: Date }[]
  letters: { template: string; state: string; created_at: Date; sent_at: Date | null }[]
}

/** What is kept of somebody by their address, the newest `max` of each kind. */
export async function findPersonRows(
  db: Db,
  { address, key }: { address: string; key: string },
  max: number,
): Promise<PersonRows> {
  const given = await sql<PersonRows['given'][number]>`
    select registry.code as registry, giver_name as name, giver_email as email, handoff.message, visibility,
      state, handoff.created_at,
      array(select distinct order_id from purchase where handoff_id = handoff.id order by 1 limit 100) as orders
    from handoff join registry on registry.id = registry_id
    where handoff.id = any(array(
      select id from handoff where giver_email is not null and lower(giver_email) = lower(${address})
      union select handoff_id from purchase where giver_email is not null and lower(giver_email) = lower(${address})))
    order by handoff.id desc limit ${max}`.execute(db)
  const invited = await sql<PersonRows['invited'][number]>`
    select registry.code as registry, guest.name, guest.email, guest.phone, notes, reply, reply_message,
      coming_count as coming,
      invitation.invited_at
    from guest join registry on registry.id = registry_id left join invitation on guest_id = guest.id
    where guest.email_key = ${key} order by guest.id desc limit ${max}`.execute(db)
  const wrote = await sql<PersonRows['wrote'][number]>`
    select name, email, message, created_at from contact_message
    where lower(email) = lower(${address}) order by id desc limit ${max}`.execute(db)
  const letters = await sql<PersonRows['letters'][number]>`
    select template, state, created_at, sent_at from outbox
    where recipient = any(${[...new Set([address, key])]}) and recipient <> ''
    order by id desc limit ${max}`.execute(db)
  return { given: given.rows, invited: invited.rows, wrote: wrote.rows, letters: letters.rows }
}
