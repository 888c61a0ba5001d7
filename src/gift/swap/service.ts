import { AppError } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import { tileColourOf } from '../../catalogue/products/rules.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import * as data from '../gift/data.ts'
import type { GivenTotalsAndGivers } from '../gift/given-data.ts'
import { priceBandOf } from '../gift/price-band-rules.ts'
import { giftLockReason, giftStateOf } from '../gift/rules.ts'
import type { LockedGift } from '../manage/service.ts'
import { assertSoldInOneOrder, type ChosenProduct, resolveChosenProducts } from '../wish/service.ts'
import type { Substitute } from './contract.ts'
import { findSubstituteRows } from './data.ts'

const maxSubstitutes = 6

/** What could replace the gift: products of its categories in its price band (R318). */
export async function findSubstitutes(
  db: Db,
  gift: data.GiftWithProduct,
  language: Language,
): Promise<Substitute[]> {
  const rows = await findSubstituteRows(db, gift, priceBandOf(gift.price), language, maxSubstitutes)
  return rows.map(({ category_ids, options, ...row }) => ({
    ...row,
    tile: tileColourOf({ id: row.product_id, category_ids }),
    selected_options: (options?.[language] ?? []).map(({ option, value }) => ({ option, value })),
  }))
}

/**
 * Replaces the product of a gift that the shop no longer sells; place, note and mark stay (R318). Returns the id of the
 * gift with the new product. A group gift changes its product and keeps its money; units already given stay with the
 * old product in a gift of their own. Throws `gift_still_there`, `gift_already_there`, `gift_is_held` and
 * `gift_not_available` 409, `refused_fields` 422.
 */
export async function swapGiftProduct(
  tx: Db,
  { gift, wish, given }: LockedGift,
  replacement: { product_id: number; variant_id?: number | undefined },
  ctx: CustomerContext,
): Promise<number> {
  if (giftStateOf(wish, given, gift.available) !== 'unavailable') throw new AppError('gift_still_there', 409)
  const [choice] = await resolveChosenProducts(tx, [{ ...replacement, fieldPrefix: '' }])
  if (!choice) throw new AppError('gift_not_available', 409)
  if (await data.findGiftByProduct(tx, gift.registry_id, choice.product_id, choice.variant_id))
    throw new AppError('gift_already_there', 409)
  await ctx.emit('productSwapped', tx, { productId: gift.product_id })
  return wish.isGroup
    ? swapGroupGift(tx, gift, choice, ctx)
    : swapUnits(tx, gift, choice, { given, isCard: wish.isCard === true }, ctx)
}

async function swapGroupGift(
  tx: Db,
  { id }: data.GiftWithProduct,
  { selected_options, isCard: _, least, asked: __, ...choice }: ChosenProduct,
  { emit }: CustomerContext,
): Promise<number> {
  assertSoldInOneOrder({ quantity: 1, is_group: true }, least, '')
  // What was said of the former product means nothing for another.
  const said = { selected_options: JSON.stringify(selected_options), modifiers: '[]' }
  await data.updateGift(tx, id, { ...choice, ...said })
  await emit('giftSwapped', tx, { giftId: id })
  return id
}

async function swapUnits(
  tx: Db,
  gift: data.GiftWithProduct,
  { selected_options, isCard: _, least, asked: __, ...choice }: ChosenProduct,
  { given, isCard }: { given: GivenTotalsAndGivers; isCard: boolean },
  { now }: CustomerContext,
): Promise<number> {
  const takenUnits = given.units + given.reservedUnits
  // Gift cards take money as often as guests like: a card with money stays, and the whole quantity moves to the new one.
  const unitsLeft = isCard ? gift.quantity : gift.quantity - takenUnits
  if (unitsLeft <= 0) throw new AppError('gift_is_held', 409)
  assertSoldInOneOrder({ quantity: unitsLeft, is_group: false }, least, '')
  if (!giftLockReason(given)) await data.updateGift(tx, gift.id, { removed_at: now })
  else if (!isCard) await data.updateGift(tx, gift.id, { quantity: takenUnits })
  const { id } = await data.insertGift(tx, {
    ...choice,
    selected_options: JSON.stringify(selected_options),
    registry_id: gift.registry_id,
    quantity: unitsLeft,
    is_group: false,
    note: gift.note,
    must_have: gift.must_have,
    position: gift.position,
  })
  return id
}
