import { findRegistryGifts } from '../../gift/gift/data.ts'
import { nothingGiven, sumGivenByGift } from '../../gift/gift/given-data.ts'
import { calculateOpenAmounts, giftCardType } from '../../gift/gift/rules.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { CollectedMoney } from '../collected/contract.ts'

/** Group gifts that could take money in, with the cents that each still takes after reservations. */
export async function findTransferTargets(
  registryId: number,
  { db, language, now }: Pick<RequestContext, 'db' | 'language' | 'now'>,
): Promise<CollectedMoney['targets']> {
  const gifts = (await findRegistryGifts(db, registryId, language)).filter(
    gift => gift.is_group && gift.available && gift.type !== giftCardType,
  )
  const given = await sumGivenByGift(
    db,
    gifts.map(gift => gift.id),
    now,
  )
  return gifts.flatMap(({ id, name, price }) => {
    const wish = { quantity: 1, isGroup: true, price }
    const open = calculateOpenAmounts(wish, given.get(id) ?? nothingGiven).cents
    return open > 0 ? [{ id, name, open }] : []
  })
}
