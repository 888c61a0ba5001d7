import { AppError, orNotFound } from '../../base/app-error.ts'
import type { Cents } from '../../base/money.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { findGiftsWithMoney } from '../ledger/data.ts'
import { readyBalance } from '../ledger/release-rules.ts'
import { allocateAmount, availableFrom, type MoneySource, moneyGroupOf } from '../ledger/rules.ts'
import { type IdempotencyKey, readBalance, releaseTerm, writeLedgerLines } from '../ledger/service.ts'
import { findPayouts } from '../payout/data.ts'
import { unitsLeftToOrder } from '../payout/rules.ts'
import { insertTransfer } from './data.ts'
import { canTransfer } from './rules.ts'
import { findTransferTargets } from './service.ts'

type TransferContext = Pick<RequestContext, 'language' | 'now' | 'config' | 'registryChanged'>

/** Money towards a gift that is covered, or that was bought as such, waits to be redeemed. */
async function refuseBoundMoney(
  tx: Db,
  registryId: number,
  source: MoneySource,
  { language }: TransferContext,
): Promise<void> {
  const gifts = await findGiftsWithMoney(tx, registryId, language)
  const gift = orNotFound(gifts.find(one => one.id === source.giftId))
  const payouts = await findPayouts(tx, registryId)
  const isCovered = gift.collected >= gift.price && unitsLeftToOrder(gift, payouts) > 0
  const group = moneyGroupOf({ isGroup: gift.is_group, type: gift.type })
  if (!canTransfer(source.account, { group, isCovered, isAvailable: gift.is_available }))
    throw new AppError('giftcard_stays', 409)
}

/**
 * The amount asked for, or as much as fits, once both gifts allow it (R608). Throws `giftcard_nothing`, `giftcard_waits`,
 * `giftcard_stays`, `giftcard_full` (all 409), `giftcard_much` 422. Call it under the registry's lock.
 */
export async function transferableCents(
  tx: Db,
  registryId: number,
  { source, to, amount }: { source: MoneySource; to: number; amount: Cents | undefined },
  ctx: TransferContext,
): Promise<Cents> {
  await refuseBoundMoney(tx, registryId, source, ctx)
  const balance = await readBalance(tx, registryId)
  if (availableFrom(balance, [source]) === 0) throw new AppError('giftcard_nothing', 409)
  const open = availableFrom(readyBalance(balance, 'paid', releaseTerm(ctx)), [source])
  if (open === 0) throw new AppError('giftcard_waits', 409)
  const targets = await findTransferTargets(registryId, { ...ctx, db: tx })
  const target = targets.find(one => one.id === to && one.id !== source.giftId)
  const cents = amount ?? Math.min(open, target?.open ?? 0)
  if (cents > open)
    throw new AppError('giftcard_much', 422, {
      fields: { amount: 'giftcard_much' },
      detail: { open: open / 100 },
    })
  if (!target || cents === 0 || cents > target.open)
    throw new AppError('giftcard_full', 409, {
      fields: { amount: 'giftcard_full' },
      detail: { open: (target?.open ?? 0) / 100 },
    })
  return cents
}

interface Transfer {
  registryId: number
  source: MoneySource
  to: number
  cents: Cents
  key: IdempotencyKey
}

/** Writes the lines of a transfer, from each order's money its own; call it under the registry's lock. */
export async function writeTransfer(tx: Db, transfer: Transfer, ctx: TransferContext): Promise<void> {
  const { registryId, source, to, cents, key } = transfer
  const { now } = ctx
  const id = await insertTransfer(tx, {
    registry_id: registryId,
    idempotency_key: key.key,
    fingerprint: key.fingerprint,
    from_gift_id: source.giftId,
    to_gift_id: to,
    cents,
    created_at: now,
  })
  const line = { kind: 'moved' as const, transfer_id: id, now }
  const paid = readyBalance(await readBalance(tx, registryId), 'paid', releaseTerm(ctx))
  const parts = orNotFound(allocateAmount(paid, [source], cents))
  await writeLedgerLines(tx, registryId, parts, { ...line, sign: -1, cause: `move ${id} out` })
  const incoming = parts.map(part => ({ ...part, giftId: to, account: 'gift' as const }))
  await writeLedgerLines(tx, registryId, incoming, { ...line, sign: 1, cause: `move ${id} in` })
  await ctx.registryChanged(tx, registryId)
}
