import { createHash } from 'node:crypto'
import type { ParsedOf } from '../base/endpoint.ts'
import { allow, found, Refusal } from '../base/refusal.ts'
import { type Served, serve } from '../server/serve.ts'
import type { CustomerVisit, Visit } from '../server/visit.ts'
import * as said from './co-host-contract.ts'
import * as data from './co-host-data.ts'
import { eventTypes, lockRegistry } from './data.ts'
import { type Changed, latestChanges, noteChange } from './history-data.ts'
import { hostRegistry, ownRegistry } from './hosting.ts'
import { isOwner } from './rules.ts'

export const calls: Served[] = [
  serve(said.registryHosts, showHosts),
  serve(said.inviteCoHost, invite),
  serve(said.removeCoHost, remove),
  serve(said.coHostInvitation, showInvitation),
  serve(said.acceptCoHost, accept),
]

const lettersPerDay = 10
const lettersToOnePerDay = 3
const changesShown = 20

async function showHosts({ id }: { id: string }, visit: CustomerVisit) {
  const { db, customer, now } = visit
  const registry = await hostRegistry(id, visit)
  const owner = await data.personOf(db, registry.customer_id)
  const coHost = await data.personOf(db, registry.co_host_id)
  const invited = await data.invitationFor(db, registry.id, now)
  const changes = await latestChanges(db, registry.id, changesShown, visit.language)
  return {
    is_owner: isOwner(registry, customer),
    owner: owner?.name ?? '',
    co_host: coHost ? { name: `${coHost.name} ${coHost.surname}`, email: coHost.email } : null,
    invited: invited ? { email: invited.email, until: invited.expires_at.toISOString() } : null,
    changes: changes.map(change => ({ ...change, at: change.at.toISOString() })),
  }
}

async function invite({ id, email }: ParsedOf<typeof said.inviteCoHost>, visit: CustomerVisit) {
  const { db, customer, now } = visit
  const registry = await ownRegistry(id, visit)
  allow(registry.co_host_id === null, 'hosting_co_host_stands', 409)
  if (email.toLowerCase() === customer.email.toLowerCase()) throw wrongEmail()
  await visit.limit(`co-host:${customer.id}`, lettersPerDay, 86_400)
  await visit.limit(`co-host-to:${email.toLowerCase()}`, lettersToOnePerDay, 86_400)
  const { token, hash } = visit.newToken()
  await db.transaction().execute(async tx => {
    found(await lockRegistry(tx, registry.id))
    await data.keepInvitation(tx, {
      registry_id: registry.id,
      email,
      token_hash: hash,
      invited_by: customer.id,
      now,
    })
    await note(tx, registry.id, 'co_host_asked', visit, email)
    await visit.post(tx, {
      cause: `co-host:${hash.toString('base64url')}`,
      template: 'co-host-asked',
      language: visit.language,
      to: email,
      props: { token, registry_name: registry.registry_name, host: customer.name },
    })
  })
  return {}
}

const wrongEmail = () => new Refusal('refused_fields', 422, { fields: { email: 'hosting_co_host_self' } })

async function remove({ id }: { id: string }, visit: CustomerVisit) {
  const { db } = visit
  const registry = await hostRegistry(id, visit)
  const coHost = await data.personOf(db, registry.co_host_id)
  await db.transaction().execute(async tx => {
    found(await lockRegistry(tx, registry.id))
    await data.dropInvitation(tx, registry.id)
    await data.setCoHost(tx, registry.id, null)
    if (coHost) await note(tx, registry.id, 'co_host_left', visit, coHost.name)
    await visit.changed(tx, registry.id)
  })
  return {}
}

async function showInvitation({ token }: { token: string }, visit: Visit) {
  const { db, customer, language, now } = visit
  await visit.limit(`co-host-link:${visit.address}`, 120, 3600)
  const registry = found(await data.invitedTo(db, hashOf(token), now))
  const owner = await data.personOf(db, registry.customer_id)
  const type = found((await eventTypes(db, language)).find(({ slug }) => slug === registry.event_type))
  return {
    registry_name: registry.registry_name,
    type: type.slug,
    type_name: type.name,
    host: owner?.name ?? '',
    own_id: isOwner(registry, customer) ? registry.code : null,
  }
}

async function accept({ token }: { token: string }, visit: CustomerVisit) {
  const { db, customer, now } = visit
  const registry = found(await data.invitedTo(db, hashOf(token), now))
  allow(!isOwner(registry, customer), 'hosting_co_host_own', 409)
  await db.transaction().execute(async tx => {
    const { co_host_id } = found(await lockRegistry(tx, registry.id))
    allow(await data.spendInvitation(tx, hashOf(token)))
    allow(co_host_id === null || co_host_id === customer.id, 'hosting_co_host_stands', 409)
    await data.setCoHost(tx, registry.id, customer.id)
    await note(tx, registry.id, 'co_host_joined', visit)
    await visit.changed(tx, registry.id)
    const owner = await data.personOf(tx, registry.customer_id)
    if (owner)
      await visit.post(tx, {
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
  tx: Visit['db'],
  registryId: number,
  what: Changed,
  { customer, now }: CustomerVisit,
  about?: string,
) {
  return noteChange(tx, { registryId, customerId: customer.id, what, about, at: now })
}

/** Of a link only this is kept, as of a session. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
