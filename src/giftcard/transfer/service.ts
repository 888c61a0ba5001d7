import type { Language } from '../../base/language.ts'
import { findRegistryGifts, nothingGiven, sumGivenByGift } from '../../gift/gift/data.ts'
import { calculateOpenAmounts, giftCardType } from '../../gift/gift/rules.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** Group gifts that could take money in, and how much each still takes after what is held. */
export async function transferTargets(
  registryId: number,
  { db, language, now }: { db: Db; language: Language; now: Date },
) {
  const gifts = (await findRegistryGifts(db, registryId, language)).filter(
    gift => gift.is_group && gift.available && gift.type !== giftCardType,
  )
  const given = await sumGivenByGift(
    db,
    gifts.map(gift => gift.id),
    now,
  )
  return gifts.flatMap(gift => {
    const wish = { quantity: 1, isGroup: true, price: gift.price }
    const open = calculateOpenAmounts(wish, given.get(gift.id) ?? nothingGiven).cents
    return open > 0 ? [{ id: gift.id, name: gift.name, open }] : []
  })
}
