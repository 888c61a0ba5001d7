import { orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import { addHistoryEntry, type HistoryEvent } from '../../registry/history/data.ts'
import { lockRegistryFor } from '../../registry/registry/access.ts'
import type { RegistryRow } from '../../registry/registry/data.ts'
import { isSurpriseActive } from '../../registry/surprise/rules.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { giftForHost } from '../gift/access.ts'
import * as data from '../gift/data.ts'
import { type GivenTotalsAndGivers, nothingGiven, sumGivenByGift } from '../gift/given-data.ts'
import { type Wish, wishOf } from '../gift/rules.ts'

/** A gift whose registry is locked: nobody else can change it or give towards it. */
export interface LockedGift {
  gift: data.GiftWithProduct
  wish: Wish
  given: GivenTotalsAndGivers
  /** Whether its hosts are in surprise mode. */
  isSurprise: boolean
}

/**
 * Runs a change of the host's own gift in a transaction with the registry locked, then raises the registry's version.
 * Throws `refused_missing` 404 for somebody else's gift.
 */
export async function changeLockedGift<T>(
  giftId: number,
  ctx: CustomerContext,
  change: (tx: Db, locked: LockedGift) => Promise<T>,
): Promise<T> {
  const { registry } = await giftForHost(ctx, giftId)
  const { language, now } = ctx
  return changeLockedRegistry(registry.id, ctx, async (tx, lockedRegistry) => {
    const gift = orNotFound(await data.findGiftById(tx, giftId, language))
    const given = (await sumGivenByGift(tx, [giftId], now)).get(giftId) ?? nothingGiven
    const isSurprise = isSurpriseActive(lockedRegistry, dayInAthens(now))
    return change(tx, { gift, wish: wishOf(gift), given, isSurprise })
  })
}

/** Runs a change of a registry's gifts in a transaction with the registry locked, then raises its version. */
export async function changeLockedRegistry<T>(
  registryId: number,
  ctx: CustomerContext,
  change: (tx: Db, registry: RegistryRow) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction().execute(async tx => {
    const result = await change(tx, await lockRegistryFor(tx, ctx, registryId, 'edit'))
    await ctx.registryChanged(tx, registryId)
    return result
  })
}

/** Adds to the registry's history which host did what to which gift (R220). */
export async function recordGiftChange(
  tx: Db,
  { registry_id, name }: data.GiftWithProduct,
  what: HistoryEvent,
  { customer, now }: CustomerContext,
): Promise<void> {
  await addHistoryEntry(tx, { registryId: registry_id, customerId: customer.id, what, about: name, at: now })
}
