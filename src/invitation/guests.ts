import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { emailKey } from '../account/customer/customer.rules.ts'
import { AppError, authorize, orNotFound } from '../base/app-error.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import type { Language } from '../base/language.ts'
import { addHistoryEntry } from '../registry/history.sql.ts'
import { deletePicturesIfUnused } from '../registry/photo.ts'
import { registryFor } from '../registry/registry.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext, JobContext, RequestContext } from '../server/context/request-context.ts'
import { countRows, deleteRows, findRow, updateRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import * as contract from './guests.contract.ts'
import { maxGuestsPerRegistry } from './guests.contract.ts'
import { normalizeGuestPhone } from './guests.rules.ts'
import { createLinkToken } from './link-token.ts'
import type { TypedRecipient } from './sending.contract.ts'

export const calls: Handler[] = [
  handle(contract.listGuests, listGuests),
  handle(contract.saveGuest, saveGuest),
  handle(contract.removeGuest, removeGuest),
]

async function listGuests({ registry_id }: { registry_id: string }, ctx: CustomerContext) {
  const { id } = await registryFor(ctx, registry_id, 'edit')
  const guests = await findGuests(ctx.db, id)
  return guests.map(guest => ({
    ...guest,
    coming: guest.coming_count,
    word: guest.reply_message,
    replied_at: guest.replied_at?.toISOString() ?? null,
    token: createLinkToken('reply', guest.id, ctx.config, ctx.now),
  }))
}

async function saveGuest(input: ParsedOf<typeof contract.saveGuest>, ctx: CustomerContext) {
  const registry = await registryFor(ctx, input.registry_id, 'edit')
  return ctx.db.transaction().execute(async tx => {
    const columns = toGuestColumns(input)
    const sameEmail =
      columns.email_key &&
      (await findRow(tx, 'guest', { registry_id: registry.id, email_key: columns.email_key }))
    if (sameEmail && sameEmail.id !== input.id) throw duplicateEmail()
    if (input.id === undefined) {
      await checkGuestCapacity(tx, registry.id, 1)
      const [added] = await insertGuests(tx, [{ ...columns, registry_id: registry.id }])
      if (!added) throw duplicateEmail()
      await addGuestsToHistory(tx, registry.id, ctx)
      return { id: added.id }
    }
    const where = { id: input.id, registry_id: registry.id }
    authorize((await updateRows(tx, 'guest', { set: columns, where })) > 0)
    await addGuestsToHistory(tx, registry.id, ctx)
    return { id: input.id }
  })
}

const duplicateEmail = () => new AppError('refused_fields', 422, { fields: { email: 'guest_email_twice' } })

export function toGuestColumns({ name, email, phone, language, people, notes }: contract.GuestInput) {
  return {
    name: name ?? '',
    email: email ?? null,
    email_key: email ? emailKey(email) : null,
    phone: phone ? normalizeGuestPhone(phone) : null,
    language,
    people,
    notes: notes ?? null,
  }
}

export async function addGuestsToHistory(
  tx: Db,
  registryId: number,
  { customer, now }: CustomerContext,
): Promise<void> {
  await addHistoryEntry(tx, { registryId, customerId: customer.id, what: 'guests', at: now })
}

async function removeGuest({ registry_id, id }: ParsedOf<typeof contract.removeGuest>, ctx: CustomerContext) {
  const registry = await registryFor(ctx, registry_id, 'edit')
  await ctx.db.transaction().execute(async tx => {
    await deleteQueuedInvitation(tx, id, ctx)
    authorize((await deleteRows(tx, 'guest', { id, registry_id: registry.id })) > 0)
    await addGuestsToHistory(tx, registry.id, ctx)
  })
  return {}
}

/** Throws `guests_too_many` 409 when so many more guests would not fit on the list (R708). */
export async function checkGuestCapacity(tx: Db, registryId: number, added: number): Promise<void> {
  const current = await countRows(tx, 'guest', { registry_id: registryId })
  if (current + added > maxGuestsPerRegistry) throw new AppError('guests_too_many', 409)
}

/**
 * The guest with that address, added when not on the list, with the name that was written beside it, if a guest may have
 * it. Throws `guests_too_many` 409.
 */
export async function findOrAddGuest(
  tx: Db,
  registryId: number,
  recipient: TypedRecipient,
  language: Language,
): Promise<{ id: number; language: Language }> {
  const { email } = recipient
  const name = z.safeParse(contract.guestName, recipient.name).data ?? ''
  const known = await findRow(tx, 'guest', { registry_id: registryId, email_key: emailKey(email) })
  if (known) {
    if (known.name === '' && name) await updateRows(tx, 'guest', { set: { name }, where: { id: known.id } })
    return known
  }
  await checkGuestCapacity(tx, registryId, 1)
  const columns = toGuestColumns({ name, email, language, people: 1 })
  const [added] = await insertGuests(tx, [{ ...columns, registry_id: registryId }])
  return { id: orNotFound(added).id, language }
}

/** Deletes the newest invitation to a guest from the outbox unless it was sent. */
export async function deleteQueuedInvitation(
  tx: Db,
  guestId: number,
  ctx: Pick<RequestContext, 'deleteEmails'>,
): Promise<void> {
  const cause = (await findRow(tx, 'invitation', { guest_id: guestId }, ['cause']))?.cause
  if (cause) await ctx.deleteEmails(tx, [cause], 'waiting')
}

/**
 * When an account is erased (R125): the letters to its guests, while their rows still name them, and the content of its
 * invitations with its pictures. The guests themselves go with the other rows of the account (`life`).
 */
export async function eraseCustomerInvitations(
  tx: Db,
  { customerId }: { customerId: number },
  ctx: Pick<JobContext, 'deleteEmails' | 'now'>,
): Promise<void> {
  await ctx.deleteEmails(tx, await findGuestEmailCauses(tx, sql`registry.customer_id = ${customerId}`))
  const deleted = await tx
    .deleteFrom('invitation_content')
    .where('registry_id', 'in', registries =>
      registries.selectFrom('registry').select('id').where('customer_id', '=', customerId),
    )
    .returning('background_image')
    .execute()
  const backgrounds = deleted.flatMap(({ background_image }) => background_image ?? [])
  await deletePicturesIfUnused(tx, backgrounds, ctx.now, { evenEmailed: true })
}

/** When a registry is deleted (R229): what was not yet sent to its guests does not leave, as its links lead nowhere. */
export async function withdrawInvitations(
  tx: Db,
  { registryId }: { registryId: number },
  ctx: Pick<JobContext, 'deleteEmails'>,
): Promise<void> {
  await ctx.deleteEmails(tx, await findGuestEmailCauses(tx, sql`registry.id = ${registryId}`), 'waiting')
}

export type GuestRow = Selectable<Tables['guest']>

/** The guests of a registry in the order they were added; `invited` when an invitation was sent. */
export async function findGuests(db: Db, registryId: number): Promise<(GuestRow & { invited: boolean })[]> {
  return db
    .selectFrom('guest')
    .leftJoin('invitation', 'invitation.guest_id', 'guest.id')
    .selectAll('guest')
    .select(({ eb }) => eb('invitation.guest_id', 'is not', null).as('invited'))
    .where('registry_id', '=', registryId)
    .orderBy('guest.id')
    .execute() as Promise<(GuestRow & { invited: boolean })[]>
}

/** Adds guests in one statement, and answers them, without those whose e-mail is on the list already. */
export async function insertGuests(tx: Db, guests: Insertable<Tables['guest']>[]): Promise<GuestRow[]> {
  if (guests.length === 0) return []
  return tx
    .insertInto('guest')
    .values(guests)
    .onConflict(conflict => conflict.columns(['registry_id', 'email_key']).doNothing())
    .returningAll()
    .execute()
}

/**
 * The causes of what the outbox still holds of the guests of these registries: their invitations, and confirmations of
 * replies and text messages that were not sent (sent ones hold no personal data any more).
 */
async function findGuestEmailCauses(db: Db, ofRegistries: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ cause: string }>`
    select invitation.cause from invitation
    join guest on guest.id = invitation.guest_id
    join registry on registry.id = guest.registry_id
    where ${ofRegistries}
    union all
    select outbox.cause from outbox
    join guest on outbox.props ->> 'guest_id' = guest.id::text
    join registry on registry.id = guest.registry_id
    where outbox.template = 'reply-kept' and outbox.state <> 'sent' and ${ofRegistries}
    union all
    select outbox.cause from registry
    join outbox on outbox.cause >= 'sms:' || registry.id || ':' and outbox.cause < 'sms:' || registry.id || ';'
    where outbox.state <> 'sent' and ${ofRegistries}`.execute(db)
  return rows.map(({ cause }) => cause)
}

/**
 * Deletes a person from all guest lists, by the key of their address (R125); answers whose lists they were on, and what
 * names their letters, and where letters and text messages went.
 */
export async function deleteGuestsOfAddress(
  tx: Db,
  key: string,
): Promise<{ registryIds: number[]; causes: string[]; recipients: string[] }> {
  const { rows: letters } = await sql<{ cause: string }>`
    select invitation.cause from guest join invitation on guest_id = guest.id where email_key = ${key}
    union all
    select outbox.cause from guest
    cross join unnest(array['reply-kept:', 'guest-reply:']) as about
    join outbox on outbox.cause >= about || guest.id || ':' and outbox.cause < about || guest.id || ';'
    where email_key = ${key}`.execute(tx)
  const guests = await tx
    .deleteFrom('guest')
    .where('email_key', '=', key)
    .returning(['registry_id', 'email', 'phone'])
    .execute()
  return {
    registryIds: guests.map(({ registry_id }) => registry_id),
    causes: letters.map(({ cause }) => cause),
    recipients: guests.flatMap(({ email, phone }) => [email ?? [], phone ?? []].flat()),
  }
}
