import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { findCustomerById } from '../account/customer/customer.sql.ts'
import { orNotFound } from '../base/app-error.ts'
import { hourMs } from '../base/durations.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { paths } from '../base/paths.ts'
import { readEventTypes } from '../registry/event-type.ts'
import { hostNames } from '../registry/registry.rules.ts'
import { findRegistryById, lockRegistry, type RegistryRow } from '../registry/registry.sql.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { findRow, findRows, updateRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { loadInvitationContent } from './content.ts'
import { findRegistryOfInvitedLink, loadEventDetails } from './day.ts'
import { checkGuestCapacity, type GuestRow, insertGuests } from './guests.ts'
import { createLinkToken, limitLinkAttempts, verifyLinkToken } from './link-token.ts'
import * as contract from './reply.contract.ts'
import { isDayCapReached, upsertSuppressionEntry } from './unsubscribe.ts'

export const calls: Handler[] = [
  handle(contract.showGuestInvitation, showGuestInvitation),
  handle(contract.recordInvitationOpened, recordInvitationOpened),
  handle(contract.sendReply, sendReply),
  handle(contract.showInvitedDay, showInvitedDay),
  handle(contract.replyAsInvited, replyAsInvited),
]

async function showGuestInvitation(
  { token }: { token: string },
  ctx: RequestContext,
): Promise<contract.GuestInvitationView> {
  const { guest, registry } = await guestForReplyLink(token, ctx)
  return {
    guest: { ...guest, coming: guest.coming_count, word: guest.reply_message },
    look: await loadInvitationContent(ctx.db, registry.id),
    details: await loadEventDetails(ctx.db, registry.id),
    registry: {
      ...(await describeEvent(registry, ctx)),
      id: registry.code,
      photo: registry.photo && registry.privacy !== 'private' ? paths.image(registry.photo) : null,
      shown: registry.privacy !== 'private',
    },
  }
}

/** Whose event it is, of what kind, when, and the place that everybody may know. */
async function describeEvent(registry: RegistryRow, ctx: RequestContext) {
  const types = await readEventTypes(ctx)
  const type = types.find(({ slug }) => slug === registry.event_type)
  return {
    registry_name: registry.registry_name,
    hosts: hostNames(registry),
    type: type?.name ?? '',
    ...(type && { host_kind: type.host_kind }),
    registry_date: registry.event_day,
    event_place: registry.event_place,
  }
}

async function recordInvitationOpened({ token }: { token: string }, ctx: RequestContext) {
  const { guest } = await guestForReplyLink(token, ctx)
  await updateRows(ctx.db, 'guest', { set: { opened_at: ctx.now }, where: { id: guest.id, opened_at: null } })
  return {}
}

/** Replies of one guest (R709). */
const maxRepliesPerHour = 20

async function sendReply({ token, ...input }: ParsedOf<typeof contract.sendReply>, ctx: RequestContext) {
  const { guest, registry } = await guestForReplyLink(token, ctx)
  await ctx.rateLimit(`reply:${guest.id}`, maxRepliesPerHour, 3600)
  const columns = toReplyColumns(input)
  await ctx.db.transaction().execute(async tx => {
    const before = orNotFound(await lockGuest(tx, guest.id))
    await updateRows(tx, 'guest', {
      set: { ...columns, replied_at: ctx.now, opened_at: before.opened_at ?? ctx.now },
      where: { id: guest.id, registry_id: registry.id },
    })
    const { reply, coming_count, reply_message } = before
    if (isDeepStrictEqual(columns, { reply, coming_count, reply_message })) return
    const replied = { guest: { ...before, ...columns }, registry }
    await emailReplyToHost(tx, replied, ctx)
    await emailReplyConfirmation(tx, replied, ctx)
  })
  return {}
}

function toReplyColumns({ reply, coming = 0, word }: Omit<ReplyInput, 'token'>) {
  return { reply, coming_count: reply === 'coming' ? coming : 0, reply_message: word ?? null }
}
type ReplyInput = ParsedOf<typeof contract.sendReply>

async function showInvitedDay(
  { token }: { token: string },
  ctx: RequestContext,
): Promise<contract.InvitedDay> {
  const registry = await registryForInvitedLink(token, ctx)
  return {
    details: await loadEventDetails(ctx.db, registry.id),
    look: await loadInvitationContent(ctx.db, registry.id),
    registry: {
      ...(await describeEvent(registry, ctx)),
      id: registry.privacy === 'private' ? null : registry.code,
    },
  }
}

/** Replies by one registry's link for the invited, which anybody may have passed on. */
const maxInvitedRepliesPerHour = 120
/** For so long (ms) the same reply under the same name counts as another press of the same button. */
const sameReplyMs = hourMs

/**
 * A reply by the registry's own link makes a guest of who gives it; what they wrote before within the hour, word for word,
 * is that reply. It never touches a guest who was invited by name: a name is no proof.
 */
async function replyAsInvited(
  { token, name, ...input }: ParsedOf<typeof contract.replyAsInvited>,
  ctx: RequestContext,
) {
  const { id } = await registryForInvitedLink(token, ctx)
  await ctx.rateLimit(`invited-reply:${id}`, maxInvitedRepliesPerHour, 3600)
  const { language, now } = ctx
  const columns = { ...toReplyColumns(input), registry_id: id, name, email: null }
  return ctx.db.transaction().execute(async tx => {
    // Two at once would both find room on the list, or be the same person twice.
    const registry = orNotFound(await lockRegistry(tx, id))
    const since = new Date(now.getTime() - sameReplyMs)
    // Guests of the list were made before they replied: an equal name and answer is another person's.
    const same = await findRows(tx, 'guest', { where: { ...columns, replied_at: { '>': since } } })
    let guest = same.find(one => one.created_at.getTime() === one.replied_at?.getTime())
    if (!guest) {
      await checkGuestCapacity(tx, id, 1)
      const people = Math.max(1, columns.coming_count)
      const values = { ...columns, language, people, created_at: now, replied_at: now, opened_at: now }
      guest = orNotFound((await insertGuests(tx, [values]))[0])
      await emailReplyToHost(tx, { guest, registry }, ctx)
    }
    return { token: createLinkToken('reply', guest.id, ctx.config, now) }
  })
}

/** The registry of its link for the invited. Throws `refused_missing` 404 for a wrong link, or one that its hosts ended. */
async function registryForInvitedLink(token: string, ctx: RequestContext): Promise<RegistryRow> {
  await limitLinkAttempts(ctx)
  return orNotFound(await findRegistryOfInvitedLink(token, ctx))
}

/** Locks a guest until the transaction ends, so that two replies at once take turns. */
async function lockGuest(tx: Db, id: number): Promise<GuestRow | undefined> {
  return tx.selectFrom('guest').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

interface GuestReply {
  guest: GuestRow
  registry: RegistryRow
}

/** Tells the owner of the registry, in their account's language. */
async function emailReplyToHost(
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
async function emailReplyConfirmation(
  tx: Db,
  { guest, registry }: GuestReply,
  ctx: RequestContext,
): Promise<void> {
  const { config, now, language } = ctx
  if (guest.email === null) return
  const { isSuppressed, digest } = await upsertSuppressionEntry(tx, guest.email, ctx)
  if (isSuppressed || (await isDayCapReached(`reply-kept:${digest}`, maxConfirmationsPerDay, ctx))) return
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

/** Without it, whoever has a reply link could fill the mailbox of a stranger. */
const maxConfirmationsPerDay = 5

/** The guest of a reply link with their registry (R709). Throws `refused_missing` 404 for a wrong link. */
async function guestForReplyLink(token: string, ctx: RequestContext): Promise<GuestReply> {
  await limitLinkAttempts(ctx)
  const id = orNotFound(verifyLinkToken('reply', token, ctx.config, ctx.now))
  const guest = orNotFound(await findRow(ctx.db, 'guest', { id }))
  return { guest, registry: orNotFound(await findRegistryById(ctx.db, guest.registry_id)) }
}
