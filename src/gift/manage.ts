import { AppError, orNotFound, throwFieldErrors } from '../base/app-error.ts'
import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import type { HostAnswer } from '../base/shop-modifiers.ts'
import { addToHistory } from '../registry/history.sql.ts'
import type { RegistryRow } from '../registry/registry.sql.ts'
import { lockRegistryFor } from '../registry/registry.ts'
import { isSurpriseActive } from '../registry/surprise.rules.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext } from '../server/context/request-context.ts'
import { findRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import {
  giftLockReason,
  moveInOrder,
  validateGiftChange,
  validateOrderQuantity,
  validateSurpriseGiftChange,
  type Wish,
  wishOf,
} from './gift.rules.ts'
import * as data from './gift.sql.ts'
import { giftForHost } from './gift.ts'
import * as contract from './manage.contract.ts'
import { areSameAnswers, type HostInput, parseHostAnswers } from './modifier.rules.ts'

export const calls: Handler[] = [
  handle(contract.changeGift, changeGift),
  handle(contract.moveGift, moveGift),
  handle(contract.removeGift, removeGift),
]

async function changeGift(input: ParsedOf<typeof contract.changeGift>, ctx: CustomerContext) {
  return changeLockedGift(input.gift_id, ctx, async (tx, { gift, wish, given, isSurprise }) => {
    const isGroup = input.is_group_gifting ?? wish.isGroup
    const change = { quantity: input.quantity, isGroup }
    const fields = isSurprise
      ? validateSurpriseGiftChange(wish, change)
      : validateGiftChange(wish, given, change)
    const answers = changedAnswers(gift, input.modifiers ?? [])
    const answersLock = isSurprise ? 'gift_secret_locked' : giftLockReason(given) && 'gift_answers_locked'
    if (answers && answersLock) fields.modifiers = answersLock
    if (Object.keys(fields).length > 0) throw new AppError('gift_locked', 409, { fields })
    const taken = isSurprise ? 0 : given.units + given.reservedUnits
    throwFieldErrors(validateOrderQuantity(gift, change, taken))
    await data.updateGift(tx, gift.id, {
      quantity: isGroup ? 1 : input.quantity,
      is_group: isGroup,
      must_have: input.must_have,
      note: input.note === '' ? null : input.note,
      ...(answers && { modifiers: JSON.stringify(answers) }),
    })
    await addToHistory(tx, gift.registry_id, 'gift_changed', ctx, gift.name)
    return {}
  })
}

/** The host's new answers to the shop's questions (R322); null when they are unchanged. Throws `refused_fields` 422. */
function changedAnswers(gift: data.GiftWithProduct, input: HostInput[]): HostAnswer[] | null {
  if (input.length === 0) return null
  const { answers, errors } = parseHostAnswers(gift.product_modifiers, input)
  throwFieldErrors(Object.fromEntries(Object.entries(errors).map(([id, key]) => [`modifiers.${id}`, key])))
  return areSameAnswers(answers, gift.modifiers) ? null : answers
}

/** Reads the order under the registry's lock, so that concurrent moves all count. */
async function moveGift(
  { gift_id, before, place }: ParsedOf<typeof contract.moveGift>,
  ctx: CustomerContext,
) {
  return changeLockedGift(gift_id, ctx, async (tx, { gift }) => {
    const gifts = await findRows(tx, 'gift', {
      where: { registry_id: gift.registry_id, removed_at: null },
      columns: ['id'],
      orderBy: ['position', 'id'],
    })
    const ids = gifts.map(({ id }) => id)
    if (place === undefined && before !== undefined && !ids.includes(before))
      throw new AppError('gift_order_changed', 409)
    const order = before === gift_id ? ids : moveInOrder(ids, gift_id, { before, place })
    await data.updateGiftOrder(tx, gift.registry_id, order)
    await addToHistory(tx, gift.registry_id, 'gifts_ordered', ctx, gift.name)
    return { place: order.indexOf(gift_id) + 1, of: order.length }
  })
}

async function removeGift({ gift_id }: { gift_id: number }, ctx: CustomerContext) {
  return changeLockedGift(gift_id, ctx, async (tx, { gift, given, isSurprise }) => {
    const lockReason = isSurprise ? 'gift_secret_locked' : giftLockReason(given)
    if (lockReason) throw new AppError(lockReason, 409)
    await data.updateGift(tx, gift_id, { removed_at: ctx.now })
    await addToHistory(tx, gift.registry_id, 'gift_removed', ctx, gift.name)
    return {}
  })
}

/** A gift whose registry is locked, so that nobody else changes it or gives towards it. */
export interface LockedGift {
  gift: data.GiftWithProduct
  wish: Wish
  given: data.GivenTotalsAndGivers
  isSurprise: boolean
}

/**
 * Runs a change of the host's own gift in a transaction with the registry locked, then raises the registry's version.
 * Throws `refused_missing` 404 for somebody else's gift.
 */
export async function changeLockedGift<T>(
  giftId: number,
  ctx: CustomerContext,
  change: (tx: Db, locked: LockedGift) => Promise<T>,
): Promise<T> {
  const { registry } = await giftForHost(ctx, giftId)
  const { language, now } = ctx
  return changeLockedRegistry(registry.id, ctx, async (tx, lockedRegistry) => {
    const gift = orNotFound(await data.findGiftById(tx, giftId, language))
    const given = (await data.sumGivenByGift(tx, [giftId], now)).get(giftId) ?? data.nothingGiven
    const isSurprise = isSurpriseActive(lockedRegistry, dayInAthens(now))
    return change(tx, { gift, wish: wishOf(gift), given, isSurprise })
  })
}

/** Runs a change of a registry's gifts in a transaction with the registry locked, then raises its version. */
export async function changeLockedRegistry<T>(
  registryId: number,
  ctx: CustomerContext,
  change: (tx: Db, registry: RegistryRow) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction().execute(async tx => {
    const result = await change(tx, await lockRegistryFor(tx, ctx, registryId, 'edit'))
    await ctx.registryChanged(tx, registryId)
    return result
  })
}
