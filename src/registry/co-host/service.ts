import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { addHistoryEntry } from '../history/data.ts'
import { lockRegistry } from '../registry/data.ts'
import * as data from './data.ts'

/**
 * When the e-mail's owner takes an account over from a stranger who had registered with it: whom that stranger asked to
 * be co-host is none any more, and the links that were sent end (R118).
 */
export async function endCoHostingOfAccount(
  tx: Db,
  { customerId }: { customerId: number },
  ctx: JobContext,
): Promise<void> {
  for (const id of await data.findSharedRegistryIds(tx, customerId)) {
    const registry = await lockRegistry(tx, id)
    const coHost = await data.findHost(tx, registry?.co_host_id ?? null)
    await data.deleteCoHostInvitation(tx, id)
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
