import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { allow, found, Refusal } from '../base/refusal.ts'
import { lockRegistry, type RegistryRow, registryByAddress, registryById } from '../registry/data.ts'
import { type Changed, noteChange } from '../registry/history-data.ts'
import { mayEdit } from '../registry/rules.ts'
import { isSecret } from '../registry/surprise-rules.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Db } from '../server/tables.ts'
import type { CustomerVisit } from '../server/visit.ts'
import * as said from './contract.ts'
import * as data from './data.ts'
import { cardType, lockedFields, lockOf, moved, secretFields, type Wish } from './rules.ts'
import { showSubstitutes, swap } from './swap.ts'
import { addWishes } from './wishes.ts'

/** What hosts do to their gifts. */
export const calls: Served[] = [
  serve(said.addGifts, addGifts),
  serve(said.changeGift, changeGift),
  serve(said.moveGift, moveGift),
  serve(said.removeGift, removeGift),
  serve(said.showSubstitutes, async (input, visit) => {
    const { gift } = await ownGift(input.gift_id, visit)
    return showSubstitutes(gift, { ...visit, language: input.lang ?? visit.language })
  }),
  serve(said.swapGift, swapGift),
]

async function addGifts({ registry_id, products }: ParsedOf<typeof said.addGifts>, visit: CustomerVisit) {
  const { db, customer } = visit
  const registry = found(await registryByAddress(db, registry_id))
  allow(mayEdit(registry, customer))
  return locked(registry.id, visit, async tx => {
    const added = await addWishes(tx, registry, products)
    for (const { id } of added) {
      const gift = found(await data.giftById(tx, id, visit.language))
      await note(tx, gift, 'gift_added', visit)
    }
    return { added }
  })
}

async function changeGift(change: ParsedOf<typeof said.changeGift>, visit: CustomerVisit) {
  return changing(change.gift_id, visit, async (tx, { gift, wish, given, secret }) => {
    const isGroup = change.is_group_gifting ?? wish.isGroup
    const wanted = { quantity: change.quantity, isGroup }
    const fields = secret ? secretFields(wish, wanted) : lockedFields(wish, given, wanted)
    if (Object.keys(fields).length > 0) throw new Refusal('gift_locked', 409, { fields })
    await data.updateGift(tx, gift.id, {
      quantity: isGroup ? 1 : change.quantity,
      is_group: isGroup,
      must_have: change.must_have,
      note: change.note === '' ? null : change.note,
    })
    await note(tx, gift, 'gift_changed', visit)
    return {}
  })
}

/** Two tabs or two hosts at once: each move is made in the order that stands at its turn. */
async function moveGift({ gift_id, before, place }: ParsedOf<typeof said.moveGift>, visit: CustomerVisit) {
  return changing(gift_id, visit, async (tx, { gift }) => {
    const ids = await data.giftOrder(tx, gift.registry_id)
    if (place === undefined && before !== undefined && !ids.includes(before))
      throw new Refusal('gift_order_changed', 409)
    const order = before === gift_id ? ids : moved(ids, gift_id, { before, place })
    await data.writeOrder(tx, order)
    await note(tx, gift, 'gifts_ordered', visit)
    return { place: order.indexOf(gift_id) + 1, of: order.length }
  })
}

async function removeGift({ gift_id }: { gift_id: number }, visit: CustomerVisit) {
  return changing(gift_id, visit, async (tx, { gift, given, secret }) => {
    const lock = secret ? 'gift_secret_locked' : lockOf(given)
    if (lock) throw new Refusal(lock, 409)
    await data.updateGift(tx, gift_id, { removed_at: visit.now })
    await note(tx, gift, 'gift_removed', visit)
    return {}
  })
}

async function swapGift({ gift_id, ...by }: ParsedOf<typeof said.swapGift>, visit: CustomerVisit) {
  return changing(gift_id, visit, async (tx, standing) => {
    if (standing.secret) throw new Refusal('gift_secret_locked', 409)
    await note(tx, standing.gift, 'gift_changed', visit)
    return { gift_id: await swap(tx, standing, by, visit) }
  })
}

/** A gift as it stands while nobody else can change it, or give to it. */
export interface Standing {
  gift: data.ListedGift
  wish: Wish
  given: data.Standing
  /** Its hosts want to be surprised. */
  secret: boolean
}

/** Changes the caller's own gift in a transaction that everyone else who changes or gives to it waits for. */
async function changing<T>(
  giftId: number,
  visit: CustomerVisit,
  change: (tx: Db, standing: Standing) => Promise<T>,
): Promise<T> {
  const { registry } = await ownGift(giftId, visit)
  const { language, now } = visit
  return locked(registry.id, visit, async (tx, registry) => {
    const gift = found(await data.giftById(tx, giftId, language))
    const given = (await data.standings(tx, [giftId], now)).get(giftId) ?? data.nothingGiven
    const isCard = gift.type === cardType
    const wish = { quantity: gift.quantity, isGroup: gift.is_group, isCard, price: gift.price }
    return change(tx, { gift, wish, given, secret: isSecret(registry, dayInAthens(now)) })
  })
}

async function locked<T>(
  registryId: number,
  { db, changed }: CustomerVisit,
  work: (tx: Db, registry: RegistryRow) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async tx => {
    const done = await work(tx, found(await lockRegistry(tx, registryId)))
    await changed(tx, registryId)
    return done
  })
}

/** Which of the hosts did what to which gift. */
async function note(
  tx: Db,
  { registry_id, name }: data.ListedGift,
  what: Changed,
  { customer, now }: CustomerVisit,
): Promise<void> {
  await noteChange(tx, { registryId: registry_id, customerId: customer.id, what, about: name, at: now })
}

/** The caller's own gift and its registry; anyone else's is missing to him. */
async function ownGift(
  id: number,
  { db, customer, language }: CustomerVisit,
): Promise<{ gift: data.ListedGift; registry: RegistryRow }> {
  const gift = found(await data.giftById(db, id, language))
  const registry = found(await registryById(db, gift.registry_id))
  allow(mayEdit(registry, customer))
  return { gift, registry }
}
