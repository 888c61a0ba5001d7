import { AppError, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import { findGiftById, updateGift } from '../../gift/gift/data.ts'
import { nothingGiven, sumGivenByGift } from '../../gift/gift/given-data.ts'
import { giftLockReason } from '../../gift/gift/rules.ts'
import { lockRegistry } from '../../registry/registry/data.ts'
import { isSurpriseActive } from '../../registry/surprise/rules.ts'
import type { ActionRun } from './service.ts'

/** Takes a gift off for a host on the telephone, by the rules of hosts (R309, R222, R974). */
export const giftRemoval: ActionRun<{ gift: number }, null> = {
  findRegistryId: async (db, { gift }) =>
    gift === undefined ? undefined : (await findGiftById(db, gift, 'en'))?.registry_id,
  read: async () => null,
  async look(tx, { gift: id }, _, ctx) {
    const { registry_id: registryId } = orNotFound(await findGiftById(tx, id, ctx.language))
    const registry = orNotFound(await lockRegistry(tx, registryId))
    const gift = orNotFound(await findGiftById(tx, id, ctx.language))
    const given = (await sumGivenByGift(tx, [id], ctx.now)).get(id) ?? nothingGiven
    const isSurprise = isSurpriseActive(registry, dayInAthens(ctx.now))
    const lock = isSurprise ? 'gift_secret_locked' : giftLockReason(given)
    if (lock) throw new AppError(lock, 409)
    return {
      registryId,
      history: { what: 'shop_gift_removed', about: gift.name },
      before: { gift: gift.name, units: gift.quantity },
      after: { gift: null, units: 0 },
      async apply() {
        await updateGift(tx, id, { removed_at: ctx.now })
        await ctx.registryChanged(tx, registryId)
      },
    }
  },
}
