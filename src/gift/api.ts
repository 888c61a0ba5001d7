import type { ParsedOf } from '../base/endpoint.ts'
import { metaOf } from '../base/fields.ts'
import { inLanguage } from '../base/paths.ts'
import { allow, found, Refusal } from '../base/refusal.ts'
import { tileOf } from '../catalogue/rules.ts'
import { lockRegistry, type RegistryRow, registryByAddress, registryById } from '../registry/data.ts'
import { canView, mayEdit } from '../registry/rules.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Db } from '../server/tables.ts'
import type { CustomerVisit, Visit } from '../server/visit.ts'
import * as said from './contract.ts'
import * as data from './data.ts'
import {
  cardType,
  isHiddenFromGuests,
  lockedFields,
  lockOf,
  stateOf,
  statisticOf,
  stillOpen,
  unitsGiven,
} from './rules.ts'
import { addWishes } from './wishes.ts'

export const calls: Served[] = [
  serve(said.showGifts, listGifts),
  serve(said.showStatistic, countUnits),
  serve(said.addGifts, addGifts),
  serve(said.changeGift, changeGift),
  serve(said.removeGift, removeGift),
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

/** The gifts with what was given to each; what can't be bought any more is for the host's eyes. */
async function seenGifts(registry: RegistryRow, { db, customer, language, now }: Visit): Promise<SeenGift[]> {
  const gifts = await data.giftsOf(db, registry.id, language)
  const given = await data.standings(
    db,
    gifts.map(gift => gift.id),
    now,
  )
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

async function addGifts({ registry_id, products }: ParsedOf<typeof said.addGifts>, visit: CustomerVisit) {
  const { db, customer } = visit
  const registry = found(await registryByAddress(db, registry_id))
  allow(mayEdit(registry, customer))
  return db.transaction().execute(async tx => {
    found(await lockRegistry(tx, registry.id))
    const added = await addWishes(tx, registry, products)
    await visit.changed(tx, registry.id)
    return { added }
  })
}

async function changeGift(change: ParsedOf<typeof said.changeGift>, visit: CustomerVisit) {
  const { registryId } = await ownGift(change.gift_id, visit)
  await visit.db.transaction().execute(async tx => {
    const { wish, given } = await lockedGift(tx, change.gift_id, visit)
    const isGroup = change.is_group_gifting ?? wish.isGroup
    const fields = lockedFields(wish, given, { quantity: change.quantity, isGroup })
    if (Object.keys(fields).length > 0) throw new Refusal('gift_locked', 409, { fields })
    await data.updateGift(tx, change.gift_id, {
      quantity: isGroup ? 1 : change.quantity,
      is_group: isGroup,
      must_have: change.must_have,
      note: change.note === '' ? null : change.note,
    })
    await visit.changed(tx, registryId)
  })
  return {}
}

async function removeGift({ gift_id }: { gift_id: number }, visit: CustomerVisit) {
  const { registryId } = await ownGift(gift_id, visit)
  await visit.db.transaction().execute(async tx => {
    const lock = lockOf((await lockedGift(tx, gift_id, visit)).given)
    if (lock) throw new Refusal(lock, 409)
    await data.updateGift(tx, gift_id, { removed_at: visit.now })
    await visit.changed(tx, registryId)
  })
  return {}
}

/** Where the caller's own gift stands; anyone else's is missing to him. */
async function ownGift(id: number, { db, customer, language }: CustomerVisit) {
  const gift = found(await data.giftById(db, id, language))
  const registry = found(await registryById(db, gift.registry_id))
  allow(mayEdit(registry, customer))
  return { registryId: registry.id }
}

/** The gift and what was given to it, with everyone else waiting until the transaction ends. */
async function lockedGift(tx: Db, id: number, { language, now }: CustomerVisit) {
  await data.lockGift(tx, id)
  const gift = found(await data.giftById(tx, id, language))
  const given = (await data.standings(tx, [id], now)).get(id) ?? data.nothingGiven
  return { wish: wishOf(gift), given }
}
