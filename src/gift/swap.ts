import { sql } from 'kysely'
import { AppError } from '../base/app-error.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import type { Language } from '../base/language.ts'
import { tileColourOf } from '../catalogue/products.rules.ts'
import { addToHistory } from '../registry/history.sql.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext } from '../server/context/request-context.ts'
import type { ChosenOption } from '../server/postgres/columns.ts'
import type { Db } from '../server/postgres/tables.ts'
import { giftLockReason, giftStateOf, priceBandOf } from './gift.rules.ts'
import * as data from './gift.sql.ts'
import { giftForHost } from './gift.ts'
import { changeLockedGift, type LockedGift } from './manage.ts'
import * as contract from './swap.contract.ts'
import { assertSoldInOneOrder, type ChosenProduct, resolveChosenProducts } from './wish.ts'

export const calls: Handler[] = [
  handle(contract.showSubstitutes, showSubstitutes),
  handle(contract.swapGift, swapGift),
]

async function showSubstitutes(
  { gift_id, lang }: ParsedOf<typeof contract.showSubstitutes>,
  ctx: CustomerContext,
) {
  const { gift } = await giftForHost(ctx, gift_id)
  return findSubstitutes(ctx.db, gift, lang ?? ctx.language)
}

async function swapGift(
  { gift_id, ...replacement }: ParsedOf<typeof contract.swapGift>,
  ctx: CustomerContext,
) {
  return changeLockedGift(gift_id, ctx, async (tx, locked) => {
    if (locked.isSurprise) throw new AppError('gift_secret_locked', 409)
    await addToHistory(tx, locked.gift.registry_id, 'gift_changed', ctx, locked.gift.name)
    return { gift_id: await swapGiftProduct(tx, locked, replacement, ctx) }
  })
}

/**
 * Replaces the product of a gift that the shop no longer sells; place, note and must-have mark stay (R318). Returns
 * the id of the gift with the new product. A group gift changes its product and keeps its money; units already given
 * stay with the old product in a gift of their own. Throws `gift_still_there`, `gift_already_there`, `gift_is_held`
 * and `gift_not_available` 409, `refused_fields` 422.
 */
async function swapGiftProduct(
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
  // Answers for the former product don't apply to another.
  const said = { selected_options: JSON.stringify(selected_options), modifiers: '[]' }
  await data.updateGift(tx, id, { ...choice, ...said })
  await emit('giftSwapped', tx, { giftId: id })
  return id
}

async function swapUnits(
  tx: Db,
  gift: data.GiftWithProduct,
  { selected_options, isCard: _, least, asked: __, ...choice }: ChosenProduct,
  { given, isCard }: { given: data.GivenTotalsAndGivers; isCard: boolean },
  { now }: CustomerContext,
): Promise<number> {
  const takenUnits = given.units + given.reservedUnits
  // A gift card with money stays with it, and the whole quantity moves to the new card.
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

interface SubstituteRow extends Omit<contract.Substitute, 'tile' | 'selected_options'> {
  category_ids: number[]
  options: Record<Language, ChosenOption[]> | null
}

const maxSubstitutes = 6

/**
 * Products of the gift's type, in its categories and price band, available, and not on the registry yet (R318); of a
 * product with options its cheapest variant in the price band. Those that share most categories come first, then the
 * nearest price.
 */
async function findSubstitutes(
  db: Db,
  gift: data.GiftWithProduct,
  language: Language,
): Promise<contract.Substitute[]> {
  const band = priceBandOf(gift.price)
  // The highest band ends at infinity, which PostgreSQL's int can't hold.
  const to = Math.min(band.to, 2_000_000_000)
  const { rows } = await sql<SubstituteRow>`
    select product.id as product_id, coalesce(variant.id, 0) as variant_id, text.name, product.brand,
      product_image(product, variant) as image, product.category_ids, variant.options, offer.price
    from product
    left join lateral (
      select id from variant where product.has_options and variant.product_id = product.id and variant.available
        and product_price(product, variant) >= ${band.from} and product_price(product, variant) < ${to}
      order by variant.price_cents, variant.id limit 1) cheapest on true
    left join variant on variant.id = cheapest.id
    cross join lateral (select product_price(product, variant) as price) offer
    join product_text_in(${language}) text on text.product_id = product.id and text.name is not null
    where product.listed and product.available and not product.needs_file and product.type = ${gift.type}
      and product.category_ids && ${gift.category_ids}::int[] and product.id <> ${gift.product_id}
      and (variant.id is not null or not product.has_options)
      and product.min_quantity <= ${gift.is_group ? 1 : gift.quantity}
      and offer.price >= ${band.from} and offer.price < ${to}
      and not exists (select from gift present where present.registry_id = ${gift.registry_id}
        and present.product_id = product.id and present.removed_at is null)
    order by cardinality(array(
        select unnest(product.category_ids) intersect select unnest(${gift.category_ids}::int[]))) desc,
      abs(offer.price - ${gift.price}), product.id
    limit ${maxSubstitutes}`.execute(db)
  return rows.map(({ category_ids, options, ...row }) => ({
    ...row,
    tile: tileColourOf({ id: row.product_id, category_ids }),
    selected_options: options?.[language] ?? [],
  }))
}
