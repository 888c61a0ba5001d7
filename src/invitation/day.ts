import type { ParsedOf } from '../base/endpoint.ts'
import { addHistoryEntry } from '../registry/history.sql.ts'
import { findRegistryById, type RegistryRow } from '../registry/registry.sql.ts'
import { lockRegistryFor, registryFor } from '../registry/registry.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext, RequestContext } from '../server/context/request-context.ts'
import { type SigningSecrets, signText, verifySignedText } from '../server/context/signing.ts'
import { findRow, saveRow } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import * as contract from './day.contract.ts'

export const calls: Handler[] = [
  handle(contract.showEventDetails, showEventDetails),
  handle(contract.saveEventDetails, saveEventDetails),
  handle(contract.renewInvitedLink, renewInvitedLink),
]

async function showEventDetails({ registry }: { registry: string }, ctx: CustomerContext) {
  const { id } = await registryFor(ctx, registry, 'edit')
  const details = await loadEventDetails(ctx.db, id)
  return { details, token: createInvitedToken(id, details.link_number, ctx.config) }
}

async function saveEventDetails(
  { registry_id, ...entered }: ParsedOf<typeof contract.saveEventDetails>,
  ctx: CustomerContext,
) {
  const registry = await registryFor(ctx, registry_id, 'edit')
  await ctx.db.transaction().execute(async tx => {
    await lockRegistryFor(tx, ctx, registry.id, 'edit')
    await saveRow(tx, 'event_details', ['registry_id'], {
      ...noDetails,
      ...entered,
      registry_id: registry.id,
      changed_at: ctx.now,
    })
    await addDayToHistory(tx, registry.id, ctx)
  })
  return {}
}

async function renewInvitedLink({ registry_id }: { registry_id: string }, ctx: CustomerContext) {
  const registry = await registryFor(ctx, registry_id, 'edit')
  const number = await ctx.db.transaction().execute(async tx => {
    await lockRegistryFor(tx, ctx, registry.id, 'edit')
    const { link_number } = await loadEventDetails(tx, registry.id)
    const next = { registry_id: registry.id, link_number: link_number + 1, changed_at: ctx.now }
    await saveRow(tx, 'event_details', ['registry_id'], next)
    await addDayToHistory(tx, registry.id, ctx)
    return next.link_number
  })
  return { token: createInvitedToken(registry.id, number, ctx.config) }
}

const addDayToHistory = (tx: Db, registryId: number, { customer, now }: CustomerContext) =>
  addHistoryEntry(tx, { registryId, customerId: customer.id, what: 'day', at: now })

const noDetails: contract.EventDetails = {
  start_hour: null,
  venue: null,
  party_hour: null,
  party_venue: null,
  dress: null,
  transport: null,
  more: null,
}

/** What the invited are told of the day, and the number of the link in use; nothing and 1 until hosts write anything. */
export async function loadEventDetails(
  db: Db,
  registryId: number,
): Promise<contract.EventDetails & { link_number: number }> {
  return (await findRow(db, 'event_details', { registry_id: registryId })) ?? { ...noDetails, link_number: 1 }
}

/** The token of a registry's link for the invited, the same each time until its hosts end it; it is stored nowhere. */
function createInvitedToken(registryId: number, linkNumber: number, secrets: SigningSecrets): string {
  return signText('invited link', `${registryId.toString(36)}-${linkNumber}`, secrets, null)
}

/** The registry of a link for the invited; undefined when the link is wrong or ended, or the registry is gone. */
export async function findRegistryOfInvitedLink(
  token: string,
  { db, config, now }: RequestContext,
): Promise<RegistryRow | undefined> {
  const [id = '', number] = (verifySignedText('invited link', token, config, now) ?? '').split('-')
  const registryId = Number.parseInt(id, 36)
  if (!registryId) return undefined
  const { link_number } = await loadEventDetails(db, registryId)
  return Number(number) === link_number ? findRegistryById(db, registryId) : undefined
}
