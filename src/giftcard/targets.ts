import type { Language } from '../base/language.ts'
import { giftsOf, nothingGiven, standings } from '../gift/data.ts'
import { cardType, stillOpen } from '../gift/rules.ts'
import type { Db } from '../server/tables.ts'

/** Group gifts that could take money in, and how much each still takes after what is held. */
export async function targetsOf(
  registryId: number,
  { db, language, now }: { db: Db; language: Language; now: Date },
) {
  const gifts = (await giftsOf(db, registryId, language)).filter(
    gift => gift.is_group && gift.available && gift.type !== cardType,
  )
  const given = await standings(
    db,
    gifts.map(gift => gift.id),
    now,
  )
  return gifts.flatMap(gift => {
    const wish = { quantity: 1, isGroup: true, price: gift.price }
    const open = stillOpen(wish, given.get(gift.id) ?? nothingGiven).cents
    return open > 0 ? [{ id: gift.id, name: gift.name, open }] : []
  })
}
