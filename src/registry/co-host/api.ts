import { createHash } from 'node:crypto'
import { AppError, authorize, orNotFound } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext, RequestContext } from '../../server/context/request-context.ts'
import { addHistoryEntry, findLatestHistoryEntries, type HistoryEvent } from '../history/data.ts'
import { registryForHost, registryForOwner } from '../registry/access.ts'
import { findEventTypes, lockRegistry } from '../registry/data.ts'
import { isOwner } from '../registry/rules.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'

export const calls: Handler[] = [
  handle(contract.showRegistryHosts, showHosts),
  handle(contract.inviteCoHost, invite),
  handle(contract.removeCoHost, remove),
  handle(contract.showCoHostInvitation, showInvitation),
  handle(contract.acceptCoHost, accept),
]

const lettersPerDay = 10
const lettersToOnePerDay = 3
const changesShown = 20

async function showHosts({ id }: { id: string }, ctx: CustomerContext) {
  const { db, customer, now } = ctx
  const registry = await registryForHost(id, ctx)
  const owner = await data.findHost(db, registry.customer_id)
  const coHost = await data.findHost(db, registry.co_host_id)
  const invited = await data.findOpenCoHostInvitation(db, registry.id, now)
  const changes = await findLatestHistoryEntries(db, registry.id, changesShown, ctx.language)
  return {
    is_owner: isOwner(registry, customer),
    owner: owner?.name ?? '',
    co_host: coHost ? { name: `${coHost.name} ${coHost.surname}`, email: coHost.email } : null,
    invited: invited ? { email: invited.email, until: invited.expires_at.toISOString() } : null,
    changes: changes.map(change => ({ ...change, at: change.at.toISOString() })),
  }
}

async function invite({ id, email }: ParsedOf<typeof contract.inviteCoHost>, ctx: CustomerContext) {
  const { db, customer, now } = ctx
  const registry = await registryForOwner(id, ctx)
  authorize(registry.co_host_id === null, 'hosting_co_host_stands', 409)
  if (email.toLowerCase() === customer.email.toLowerCase()) throw wrongEmail()
  await ctx.rateLimit(`co-host:${customer.id}`, lettersPerDay, 86_400)
  await ctx.rateLimit(`co-host-to:${email.toLowerCase()}`, lettersToOnePerDay, 86_400)
  const { token, hash } = ctx.createSessionToken()
  await db.transaction().execute(async tx => {
    orNotFound(await lockRegistry(tx, registry.id))
    await data.saveCoHostInvitation(tx, {
      registry_id: registry.id,
      email,
      token_hash: hash,
      invited_by: customer.id,
      now,
    })
    await note(tx, registry.id, 'co_host_asked', ctx, email)
    await ctx.enqueueEmail(tx, {
      cause: `co-host:${hash.toString('base64url')}`,
      template: 'co-host-asked',
      language: ctx.language,
      to: email,
      props: { token, registry_name: registry.registry_name, host: customer.name },
    })
  })
  return {}
}

const wrongEmail = () => new AppError('refused_fields', 422, { fields: { email: 'hosting_co_host_self' } })

async function remove({ id }: { id: string }, ctx: CustomerContext) {
  const { db } = ctx
  const registry = await registryForHost(id, ctx)
  const coHost = await data.findHost(db, registry.co_host_id)
  await db.transaction().execute(async tx => {
    orNotFound(await lockRegistry(tx, registry.id))
    await data.deleteCoHostInvitation(tx, registry.id)
    await data.setCoHost(tx, registry.id, null)
    if (coHost) await note(tx, registry.id, 'co_host_left', ctx, coHost.name)
    await ctx.registryChanged(tx, registry.id)
  })
  return {}
}

async function showInvitation({ token }: { token: string }, ctx: RequestContext) {
  const { db, customer, language, now } = ctx
  await ctx.rateLimit(`co-host-link:${ctx.address}`, 120, 3600)
  const registry = orNotFound(await data.findRegistryByInvitationToken(db, hashOf(token), now))
  const owner = await data.findHost(db, registry.customer_id)
  const type = orNotFound(
    (await findEventTypes(db, language)).find(({ slug }) => slug === registry.event_type),
  )
  return {
    registry_name: registry.registry_name,
    type: type.slug,
    type_name: type.name,
    host: owner?.name ?? '',
    own_id: isOwner(registry, customer) ? registry.code : null,
  }
}

async function accept({ token }: { token: string }, ctx: CustomerContext) {
  const { db, customer, now } = ctx
  const registry = orNotFound(await data.findRegistryByInvitationToken(db, hashOf(token), now))
  authorize(!isOwner(registry, customer), 'hosting_co_host_own', 409)
  await db.transaction().execute(async tx => {
    const { co_host_id } = orNotFound(await lockRegistry(tx, registry.id))
    authorize(await data.redeemCoHostInvitation(tx, hashOf(token)))
    authorize(co_host_id === null || co_host_id === customer.id, 'hosting_co_host_stands', 409)
    await data.setCoHost(tx, registry.id, customer.id)
    await note(tx, registry.id, 'co_host_joined', ctx)
    await ctx.registryChanged(tx, registry.id)
    const owner = await data.findHost(tx, registry.customer_id)
    if (owner)
      await ctx.enqueueEmail(tx, {
        cause: `co-host-joined:${hashOf(token).toString('base64url')}`,
        template: 'co-host-joined',
        language: owner.language,
        to: owner.email,
        props: { id: registry.code, registry_name: registry.registry_name, name: customer.name },
      })
  })
  return { id: registry.code }
}

function note(
  tx: RequestContext['db'],
  registryId: number,
  what: HistoryEvent,
  { customer, now }: CustomerContext,
  about?: string,
) {
  return addHistoryEntry(tx, { registryId, customerId: customer.id, what, about, at: now })
}

/** Of a link only this is kept, as of a session. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
