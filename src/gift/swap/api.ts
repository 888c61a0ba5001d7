import { AppError } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { giftForHost } from '../gift/access.ts'
import { changeLockedGift, recordGiftChange } from '../manage/service.ts'
import * as contract from './contract.ts'
import { findSubstitutes, swapGiftProduct } from './service.ts'

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
    await recordGiftChange(tx, locked.gift, 'gift_changed', ctx)
    return { gift_id: await swapGiftProduct(tx, locked, replacement, ctx) }
  })
}
