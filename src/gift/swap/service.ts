import { AppError } from '../../base/app-error.ts'
import { tileColourOf } from '../../catalogue/products/rules.ts'
import type { CustomerContext, RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { Substitute } from '../gift/contract.ts'
import * as data from '../gift/data.ts'
import { giftLockReason, giftStateOf, priceBandOf, priceBandRange } from '../gift/rules.ts'
import type { LockedGift } from '../manage/api.ts'
import { type ChosenProduct, resolveChosenProducts } from '../wish/service.ts'
import { findSubstituteRows } from './data.ts'

const substitutesMost = 6

/** What could take the gift's place: of its categories, in its price band. */
export async function findSubstitutes(
  gift: data.GiftWithProduct,
  { db, language }: Pick<RequestContext, 'db' | 'language'>,
): Promise<Substitute[]> {
  const rows = await findSubstituteRows(
    db,
    gift,
    priceBandRange(priceBandOf(gift.price)),
    language,
    substitutesMost,
  )
  return rows.map(({ category_ids, options, ...row }) => ({
    ...row,
    tile: tileColourOf({ id: row.product_id, category_ids }),
    selected_options: (options?.[language] ?? []).map(({ option, value }) => ({ option, value })),
  }))
}

/**
 * Puts another product in the place of one that the shop no longer sells, keeping place, note and mark; answers the
 * gift that stands there now. A group gift changes its product and keeps its money. Units already given stay with the
 * old product: only what is still wished for moves on. Throws `gift_still_there`, `gift_already_there` and
 * `gift_not_available` (409), `refused_fields` 422.
 */
export async function swapGiftProduct(
  tx: Db,
  { gift, wish, given }: LockedGift,
  by: { product_id: number; variant_id?: number | undefined },
  ctx: CustomerContext,
): Promise<number> {
  if (giftStateOf(wish, given, gift.available) !== 'unavailable') throw new AppError('gift_still_there', 409)
  const [choice] = await resolveChosenProducts(tx, [{ ...by, field: '' }])
  if (!choice) throw new AppError('gift_not_available', 409)
  if (await data.findGiftByProduct(tx, gift.registry_id, choice.product_id, choice.variant_id))
    throw new AppError('gift_already_there', 409)
  return wish.isGroup
    ? swapGroup(tx, gift, choice, ctx)
    : swapUnits(tx, gift, choice, { given, isCard: wish.isCard === true }, ctx)
}

async function swapGroup(
  tx: Db,
  { id }: data.GiftWithProduct,
  { selected_options, isCard: _, ...choice }: ChosenProduct,
  { emit }: CustomerContext,
): Promise<number> {
  await data.updateGift(tx, id, { ...choice, selected_options: JSON.stringify(selected_options) })
  await emit('giftSwapped', tx, { giftId: id })
  return id
}

async function swapUnits(
  tx: Db,
  gift: data.GiftWithProduct,
  { selected_options, isCard: _, ...choice }: ChosenProduct,
  { given, isCard }: { given: data.GivenTotalsAndGivers; isCard: boolean },
  { now }: CustomerContext,
): Promise<number> {
  const covered = given.units + given.heldUnits
  // Gift cards take money as often as guests like: one that did stays, and its wish moves on whole.
  const left = isCard ? gift.quantity : gift.quantity - covered
  if (left <= 0) throw new AppError('gift_is_held', 409)
  if (!giftLockReason(given)) await data.updateGift(tx, gift.id, { removed_at: now })
  else if (!isCard) await data.updateGift(tx, gift.id, { quantity: covered })
  const { id } = await data.insertGift(tx, {
    ...choice,
    selected_options: JSON.stringify(selected_options),
    registry_id: gift.registry_id,
    quantity: left,
    is_group: false,
    note: gift.note,
    must_have: gift.must_have,
    position: gift.position,
  })
  return id
}
