import type { JobContext } from '../../server/context/request-context.ts'
import { clearGivers } from '../hand-off/giver-data.ts'
import { unpaidGiversSince } from '../hand-off/giver-rules.ts'
import * as data from './data.ts'

/**
 * Clears name, e-mail and messages of up to `max` purchases that came to nothing, and of their hand-offs unless another
 * line of them counts. Answers how many.
 */
export async function clearVoidGivers({ db, now }: JobContext, max: number): Promise<number> {
  const before = unpaidGiversSince(now)
  return db.transaction().execute(async tx => {
    const handoffIds = await data.clearVoidPurchases(tx, before, max)
    await clearGivers(tx, data.ofNothing(handoffIds, before))
    return handoffIds.length
  })
}
