import { Refusal } from '../base/refusal.ts'
import { tileOf } from '../catalogue/rules.ts'
import type { Db } from '../server/tables.ts'
import type { CustomerVisit, Visit } from '../server/visit.ts'
import type { Standing } from './changes.ts'
import type { Substitute } from './contract.ts'
import * as data from './data.ts'
import { bandOf, bandRange, lockOf, stateOf } from './rules.ts'
import { substitutesFor } from './swap-data.ts'
import { type Choice, choicesOf } from './wishes.ts'

const substitutesMost = 6

/** What could take the gift's place: of its categories, in its price band. */
export async function showSubstitutes(
  gift: data.ListedGift,
  { db, language }: Pick<Visit, 'db' | 'language'>,
): Promise<Substitute[]> {
  const rows = await substitutesFor(db, gift, bandRange(bandOf(gift.price)), language, substitutesMost)
  return rows.map(({ category_ids, options, ...row }) => ({
    ...row,
    tile: tileOf({ id: row.product_id, category_ids }),
    selected_options: (options?.[language] ?? []).map(({ option, value }) => ({ option, value })),
  }))
}

/**
 * Puts another product in the place of one that the shop no longer sells, keeping place, note and mark; answers the
 * gift that stands there now. A group gift changes its product and keeps its money. Units already given stay with the
 * old product: only what is still wished for moves on. Throws `gift_still_there`, `gift_already_there` and
 * `gift_not_available` (409), `refused_fields` 422.
 */
export async function swap(
  tx: Db,
  { gift, wish, given }: Standing,
  by: { product_id: number; variant_id?: number | undefined },
  visit: CustomerVisit,
): Promise<number> {
  if (stateOf(wish, given, gift.available) !== 'unavailable') throw new Refusal('gift_still_there', 409)
  const [choice] = await choicesOf(tx, [{ ...by, field: '' }])
  if (!choice) throw new Refusal('gift_not_available', 409)
  if (await data.giftOfProduct(tx, gift.registry_id, choice.product_id, choice.variant_id))
    throw new Refusal('gift_already_there', 409)
  return wish.isGroup
    ? swapGroup(tx, gift, choice, visit)
    : swapUnits(tx, gift, choice, { given, isCard: wish.isCard === true }, visit)
}

async function swapGroup(
  tx: Db,
  { id }: data.ListedGift,
  { selected_options, isCard: _, ...choice }: Choice,
  { tell }: CustomerVisit,
): Promise<number> {
  await data.updateGift(tx, id, { ...choice, selected_options: JSON.stringify(selected_options) })
  await tell('giftSwapped', tx, { giftId: id })
  return id
}

async function swapUnits(
  tx: Db,
  gift: data.ListedGift,
  { selected_options, isCard: _, ...choice }: Choice,
  { given, isCard }: { given: data.Standing; isCard: boolean },
  { now }: CustomerVisit,
): Promise<number> {
  const covered = given.units + given.heldUnits
  // Gift cards take money as often as guests like: one that did stays, and its wish moves on whole.
  const left = isCard ? gift.quantity : gift.quantity - covered
  if (left <= 0) throw new Refusal('gift_is_held', 409)
  if (!lockOf(given)) await data.updateGift(tx, gift.id, { removed_at: now })
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
