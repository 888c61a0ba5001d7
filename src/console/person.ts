import { sql } from 'kysely'
import * as z from 'zod/mini'
import { emailKey } from '../account/customer/customer.rules.ts'
import { type CustomerRow, findCustomerByEmail } from '../account/customer/customer.sql.ts'
import { collectPersonalData } from '../account/data-export.ts'
import { requestDeletion } from '../account/deletion.ts'
import { maskEmail } from '../account/email-change/email-change.rules.ts'
import { deleteLinksTo } from '../account/link.ts'
import { dayInAthens } from '../base/dates.ts'
import { email } from '../base/fields.ts'
import { findHandoffsOfAddress } from '../checkout/reservation.sql.ts'
import { deleteGuestsOfAddress } from '../invitation/guests.ts'
import { eraseGiverOfHandoffs } from '../orders/order-letters.ts'
import { lockRegistries } from '../registry/registry.sql.ts'
import { isSurpriseActive } from '../registry/surprise.rules.ts'
import type { KeptEmail } from '../server/context/emails.ts'
import type { JobContext, StaffContext } from '../server/context/request-context.ts'
import { staffCall } from '../server/context/staff-call.ts'
import { findRows, getRow } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { deleteContactMessagesOf } from '../site/contact.ts'
import { eraseGiversFromAudit } from './audit.sql.ts'
import { recordAudit } from './audit.ts'
import { staffReason } from './registry/registry.rules.ts'

const sure = z.literal('on', 'staff_sure_needed')

export const calls = {
  person: staffCall('manager', { email: z.optional(email) }, showPerson),
  exportPerson: staffCall('exports people', { email }, exportPerson),
  erasePerson: staffCall('ends an account', { email, reason: staffReason, sure }, (input, ctx) =>
    ctx.db.transaction().execute(tx => erasePerson(tx, input, ctx)),
  ),
}

/** Rows of each kind on the page and in the file; the page also says how many there are. */
const shown = 50
const exported = 10_000

/** What is kept of a person as host, giver, guest or correspondent, by their e-mail; audited. Null without an e-mail. */
async function showPerson({ email }: { email?: string | undefined }, ctx: StaffContext) {
  if (email === undefined) return null
  const key = emailKey(email)
  const host = await findCustomerByEmail(ctx.db, key)
  const rows = await findPersonRows(ctx.db, { address: email, key }, exported, ctx)
  await record(ctx.db, ctx, 'person_looked_up', email, host?.id)
  return { email, ...describe(rows), host: host ? describeHost(host) : null }
}

function describeHost({ id, name, surname, deletion_requested_at }: CustomerRow) {
  return { id, name: `${name} ${surname}`.trim(), leaving: deletion_requested_at !== null }
}

/** Of each kind the newest; `counts` says how many there are. */
function describe({ given, invited, wrote, letters }: PersonRows) {
  return {
    given: given
      .slice(0, shown)
      .map(({ registry, name, state, created_at }) => ({ registry, name, state, created_at })),
    invited: invited.slice(0, shown).map(({ registry, name, reply, coming, invited_at }) => ({
      registry,
      name,
      reply,
      coming,
      invited_at,
    })),
    wrote: wrote.slice(0, shown).map(({ name, message, created_at }) => ({ name, message, created_at })),
    letters: letters.slice(0, shown).map(({ template, created_at }) => ({ template, created_at })),
    counts: {
      given: given.length,
      invited: invited.length,
      wrote: wrote.length,
      letters: letters.length,
    },
  }
}

/** All that is kept of the person; of a host what their own download has (R123). */
async function exportPerson({ email }: { email: string }, ctx: StaffContext) {
  const key = emailKey(email)
  const today = dayInAthens(ctx.now)
  return ctx.db.transaction().execute(async tx => {
    const host = await findCustomerByEmail(tx, key)
    await record(tx, ctx, 'person_exported', email, host?.id)
    const own = host && (await collectPersonalData(tx, host.id, one => isSurpriseActive(one, today)))
    return { email, host: own ?? null, ...(await findPersonRows(tx, { address: email, key }, exported, ctx)) }
  })
}

/** Audits with a masked address, so that the audit doesn't keep people who were erased. */
async function record(
  tx: Db,
  ctx: StaffContext,
  action: 'person_looked_up' | 'person_exported',
  email: string,
  customerId: number | undefined,
): Promise<void> {
  const after = { email: maskEmail(email) }
  await recordAudit(tx, ctx, { action, after, ...(customerId !== undefined && { customerId }) })
}

/**
 * Erases a person by their address (R986): as giver, guest and correspondent at once, as host by the rules of hosts
 * (R124). Throws what those refuse, such as `account_confirm_first` 409.
 */
async function erasePerson(tx: Db, { email, reason }: { email: string; reason: string }, ctx: StaffContext) {
  const rows = await eraseAddress(tx, email, ctx)
  const host = await findCustomerByEmail(tx, emailKey(email))
  /** Whether an account goes after 14 days. */
  const leaving = host !== undefined && host.deletion_requested_at === null
  if (leaving) await requestDeletion(tx, host, ctx)
  const erased = { ...rows, leaving }
  const line = {
    action: 'person_erased',
    reason,
    before: { email: maskEmail(email) },
    after: { ...erased },
  } as const
  await recordAudit(tx, ctx, { ...line, ...(host && { customerId: host.id }) })
  return erased
}

/**
 * With an account (R125), erases what its owner gave, answered and wrote without signing in. Only a confirmed e-mail
 * proves that it was theirs.
 */
export async function eraseByConfirmedEmail(
  tx: Db,
  { customerId }: { customerId: number },
  ctx: ErasureContext,
): Promise<void> {
  const { email, confirmed_at } = await getRow(tx, 'customer', { id: customerId }, ['email', 'confirmed_at'])
  if (confirmed_at !== null) await eraseAddress(tx, email, ctx)
}

type ErasureContext = Pick<
  JobContext,
  'deleteEmails' | 'deleteEmailsTo' | 'eraseGiverFromEmails' | 'registryChanged'
>

/** Erases what is kept of an address as giver, guest and correspondent; the letters of an account stay with it. */
async function eraseAddress(tx: Db, email: string, ctx: ErasureContext) {
  const key = emailKey(email)
  const host = await findCustomerByEmail(tx, key)
  const handoffs = await findHandoffsOfAddress(tx, email)
  const giftRegistries = [...new Set(handoffs.map(({ registry_id }) => registry_id))]
  const own = host ? await findRows(tx, 'registry', { where: { customer_id: host.id }, columns: ['id'] }) : []
  // Counting an order takes the same lock, so that none brings the name back. All at once, so that two erasures can't
  // deadlock.
  await lockRegistries(tx, [...giftRegistries, ...own.map(({ id }) => id)])
  const handoffIds = handoffs.map(({ id }) => id)
  await eraseGiversFromAudit(tx, handoffIds)
  await eraseGiverOfHandoffs(tx, handoffIds, ctx)
  const guests = await deleteGuestsOfAddress(tx, key)
  await deleteLinksTo(tx, email)
  const wrote = await deleteContactMessagesOf(tx, email, ctx)
  await ctx.deleteEmails(tx, guests.causes)
  const addresses = [
    email,
    key,
    ...handoffs.map(({ giver_email }) => giver_email ?? ''),
    ...guests.recipients,
  ]
  // Letters to the account's own address are deleted with the account.
  const recipients = new Set(addresses.filter(one => one && (!host || emailKey(one) !== key)))
  for (const recipient of recipients) await ctx.deleteEmailsTo(tx, recipient)
  for (const id of new Set([...giftRegistries, ...guests.registryIds])) await ctx.registryChanged(tx, id)
  return { given: handoffs.length, invited: guests.registryIds.length, wrote }
}

interface PersonRows {
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
  letters: KeptEmail[]
}

/** What is kept of somebody by their address, the newest `max` of each kind. */
async function findPersonRows(
  db: Db,
  { address, key }: { address: string; key: string },
  max: number,
  ctx: StaffContext,
) {
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
  const letters = await ctx.findEmailsTo(db, { address, key }, max)
  return { given: given.rows, invited: invited.rows, wrote: wrote.rows, letters }
}
