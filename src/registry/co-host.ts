import { tellOfProtectedAct } from '../account/email-change/email-change.ts'
import { requireConfirmedSender } from '../account/email-confirmation.ts'
import {
  consumeLink,
  createLinkCode,
  endAllLinks,
  endLinks,
  findOpenLink,
  issueLink,
  type OneTimeLink,
} from '../account/link.ts'
import { requireFreshProof } from '../account/proof/proof.ts'
import { newCoHostDays } from '../account/revocation.rules.ts'
import { lockSession } from '../account/session.ts'
import { authorize, orNotFound, throwFieldErrors } from '../base/app-error.ts'
import { dayMs } from '../base/durations.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import type { RevokedRight } from '../server/backup/erasure-log.ts'
import type { DomainEvents } from '../server/context/domain-events.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext, JobContext, RequestContext } from '../server/context/request-context.ts'
import { findRow } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import * as contract from './co-host.contract.ts'
import { findHostKind, readEventTypes } from './event-type.ts'
import { addToHistory, findLatestHistoryEntries } from './history.sql.ts'
import { isOwner } from './registry.rules.ts'
import { lockRegistry, type RegistryRow, updateRegistryRow } from './registry.sql.ts'
import { lockRegistryFor, registryFor } from './registry.ts'
import { changeAddress } from './slug.ts'

export const calls: Handler[] = [
  handle(contract.showRegistryHosts, showHosts),
  handle(contract.inviteCoHost, inviteCoHost),
  handle(contract.removeCoHost, removeCoHost),
  handle(contract.showCoHostInvitation, showInvitation),
  handle(contract.acceptCoHost, acceptInvitation),
]

const invitationsPerDay = 10
const invitationsPerAddressAndDay = 3
const linkViewsPerHour = 120
const historyEntriesShown = 20

async function showHosts({ id }: { id: string }, ctx: CustomerContext) {
  const { db, customer, now } = ctx
  const registry = await registryFor(ctx, id, 'edit')
  const owner = await findHost(db, registry.customer_id)
  const coHost = await findHost(db, registry.co_host_id)
  const isOpen = {
    kind: 'co_host',
    subject_id: registry.id,
    used_at: null,
    expires_at: { '>': now },
  } as const
  const invited = await findRow(db, 'link', isOpen, ['email', 'expires_at'])
  const changes = await findLatestHistoryEntries(db, registry.id, historyEntriesShown, ctx.language)
  return {
    is_owner: isOwner(registry, customer),
    owner: owner?.name ?? '',
    co_host: coHost ? { name: `${coHost.name} ${coHost.surname}`, email: coHost.email } : null,
    invited: invited ? { email: invited.email ?? '', until: invited.expires_at.toISOString() } : null,
    changes: changes.map(change => ({ ...change, at: change.at.toISOString() })),
  }
}

async function inviteCoHost(
  { id: address, email }: ParsedOf<typeof contract.inviteCoHost>,
  ctx: CustomerContext,
) {
  const { db, customer, now } = ctx
  const { id, co_host_id } = await registryFor(ctx, address, 'own')
  authorize(co_host_id === null, 'hosting_co_host_stands', 409)
  requireConfirmedSender(ctx)
  await requireFreshProof(ctx)
  const isSelf = email.toLowerCase() === customer.email.toLowerCase()
  throwFieldErrors(isSelf ? { email: 'hosting_co_host_self' } : {})
  await ctx.rateLimit(`co-host:${customer.id}`, invitationsPerDay, 86_400)
  await ctx.rateLimit(`co-host-to:${email.toLowerCase()}`, invitationsPerAddressAndDay, 86_400)
  const { code, hash } = createLinkCode()
  const expires_at = new Date(now.getTime() + coHostInvitationDays * dayMs)
  await db.transaction().execute(async tx => {
    await lockSession(tx, ctx)
    const registry = await lockRegistryFor(tx, ctx, id, 'own')
    authorize(registry.co_host_id === null, 'hosting_co_host_stands', 409)
    await issueLink(tx, { kind: 'co_host', subject_id: id, hash, email, expires_at })
    await addToHistory(tx, id, 'co_host_asked', ctx, email)
    await ctx.recordSecurityEvent({ kind: 'co_host_changed', registryId: id, about: 'invited' }, tx)
    const isEnqueued = await ctx.enqueueEmail(tx, {
      cause: `co-host:${registry.code}:${hash.toString('base64url')}`,
      template: 'co-host-asked',
      language: ctx.language,
      to: email,
      props: { code, registry_name: registry.registry_name, host: customer.name },
    })
    authorize(isEnqueued, 'refused_often', 429)
    await tellOfProtectedAct(tx, { owner: customer, act: 'co_host_asked', registry }, ctx)
  })
  return {}
}

async function removeCoHost({ id: address }: { id: string }, ctx: CustomerContext) {
  const { id } = await registryFor(ctx, address, 'edit')
  await ctx.db.transaction().execute(async tx => {
    const registry = await lockRegistryFor(tx, ctx, id, 'edit')
    const coHost = await findHost(tx, registry.co_host_id)
    await endLinks(tx, 'co_host', id)
    await setCoHost(tx, id, null)
    if (coHost) await addToHistory(tx, id, 'co_host_left', ctx, coHost.name)
    await ctx.recordSecurityEvent({ kind: 'co_host_changed', registryId: id, about: 'left' }, tx)
    await ctx.registryChanged(tx, id)
  })
  return {}
}

async function showInvitation({ code }: { code: string }, ctx: RequestContext) {
  const { db, customer } = ctx
  await ctx.rateLimit(`co-host-link:${ctx.address}`, linkViewsPerHour, 3600)
  const { registry } = await findInvitation(code, ctx)
  const owner = await findHost(db, registry.customer_id)
  const type = orNotFound((await readEventTypes(ctx)).find(({ slug }) => slug === registry.event_type))
  return {
    registry_name: registry.registry_name,
    type: type.slug,
    type_name: type.name,
    host: owner?.name ?? '',
    own_id: isOwner(registry, customer) ? registry.code : null,
  }
}

/** Throws `refused_missing` 404 unless the link is open and its registry exists. */
async function findInvitation(
  code: string,
  { db, now }: RequestContext,
): Promise<{ link: OneTimeLink; registry: RegistryRow }> {
  const link = orNotFound(await findOpenLink(db, 'co_host', code, now))
  return {
    link,
    registry: orNotFound(await findRow(db, 'registry', { id: link.subject_id, removed_at: null })),
  }
}

async function acceptInvitation({ code }: { code: string }, ctx: CustomerContext) {
  const { db, customer, now } = ctx
  const { registry, link } = await findInvitation(code, ctx)
  authorize(!isOwner(registry, customer), 'hosting_co_host_own', 409)
  await db.transaction().execute(async tx => {
    const { co_host_id } = orNotFound(await lockRegistry(tx, registry.id))
    authorize(await consumeLink(tx, link, now))
    authorize(co_host_id === null || co_host_id === customer.id, 'hosting_co_host_stands', 409)
    await setCoHost(tx, registry.id, customer.id)
    await addToHistory(tx, registry.id, 'co_host_joined', ctx)
    const event = { kind: 'co_host_changed', registryId: registry.id, about: 'joined' } as const
    await ctx.recordSecurityEvent(event, tx)
    await ctx.registryChanged(tx, registry.id)
    const owner = await findHost(tx, registry.customer_id)
    if (!owner) return
    await ctx.enqueueEmail(tx, {
      cause: `co-host-joined:${link.hash.toString('base64url')}`,
      template: 'co-host-joined',
      language: owner.language,
      to: owner.email,
      props: {
        id: registry.code,
        registry_name: registry.registry_name,
        name: customer.name,
        host_kind: await findHostKind(tx, registry.event_type),
      },
    })
  })
  return { id: registry.code }
}

/** Ends invitations and co-hosting, as far as the revocation covers them (R1220): a stranger may have invited somebody. */
export async function endCoHosting(
  tx: Db,
  { customerId, ends }: DomainEvents['rightsRevoked'],
  ctx: JobContext,
): Promise<void> {
  const newSince = new Date(ctx.now.getTime() - newCoHostDays * dayMs)
  for (const id of await findSharedRegistryIds(tx, customerId)) {
    const registry = await lockRegistry(tx, id)
    if (ends.includes('invitations of co-hosts')) await endLinks(tx, 'co_host', id)
    const coHostId = registry?.co_host_id ?? null
    if (coHostId === null) continue
    const kind = (await hasJoinedSince(tx, id, coHostId, newSince)) ? 'new co-hosts' : 'co-hosts'
    if (!ends.includes(kind)) continue
    const coHost = await findHost(tx, coHostId)
    await setCoHost(tx, id, null)
    const owner = { customer: { id: customerId }, now: ctx.now }
    if (coHost) await addToHistory(tx, id, 'co_host_left', owner, coHost.name)
    await ctx.recordSecurityEvent({ kind: 'co_host_changed', customerId, registryId: id, about: 'left' }, tx)
    await ctx.registryChanged(tx, id)
  }
}

/** After a restore from a backup (R1261): ends co-hosting, and hides registries, as that had happened since the backup. */
export async function endRestoredRegistryRights(tx: Db, revoked: RevokedRight[]): Promise<void> {
  await endAllLinks(tx, 'co_host')
  for (const { kind, about, registry: id } of revoked) {
    if (id === undefined) continue
    if (kind === 'co_host_changed') await setCoHost(tx, id, null)
    if (kind !== 'registry_hidden') continue
    if (about === 'find') await updateRegistryRow(tx, id, { searchable: false })
    else if (about === 'private' || about === 'shareable') await closeRestoredRegistry(tx, id, about)
  }
}

/** Hides the registry, with its address changed as if a host had hidden it (R1206). */
async function closeRestoredRegistry(tx: Db, id: number, privacy: 'private' | 'shareable'): Promise<void> {
  const registry = await lockRegistry(tx, id)
  if (!registry) return
  await changeAddress(tx, { id: registry.code, registry_status: privacy }, registry)
  await updateRegistryRow(tx, id, { privacy, search_engines: false })
}

/** An invitation to be co-host is valid for 14 days (R219). */
const coHostInvitationDays = 14

async function findHost(db: Db, customerId: number | null) {
  if (customerId === null) return undefined
  return findRow(db, 'customer', { id: customerId }, ['name', 'surname', 'email', 'language'])
}

/** The registries of an owner that have a co-host or an invitation link, in lock order. */
async function findSharedRegistryIds(tx: Db, ownerId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('registry')
    .leftJoin('link', join =>
      join.onRef('link.subject_id', '=', 'registry.id').on('link.kind', '=', 'co_host'),
    )
    .select('registry.id')
    .where('registry.customer_id', '=', ownerId)
    .where(({ eb, or }) => or([eb('co_host_id', 'is not', null), eb('link.hash', 'is not', null)]))
    .orderBy('registry.id')
    .execute()
  return rows.map(({ id }) => id)
}

async function hasJoinedSince(tx: Db, registryId: number, coHostId: number, since: Date): Promise<boolean> {
  const joined = {
    registry_id: registryId,
    customer_id: coHostId,
    what: 'co_host_joined',
    at: { '>=': since },
  } as const
  return (await findRow(tx, 'registry_change', joined, ['id'])) !== undefined
}

async function setCoHost(tx: Db, registryId: number, customerId: number | null): Promise<void> {
  await tx.updateTable('registry').set({ co_host_id: customerId }).where('id', '=', registryId).execute()
}
