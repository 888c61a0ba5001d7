import { lockRegistries } from '../../registry/registry/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { releaseOverdueOrders, tellStaffOfRelease } from '../orders/hold-service.ts'
import * as data from './data.ts'
import { deleteOldReservations } from './reservation-limit-service.ts'

/**
 * Releases reservations whose time is over (R412), and orders that were waited for as long as they may be (R515). Returns
 * how many registries had any.
 */
export async function releaseExpiredReservations(ctx: JobContext): Promise<number> {
  const { db, now, registryChanged, config } = ctx
  // After a clock was put back, no reservation may last longer than one that is made now.
  await data.shortenReservations(db, new Date(now.getTime() + config.HOLD_MINUTES * 60_000))
  await deleteOldReservations(db, now)
  const registryIds = await data.findRegistriesWithExpiredReservations(db, now)
  for (const id of registryIds)
    await db.transaction().execute(async tx => {
      await lockRegistries(tx, [id])
      for (const orderId of await data.expireReservations(tx, id, now))
        await tellStaffOfRelease(tx, { orderId, registryId: id, waited: 'checkout' }, ctx)
      await registryChanged(tx, id)
    })
  return registryIds.length + (await releaseOverdueOrders(ctx))
}
