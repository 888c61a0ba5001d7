import { endAllLinks, endLinks } from '../../account/link/service.ts'
import { newCoHostDays } from '../../account/revocation/rules.ts'
import type { RevokedRight } from '../../server/backup/erasure-log.ts'
import type { DomainEvents, JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { addHistoryEntry } from '../history/data.ts'
import { lockRegistry, updateRegistryRow } from '../registry/data.ts'
import * as data from './data.ts'

/**
 * Ends the invitations that were sent for the account's registries, and the co-hosting that is of these kinds: whom a
 * stranger asked to be co-host is none any more (R1220).
 */
export async function endCoHosting(
  tx: Db,
  { customerId, ends }: DomainEvents['rightsRevoked'],
  ctx: JobContext,
): Promise<void> {
  const newSince = new Date(ctx.now.getTime() - newCoHostDays * 86_400_000)
  for (const id of await data.findSharedRegistryIds(tx, customerId)) {
    const registry = await lockRegistry(tx, id)
    if (ends.includes('invitations of co-hosts')) await endLinks(tx, 'co_host', id)
    const coHostId = registry?.co_host_id ?? null
    if (coHostId === null) continue
    const kind = (await data.hasJoinedSince(tx, id, coHostId, newSince)) ? 'new co-hosts' : 'co-hosts'
    if (!ends.includes(kind)) continue
    const coHost = await data.findHost(tx, coHostId)
    await data.setCoHost(tx, id, null)
    if (coHost) {
      const entry = {
        registryId: id,
        customerId,
        what: 'co_host_left',
        about: coHost.name,
        at: ctx.now,
      } as const
      await addHistoryEntry(tx, entry)
    }
    await ctx.recordSecurityEvent({ kind: 'co_host_changed', customerId, registryId: id, about: 'left' }, tx)
    await ctx.registryChanged(tx, id)
  }
}

/**
 * A restored backup has co-hosts who had left since, and registries as open as they were then (R1261): the co-hosts go
 * again, and what was hidden is hidden, until its hosts say otherwise.
 */
export async function endRestoredRegistryRights(tx: Db, revoked: RevokedRight[]): Promise<void> {
  await endAllLinks(tx, 'co_host')
  for (const { kind, about, registry: id } of revoked) {
    if (id === undefined) continue
    if (kind === 'co_host_changed') await data.setCoHost(tx, id, null)
    if (kind !== 'registry_hidden') continue
    if (about === 'find') await updateRegistryRow(tx, id, { searchable: false })
    else if (about === 'private' || about === 'shareable')
      await updateRegistryRow(tx, id, { privacy: about, search_engines: false })
  }
}
