import { AppError, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { lockRegistry } from '../../registry/registry/data.ts'
import { isRegistryOpen } from '../../registry/registry/rules.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { unitsLeftToOrder } from '../collected/api.ts'
import * as data from '../ledger/data.ts'
import {
  allocateAmount,
  availableFrom,
  calculateBalance,
  canTransfer,
  collectedGroupOf,
  type MoneySource,
} from '../ledger/rules.ts'
import { moneySourceOf, ownRegistryOfGifts } from '../payout/collect-service.ts'
import type * as said from '../payout/contract.ts'
import * as kept from '../payout/data.ts'
import { idempotencyKeyFor } from '../payout/service.ts'
import { transferTargets } from './service.ts'

/**
 * Smart change: money of one gift to another open group gift, where it counts like any contribution (product.md 13).
 * Throws `registry_closed`, `giftcard_nothing`, `giftcard_stays`, `giftcard_full`, `giftcard_key_reused` (all 409),
 * `giftcard_much` 422.
 */
export async function transferMoney(input: ParsedOf<typeof said.transferChange>, ctx: CustomerContext) {
  const { id, to, amount, idempotency_key } = input
  const registry = await ownRegistryOfGifts([id, to], ctx)
  const source = moneySourceOf(input)
  const { key, fingerprint } = idempotencyKeyFor(idempotency_key, { move: source, to, amount })
  return ctx.db.transaction().execute(async tx => {
    const now = orNotFound(await lockRegistry(tx, registry.id))
    const known = await data.transferByKey(tx, registry.id, key)
    if (known && known.fingerprint !== fingerprint) throw new AppError('giftcard_key_reused', 409)
    if (known) return { amount: known.cents }
    if (!isRegistryOpen(now, dayInAthens(ctx.now))) throw new AppError('registry_closed', 409)
    await refuseStaying(tx, registry.id, source, ctx)
    const cents = await amountOf(tx, registry.id, { source, to, amount }, ctx)
    await write(tx, { registryId: registry.id, source, to, cents, key, fingerprint }, ctx)
    return { amount: cents }
  })
}

/** Money towards a gift that is covered, or bought as such, waits to be redeemed. */
async function refuseStaying(tx: Db, registryId: number, source: MoneySource, { language }: CustomerContext) {
  const gift = orNotFound(
    (await data.giftsWithMoney(tx, registryId, language)).find(one => one.id === source.giftId),
  )
  const payouts = await kept.payoutsOfRegistry(tx, registryId)
  const isCovered = gift.collected >= gift.price && unitsLeftToOrder(gift, payouts) > 0
  const group = collectedGroupOf({ isGroup: gift.is_group, type: gift.type })
  if (!canTransfer(source.account, { group, isCovered, isAvailable: gift.is_available }))
    throw new AppError('giftcard_stays', 409)
}

async function amountOf(
  tx: Db,
  registryId: number,
  { source, to, amount }: { source: MoneySource; to: number; amount: number | undefined },
  ctx: CustomerContext,
): Promise<number> {
  const open = availableFrom(calculateBalance(await data.giftBalances(tx, registryId)), [source])
  if (open === 0) throw new AppError('giftcard_nothing', 409)
  const targets = await transferTargets(registryId, { ...ctx, db: tx })
  const target = targets.find(one => one.id === to && one.id !== source.giftId)
  const cents = amount ?? Math.min(open, target?.open ?? 0)
  if (cents > open)
    throw new AppError('giftcard_much', 422, { fields: { amount: 'giftcard_much' }, detail: { open } })
  if (!target || cents === 0 || cents > target.open)
    throw new AppError('giftcard_full', 409, {
      fields: { amount: 'giftcard_full' },
      detail: { open: target?.open ?? 0 },
    })
  return cents
}

interface Moved {
  registryId: number
  source: MoneySource
  to: number
  cents: number
  key: string
  fingerprint: string
}

async function write(tx: Db, moved: Moved, { now, registryChanged }: CustomerContext): Promise<void> {
  const { registryId, source, to, cents, key, fingerprint } = moved
  const move = await data.insertTransfer(tx, {
    registry_id: registryId,
    idempotency_key: key,
    fingerprint,
    from_gift_id: source.giftId,
    to_gift_id: to,
    cents,
    created_at: now,
  })
  const line = { kind: 'moved' as const, transfer_id: move, now }
  const parts = orNotFound(
    allocateAmount(calculateBalance(await data.giftBalances(tx, registryId)), [source], cents),
  )
  await data.insertLedgerLines(tx, registryId, parts, { ...line, sign: -1, cause: `move ${move} out` })
  const into = [{ giftId: to, account: 'gift' as const, cents }]
  await data.insertLedgerLines(tx, registryId, into, { ...line, sign: 1, cause: `move ${move} in` })
  await registryChanged(tx, registryId)
}
