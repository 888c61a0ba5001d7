import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { metaOf } from '../base/fields.ts'
import { inLanguage } from '../base/paths.ts'
import { allow, found } from '../base/refusal.ts'
import { tileOf } from '../catalogue/rules.ts'
import { type RegistryRow, registryByAddress } from '../registry/data.ts'
import { canView, mayEdit } from '../registry/rules.ts'
import { isSecretTo } from '../registry/surprise-rules.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Visit } from '../server/visit.ts'
import { calls as changes } from './changes.ts'
import * as said from './contract.ts'
import * as data from './data.ts'
import { cardType, isHiddenFromGuests, stateOf, statisticOf, stillOpen, unitsGiven } from './rules.ts'

export const calls: Served[] = [
  serve(said.showGifts, listGifts),
  serve(said.showStatistic, countUnits),
  ...changes,
]

async function listGifts(input: ParsedOf<typeof said.showGifts>, asked: Visit) {
  const visit = { ...asked, language: input.lang ?? asked.language }
  const registry = await viewable(input.registry_id, visit)
  const all = await seenGifts(registry, visit)
  const cards = all.filter(gift => gift.type === cardType).map(gift => gift.product_id)
  const amounts = await data.cardAmounts(visit.db, cards)
  const from = (input.page - 1) * said.giftsPerPage
  return {
    data: all
      .slice(from, from + said.giftsPerPage)
      .map(gift => viewOf(gift, visit, amounts.get(gift.product_id))),
    meta: metaOf(input.page, said.giftsPerPage, all.length),
  }
}

async function countUnits({ registry_id }: { registry_id: string }, visit: Visit) {
  const registry = await viewable(registry_id, visit)
  const gifts = await seenGifts(registry, visit)
  return statisticOf(gifts.map(gift => ({ ...wishOf(gift), given: gift.standing })))
}

/** A registry that this visitor may see; a hidden one is missing to him. */
async function viewable(address: string, { db, customer }: Visit): Promise<RegistryRow> {
  const registry = found(await registryByAddress(db, address))
  allow(canView(registry, customer))
  return registry
}

type SeenGift = data.ListedGift & { standing: data.Standing; state: said.GiftView['state'] }

/**
 * The gifts with what was given to each, which hosts who want to be surprised don't learn; what can't be bought any
 * more is for the host's eyes.
 */
async function seenGifts(registry: RegistryRow, { db, customer, language, now }: Visit): Promise<SeenGift[]> {
  const gifts = await data.giftsOf(db, registry.id, language)
  const isHidden = isSecretTo(registry, customer, dayInAthens(now))
  const given = await data.standings(db, isHidden ? [] : gifts.map(gift => gift.id), now)
  const seen = gifts.map(gift => {
    const standing = given.get(gift.id) ?? data.nothingGiven
    return { ...gift, standing, state: stateOf(wishOf(gift), standing, gift.available) }
  })
  return seen.filter(gift => mayEdit(registry, customer) || !isHiddenFromGuests(gift.state))
}

function wishOf(gift: data.ListedGift) {
  const isCard = gift.type === cardType
  return { quantity: gift.quantity, isGroup: gift.is_group, isCard, price: gift.price }
}

function viewOf(gift: SeenGift, { config, language }: Visit, amounts: number[] | undefined): said.GiftView {
  const { standing } = gift
  const open = stillOpen(wishOf(gift), standing)
  return {
    id: gift.id,
    product_id: gift.product_id,
    variant_id: gift.variant_id,
    sku: gift.sku,
    name: gift.name,
    brand: gift.brand,
    image: gift.image,
    url: inLanguage(`${config.SHOP_STOREFRONT_URL ?? '/shop'}${gift.path}`, language),
    tile: tileOf({ id: gift.product_id, category_ids: gift.category_ids }),
    type: gift.type,
    quantity: gift.quantity,
    how_many_sale: unitsGiven(wishOf(gift), standing),
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
