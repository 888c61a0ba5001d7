import { AppError, authorize, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { addHistoryEntry, type HistoryEvent } from '../../registry/history/data.ts'
import {
  findRegistryByCodeOrSlug,
  findRegistryById,
  lockRegistry,
  type RegistryRow,
} from '../../registry/registry/data.ts'
import { canEdit } from '../../registry/registry/rules.ts'
import { isSurpriseActive } from '../../registry/surprise/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import * as contract from '../gift/contract.ts'
import * as data from '../gift/data.ts'
import {
  giftCardType,
  giftLockReason,
  moveInOrder,
  validateGiftChange,
  validateSurpriseGiftChange,
  type Wish,
} from '../gift/rules.ts'
import { findSubstitutes, swapGiftProduct } from '../swap/service.ts'
import { addWishedProducts } from '../wish/service.ts'

/** What hosts do to their gifts. */
export const calls: Handler[] = [
  handle(contract.addGifts, addGifts),
  handle(contract.changeGift, changeGift),
  handle(contract.moveGift, moveGift),
  handle(contract.removeGift, removeGift),
  handle(contract.showSubstitutes, async (input, ctx) => {
    const { gift } = await ownGift(input.gift_id, ctx)
    return findSubstitutes(gift, { ...ctx, language: input.lang ?? ctx.language })
  }),
  handle(contract.swapGift, swapGift),
]

async function addGifts({ registry_id, products }: ParsedOf<typeof contract.addGifts>, ctx: CustomerContext) {
  const { db, customer } = ctx
  const registry = orNotFound(await findRegistryByCodeOrSlug(db, registry_id))
  authorize(canEdit(registry, customer))
  return locked(registry.id, ctx, async tx => {
    const added = await addWishedProducts(tx, registry, products)
    for (const { id } of added) {
      const gift = orNotFound(await data.findGiftById(tx, id, ctx.language))
      await note(tx, gift, 'gift_added', ctx)
    }
    return { added }
  })
}

async function changeGift(change: ParsedOf<typeof contract.changeGift>, ctx: CustomerContext) {
  return changing(change.gift_id, ctx, async (tx, { gift, wish, given, isSurprise }) => {
    const isGroup = change.is_group_gifting ?? wish.isGroup
    const wanted = { quantity: change.quantity, isGroup }
    const fields = isSurprise
      ? validateSurpriseGiftChange(wish, wanted)
      : validateGiftChange(wish, given, wanted)
    if (Object.keys(fields).length > 0) throw new AppError('gift_locked', 409, { fields })
    await data.updateGift(tx, gift.id, {
      quantity: isGroup ? 1 : change.quantity,
      is_group: isGroup,
      must_have: change.must_have,
      note: change.note === '' ? null : change.note,
    })
    await note(tx, gift, 'gift_changed', ctx)
    return {}
  })
}

/** Two tabs or two hosts at once: each move is made in the order that stands at its turn. */
async function moveGift(
  { gift_id, before, place }: ParsedOf<typeof contract.moveGift>,
  ctx: CustomerContext,
) {
  return changing(gift_id, ctx, async (tx, { gift }) => {
    const ids = await data.findGiftIdsInOrder(tx, gift.registry_id)
    if (place === undefined && before !== undefined && !ids.includes(before))
      throw new AppError('gift_order_changed', 409)
    const order = before === gift_id ? ids : moveInOrder(ids, gift_id, { before, place })
    await data.updateGiftOrder(tx, order)
    await note(tx, gift, 'gifts_ordered', ctx)
    return { place: order.indexOf(gift_id) + 1, of: order.length }
  })
}

async function removeGift({ gift_id }: { gift_id: number }, ctx: CustomerContext) {
  return changing(gift_id, ctx, async (tx, { gift, given, isSurprise }) => {
    const lock = isSurprise ? 'gift_secret_locked' : giftLockReason(given)
    if (lock) throw new AppError(lock, 409)
    await data.updateGift(tx, gift_id, { removed_at: ctx.now })
    await note(tx, gift, 'gift_removed', ctx)
    return {}
  })
}

async function swapGift({ gift_id, ...by }: ParsedOf<typeof contract.swapGift>, ctx: CustomerContext) {
  return changing(gift_id, ctx, async (tx, standing) => {
    if (standing.isSurprise) throw new AppError('gift_secret_locked', 409)
    await note(tx, standing.gift, 'gift_changed', ctx)
    return { gift_id: await swapGiftProduct(tx, standing, by, ctx) }
  })
}

/** A gift as it stands while nobody else can change it, or give to it. */
export interface LockedGift {
  gift: data.GiftWithProduct
  wish: Wish
  given: data.GivenTotalsAndGivers
  /** Its hosts want to be surprised. */
  isSurprise: boolean
}

/** Changes the caller's own gift in a transaction that everyone else who changes or gives to it waits for. */
async function changing<T>(
  giftId: number,
  ctx: CustomerContext,
  change: (tx: Db, standing: LockedGift) => Promise<T>,
): Promise<T> {
  const { registry } = await ownGift(giftId, ctx)
  const { language, now } = ctx
  return locked(registry.id, ctx, async (tx, registry) => {
    const gift = orNotFound(await data.findGiftById(tx, giftId, language))
    const given = (await data.sumGivenByGift(tx, [giftId], now)).get(giftId) ?? data.nothingGiven
    const isCard = gift.type === giftCardType
    const wish = { quantity: gift.quantity, isGroup: gift.is_group, isCard, price: gift.price }
    return change(tx, { gift, wish, given, isSurprise: isSurpriseActive(registry, dayInAthens(now)) })
  })
}

async function locked<T>(
  registryId: number,
  { db, registryChanged }: CustomerContext,
  work: (tx: Db, registry: RegistryRow) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async tx => {
    const done = await work(tx, orNotFound(await lockRegistry(tx, registryId)))
    await registryChanged(tx, registryId)
    return done
  })
}

/** Which of the hosts did what to which gift. */
async function note(
  tx: Db,
  { registry_id, name }: data.GiftWithProduct,
  what: HistoryEvent,
  { customer, now }: CustomerContext,
): Promise<void> {
  await addHistoryEntry(tx, { registryId: registry_id, customerId: customer.id, what, about: name, at: now })
}

/** The caller's own gift and its registry; anyone else's is missing to him. */
async function ownGift(
  id: number,
  { db, customer, language }: CustomerContext,
): Promise<{ gift: data.GiftWithProduct; registry: RegistryRow }> {
  const gift = orNotFound(await data.findGiftById(db, id, language))
  const registry = orNotFound(await findRegistryById(db, gift.registry_id))
  authorize(canEdit(registry, customer))
  return { gift, registry }
}
