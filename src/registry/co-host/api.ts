import { tellOfProtectedAct } from '../../account/email-change/owner-letter-service.ts'
import { requireConfirmedSender } from '../../account/email-confirmation/access.ts'
import {
  consumeLink,
  createLinkCode,
  endLinks,
  findOpenLink,
  issueLink,
  type OneTimeLink,
} from '../../account/link/service.ts'
import { requireFreshProof } from '../../account/proof/access.ts'
import { lockSession } from '../../account/session/data.ts'
import { authorize, orNotFound, throwFieldErrors } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext, RequestContext } from '../../server/context/request-context.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { addHistoryEntry, findLatestHistoryEntries, type HistoryEvent } from '../history/data.ts'
import { lockRegistryFor, readEventTypes, registryFor } from '../registry/access.ts'
import { lockRegistry, type RegistryRow } from '../registry/data.ts'
import { findHostKind } from '../registry/event-type-data.ts'
import { isOwner } from '../registry/rules.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'

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
  const owner = await data.findHost(db, registry.customer_id)
  const coHost = await data.findHost(db, registry.co_host_id)
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
  const { code: token, hash } = createLinkCode()
  const expires_at = new Date(now.getTime() + data.coHostInvitationDays * 86_400_000)
  await db.transaction().execute(async tx => {
    // A session that is being revoked gives nothing any more: whoever revokes waits, or was first.
    authorize(await lockSession(tx, ctx.session), 'refused_signin', 401)
    const registry = await lockRegistryFor(tx, ctx, id, 'own')
    authorize(registry.co_host_id === null, 'hosting_co_host_stands', 409)
    await issueLink(tx, { kind: 'co_host', subject_id: id, hash, email, expires_at })
    await addToHistory(tx, id, 'co_host_asked', ctx, email)
    await ctx.recordSecurityEvent({ kind: 'co_host_changed', registryId: id, about: 'invited' }, tx)
    const isEnqueued = await ctx.enqueueEmail(tx, {
      cause: `co-host:${hash.toString('base64url')}`,
      template: 'co-host-asked',
      language: ctx.language,
      to: email,
      props: { token, registry_name: registry.registry_name, host: customer.name },
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
    const coHost = await data.findHost(tx, registry.co_host_id)
    await endLinks(tx, 'co_host', id)
    await data.setCoHost(tx, id, null)
    if (coHost) await addToHistory(tx, id, 'co_host_left', ctx, coHost.name)
    await ctx.recordSecurityEvent({ kind: 'co_host_changed', registryId: id, about: 'left' }, tx)
    await ctx.registryChanged(tx, id)
  })
  return {}
}

async function showInvitation({ token }: { token: string }, ctx: RequestContext) {
  const { db, customer } = ctx
  await ctx.rateLimit(`co-host-link:${ctx.address}`, linkViewsPerHour, 3600)
  const { registry } = await findInvitation(token, ctx)
  const owner = await data.findHost(db, registry.customer_id)
  const type = orNotFound((await readEventTypes(ctx)).find(({ slug }) => slug === registry.event_type))
  return {
    registry_name: registry.registry_name,
    type: type.slug,
    type_name: type.name,
    host: owner?.name ?? '',
    own_id: isOwner(registry, customer) ? registry.code : null,
  }
}

/** The registry of an open link, which was not removed meanwhile. Throws `refused_missing` 404. */
async function findInvitation(
  token: string,
  { db, now }: RequestContext,
): Promise<{ link: OneTimeLink; registry: RegistryRow }> {
  const open = await findOpenLink(db, 'co_host', token, now)
  const link = orNotFound(open)
  return {
    link,
    registry: orNotFound(await findRow(db, 'registry', { id: link.subject_id, removed_at: null })),
  }
}

async function acceptInvitation({ token }: { token: string }, ctx: CustomerContext) {
  const { db, customer, now } = ctx
  const { registry, link } = await findInvitation(token, ctx)
  authorize(!isOwner(registry, customer), 'hosting_co_host_own', 409)
  await db.transaction().execute(async tx => {
    const { co_host_id } = orNotFound(await lockRegistry(tx, registry.id))
    authorize(await consumeLink(tx, link, now))
    authorize(co_host_id === null || co_host_id === customer.id, 'hosting_co_host_stands', 409)
    await data.setCoHost(tx, registry.id, customer.id)
    await addToHistory(tx, registry.id, 'co_host_joined', ctx)
    const event = { kind: 'co_host_changed', registryId: registry.id, about: 'joined' } as const
    await ctx.recordSecurityEvent(event, tx)
    await ctx.registryChanged(tx, registry.id)
    const owner = await data.findHost(tx, registry.customer_id)
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

function addToHistory(
  tx: Db,
  registryId: number,
  what: HistoryEvent,
  { customer, now }: CustomerContext,
  about?: string,
) {
  return addHistoryEntry(tx, { registryId, customerId: customer.id, what, about, at: now })
}
