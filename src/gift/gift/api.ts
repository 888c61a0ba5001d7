import { authorize, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { metaOf } from '../../base/fields.ts'
import { withLanguage } from '../../base/paths.ts'
import { tileColourOf } from '../../catalogue/products/rules.ts'
import { findRegistryByCodeOrSlug, type RegistryRow } from '../../registry/registry/data.ts'
import { canEdit, canView } from '../../registry/registry/rules.ts'
import { isSurpriseFor } from '../../registry/surprise/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { calls as changes } from '../manage/api.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import {
  calculateGiftStatistics,
  calculateOpenAmounts,
  countGivenUnits,
  giftCardType,
  giftStateOf,
  isHiddenFromGuests,
} from './rules.ts'

export const calls: Handler[] = [
  handle(contract.showGifts, listGifts),
  handle(contract.showGiftStatistics, countUnits),
  ...changes,
]

async function listGifts(input: ParsedOf<typeof contract.showGifts>, asked: RequestContext) {
  const ctx = { ...asked, language: input.lang ?? asked.language }
  const registry = await viewable(input.registry_id, ctx)
  const all = await seenGifts(registry, ctx)
  const cards = all.filter(gift => gift.type === giftCardType).map(gift => gift.product_id)
  const amounts = await data.findGiftCardAmounts(ctx.db, cards)
  const from = (input.page - 1) * contract.giftsPerPage
  return {
    data: all
      .slice(from, from + contract.giftsPerPage)
      .map(gift => viewOf(gift, ctx, amounts.get(gift.product_id))),
    meta: metaOf(input.page, contract.giftsPerPage, all.length),
  }
}

async function countUnits({ registry_id }: { registry_id: string }, ctx: RequestContext) {
  const registry = await viewable(registry_id, ctx)
  const gifts = await seenGifts(registry, ctx)
  return calculateGiftStatistics(gifts.map(gift => ({ ...wishOf(gift), given: gift.standing })))
}

/** A registry that this visitor may see; a hidden one is missing to him. */
async function viewable(address: string, { db, customer }: RequestContext): Promise<RegistryRow> {
  const registry = orNotFound(await findRegistryByCodeOrSlug(db, address))
  authorize(canView(registry, customer))
  return registry
}

type SeenGift = data.GiftWithProduct & {
  standing: data.GivenTotalsAndGivers
  state: contract.GiftView['state']
}

/**
 * The gifts with what was given to each, which hosts who want to be surprised don't learn; what can't be bought any
 * more is for the host's eyes.
 */
async function seenGifts(
  registry: RegistryRow,
  { db, customer, language, now }: RequestContext,
): Promise<SeenGift[]> {
  const gifts = await data.findRegistryGifts(db, registry.id, language)
  const isHidden = isSurpriseFor(registry, customer, dayInAthens(now))
  const given = await data.sumGivenByGift(db, isHidden ? [] : gifts.map(gift => gift.id), now)
  const seen = gifts.map(gift => {
    const standing = given.get(gift.id) ?? data.nothingGiven
    return { ...gift, standing, state: giftStateOf(wishOf(gift), standing, gift.available) }
  })
  return seen.filter(gift => canEdit(registry, customer) || !isHiddenFromGuests(gift.state))
}

function wishOf(gift: data.GiftWithProduct) {
  const isCard = gift.type === giftCardType
  return { quantity: gift.quantity, isGroup: gift.is_group, isCard, price: gift.price }
}

function viewOf(
  gift: SeenGift,
  { config, language }: RequestContext,
  amounts: number[] | undefined,
): contract.GiftView {
  const { standing } = gift
  const open = calculateOpenAmounts(wishOf(gift), standing)
  return {
    id: gift.id,
    product_id: gift.product_id,
    variant_id: gift.variant_id,
    sku: gift.sku,
    name: gift.name,
    brand: gift.brand,
    image: gift.image,
    url: withLanguage(`${config.SHOP_STOREFRONT_URL ?? '/shop'}${gift.path}`, language),
    tile: tileColourOf({ id: gift.product_id, category_ids: gift.category_ids }),
    type: gift.type,
    quantity: gift.quantity,
    how_many_sale: countGivenUnits(wishOf(gift), standing),
    is_group_gifting: gift.is_group,
    price: gift.price,
    selected_options: gift.options?.[language] ?? [],
    note: gift.note,
    must_have: gift.must_have,
    collected: standing.cents,
    remaining: open.remaining,
    givers: standing.givers,
    held_units: standing.heldUnits,
    held: standing.heldCents,
    open_units: open.units,
    open_amount: open.cents,
    ...(amounts && { amounts }),
    state: gift.state,
  }
}
