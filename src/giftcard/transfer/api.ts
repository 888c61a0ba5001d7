import { requireFreshProof } from '../../account/proof/access.ts'
import { AppError, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import type { Cents } from '../../base/money.ts'
import { lockRegistry } from '../../registry/registry/data.ts'
import { isRegistryOpen } from '../../registry/registry/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { ownRegistryOfGifts } from '../ledger/access.ts'
import { findGiftsWithMoney } from '../ledger/data.ts'
import { readyBalance } from '../ledger/release-rules.ts'
import {
  allocateAmount,
  availableFrom,
  type MoneySource,
  moneyGroupOf,
  moneySourceOf,
} from '../ledger/rules.ts'
import {
  type IdempotencyKey,
  idempotencyKeyFor,
  readBalance,
  releaseTerm,
  writeLedgerLines,
} from '../ledger/service.ts'
import { findPayouts } from '../payout/data.ts'
import { unitsLeftToOrder } from '../payout/rules.ts'
import * as contract from './contract.ts'
import { findTransferByKey, insertTransfer } from './data.ts'
import { canTransfer } from './rules.ts'
import { findTransferTargets } from './service.ts'

export const calls: Handler[] = [handle(contract.transferChange, transferMoney)]

/**
 * Smart change: sends money of one gift to another open group gift, where it counts like any contribution (R608).
 * Only money that is paid moves, and each cent keeps its day (R510, R511). Throws `proof_needed` 403,
 * `registry_closed`, `giftcard_nothing`, `giftcard_waits`, `giftcard_stays`, `giftcard_full`, `giftcard_key_reused`
 * (all 409), `giftcard_much` 422.
 */
async function transferMoney(
  input: ParsedOf<typeof contract.transferChange>,
  ctx: CustomerContext,
): Promise<ReplyOf<typeof contract.transferChange>> {
  const { id, to, amount, idempotency_key } = input
  const { id: registryId } = await ownRegistryOfGifts(ctx, [id, to])
  await requireFreshProof(ctx)
  const source = moneySourceOf(input)
  const key = idempotencyKeyFor(idempotency_key, { move: source, to, amount })
  return ctx.db.transaction().execute(async tx => {
    const registry = orNotFound(await lockRegistry(tx, registryId))
    const repeated = await findTransferByKey(tx, registryId, key.key)
    if (repeated && repeated.fingerprint !== key.fingerprint) throw new AppError('giftcard_key_reused', 409)
    if (repeated) return { amount: repeated.cents }
    if (!isRegistryOpen(registry, dayInAthens(ctx.now))) throw new AppError('registry_closed', 409)
    await refuseBoundMoney(tx, registryId, source, ctx)
    const cents = await transferableCents(tx, registryId, { source, to, amount }, ctx)
    await writeTransfer(tx, { registryId, source, to, cents, key }, ctx)
    return { amount: cents }
  })
}

/** Money towards a gift that is covered, or that was bought as such, waits to be redeemed. */
async function refuseBoundMoney(
  tx: Db,
  registryId: number,
  source: MoneySource,
  { language }: CustomerContext,
): Promise<void> {
  const gifts = await findGiftsWithMoney(tx, registryId, language)
  const gift = orNotFound(gifts.find(one => one.id === source.giftId))
  const payouts = await findPayouts(tx, registryId)
  const isCovered = gift.collected >= gift.price && unitsLeftToOrder(gift, payouts) > 0
  const group = moneyGroupOf({ isGroup: gift.is_group, type: gift.type })
  if (!canTransfer(source.account, { group, isCovered, isAvailable: gift.is_available }))
    throw new AppError('giftcard_stays', 409)
}

/** The amount asked for, or as much as fits, once both gifts allow it. */
async function transferableCents(
  tx: Db,
  registryId: number,
  { source, to, amount }: { source: MoneySource; to: number; amount: Cents | undefined },
  ctx: CustomerContext,
): Promise<Cents> {
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

async function writeTransfer(tx: Db, transfer: Transfer, ctx: CustomerContext): Promise<void> {
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
