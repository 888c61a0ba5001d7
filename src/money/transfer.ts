import { sql } from 'kysely'
import { requireFreshProof } from '../account/proof/proof.ts'
import { AppError, orNotFound } from '../base/app-error.ts'
import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf, ReplyOf } from '../base/endpoint.ts'
import type { Cents } from '../base/money.ts'
import { calculateOpenAmounts, giftCardType } from '../gift/gift.rules.ts'
import { findRegistryGifts, nothingGiven, sumGivenByGift } from '../gift/gift.sql.ts'
import { recreditGifts } from '../orders/credit.ts'
import { isRegistryOpen } from '../registry/registry.rules.ts'
import { lockRegistry } from '../registry/registry.sql.ts'
import type { DomainEvents } from '../server/context/domain-events.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext, JobContext, RequestContext } from '../server/context/request-context.ts'
import { countRows, findRow } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import type { CollectedMoney } from './collected.contract.ts'
import {
  allocateAmount,
  availableFrom,
  type MoneyPart,
  type MoneySource,
  moneyGroupOf,
  moneySourceOf,
  moneyTowards,
  readyBalance,
} from './ledger.rules.ts'
import {
  amountRefused,
  findGiftsWithMoney,
  type IdempotencyKey,
  idempotencyKeyFor,
  ownRegistryOfGifts,
  readBalance,
  releaseTerm,
  writeLedgerLines,
} from './ledger.ts'
import { unitsLeftToOrder } from './payout/payout.rules.ts'
import { findPayouts } from './payout/payout.sql.ts'
import * as contract from './transfer.contract.ts'
import { canTransfer, type MoveBack, type OrderMoney, planMovesBack } from './transfer.rules.ts'

export const calls: Handler[] = [handle(contract.transferChange, transferMoney)]

/**
 * Moves money of one gift to another open group gift, where it counts as a contribution (R608, smart change). Only paid
 * money moves (R510), and each cent keeps its waiting days (R511). Throws `proof_needed` 403, `registry_closed`,
 * `giftcard_nothing`, `giftcard_waits`, `giftcard_stays`, `giftcard_full`, `giftcard_key_reused` (all 409),
 * `giftcard_much` 422.
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
    const repeated = await findRow(tx, 'transfer', { registry_id: registryId, idempotency_key: key.key })
    if (repeated && repeated.fingerprint !== key.fingerprint) throw new AppError('giftcard_key_reused', 409)
    if (repeated) return { amount: repeated.cents }
    if (!isRegistryOpen(registry, dayInAthens(ctx.now))) throw new AppError('registry_closed', 409)
    const cents = await transferableCents(tx, registryId, { source, to, amount }, ctx)
    await writeTransfer(tx, { registryId, source, to, cents, key }, ctx)
    return { amount: cents }
  })
}

type TransferContext = Pick<RequestContext, 'language' | 'now' | 'config' | 'registryChanged'>

/**
 * Throws `giftcard_stays` 409 for money of a covered gift, or of one that was bought as such: it waits to be redeemed.
 */
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
  const group = moneyGroupOf(gift)
  if (!canTransfer(source.account, { group, isCovered, isAvailable: gift.is_available }))
    throw new AppError('giftcard_stays', 409)
}

/**
 * The amount asked for, or as much as fits, once both gifts allow it (R608, smart change). Throws `giftcard_nothing`,
 * `giftcard_waits`, `giftcard_stays`, `giftcard_full` (all 409), `giftcard_much` 422. Call it under the registry's
 * lock.
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
  if (cents > open) throw amountRefused('giftcard_much', 422, open)
  if (!target || cents === 0 || cents > target.open)
    throw amountRefused('giftcard_full', 409, target?.open ?? 0)
  return cents
}

interface Transfer {
  registryId: number
  source: MoneySource
  to: number
  cents: Cents
  key: IdempotencyKey
}

/** Writes the lines of a transfer, separately for each order's money; call it under the registry's lock. */
export async function writeTransfer(tx: Db, transfer: Transfer, ctx: TransferContext): Promise<void> {
  const { registryId, source, to, cents, key } = transfer
  const { now } = ctx
  const id = await insertTransfer(tx, registryId, { from: source.giftId, to, cents, key, now })
  const paid = readyBalance(await readBalance(tx, registryId), 'paid', releaseTerm(ctx))
  const parts = orNotFound(allocateAmount(paid, [source], cents))
  await writeMovedLines(tx, registryId, { id, parts, to: moneyTowards(to), now })
  await ctx.registryChanged(tx, registryId)
}

/** Takes the parts out of where they are, and adds them to `to`. */
async function writeMovedLines(
  tx: Db,
  registryId: number,
  { id, parts, to, now }: { id: number; parts: MoneyPart[]; to: MoneySource; now: Date },
): Promise<void> {
  const line = { kind: 'moved' as const, transfer_id: id, now }
  await writeLedgerLines(tx, registryId, parts, { ...line, sign: -1, cause: `move ${id} out` })
  const incoming = parts.map(part => ({ ...part, ...to }))
  await writeLedgerLines(tx, registryId, incoming, { ...line, sign: 1, cause: `move ${id} in` })
}

/** Group gifts that money can be moved to, with the cents that each takes after reservations. */
export async function findTransferTargets(
  registryId: number,
  { db, language, now }: Pick<RequestContext, 'db' | 'language' | 'now'>,
): Promise<CollectedMoney['targets']> {
  const gifts = (await findRegistryGifts(db, registryId, language)).filter(
    gift => gift.is_group && gift.available && gift.type !== giftCardType,
  )
  const given = await sumGivenByGift(
    db,
    gifts.map(gift => gift.id),
    now,
  )
  return gifts.flatMap(({ id, name, price }) => {
    const wish = { quantity: 1, isGroup: true, price }
    const open = calculateOpenAmounts(wish, given.get(id) ?? nothingGiven).cents
    return open > 0 ? [{ id, name, open }] : []
  })
}

/**
 * Handles a change of a registry's money: a refund of money that had been moved is taken off the gift where it is now,
 * so that no gift is below zero for it (R608). What has left from there is owed (R615). Running it again moves nothing.
 * Call it under the registry's lock.
 */
export async function bringMovedMoneyBack(
  tx: Db,
  { registryId, orderId }: DomainEvents['moneyChanged'],
  { now }: Pick<JobContext, 'now'>,
): Promise<void> {
  const moves = planMovesBack(await findMovedOrderMoney(tx, registryId, orderId))
  for (const one of moves) await writeMoveBack(tx, registryId, orderId, one, now)
  const giftIds = new Set(moves.flatMap(({ from, to }) => [from.giftId, to.giftId]))
  if (giftIds.size > 0) await recreditGifts(tx, [...giftIds], now)
}

async function writeMoveBack(
  tx: Db,
  registryId: number,
  orderId: number,
  { from, to, cents }: MoveBack,
  now: Date,
): Promise<void> {
  const key = { key: `moved back ${orderId} ${await countTransfers(tx, registryId)}`, fingerprint: '' }
  const id = await insertTransfer(tx, registryId, { from: from.giftId, to: to.giftId, cents, key, now })
  await writeMovedLines(tx, registryId, { id, parts: [{ ...from, orderId, cents }], to, now })
}

/** Answers the transfer's id; `from` and `to` are ids of gifts. */
export async function insertTransfer(
  tx: Db,
  registryId: number,
  { from, to, cents, key, now }: { from: number; to: number; cents: Cents; key: IdempotencyKey; now: Date },
): Promise<number> {
  const row = { registry_id: registryId, idempotency_key: key.key, fingerprint: key.fingerprint }
  const { id } = await tx
    .insertInto('transfer')
    .values({ ...row, from_gift_id: from, to_gift_id: to, cents, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Under the registry's lock it numbers the next transfer. */
export const countTransfers = (tx: Db, registryId: number) =>
  countRows(tx, 'transfer', { registry_id: registryId })

/** What an order brought to each account of the registry's gifts, without goods; empty when none of it was moved. */
async function findMovedOrderMoney(tx: Db, registryId: number, orderId: number): Promise<OrderMoney[]> {
  const { rows } = await sql<OrderMoney>`
    select gift_id as "giftId", account, sum(cents)::int as cents,
      coalesce(sum(cents) filter (where kind = 'moved'), 0)::int as moved
    from ledger
    where registry_id = ${registryId} and account <> 'goods' and gift_id is not null
      and coalesce(source_order_id, order_id) = ${orderId}
    group by gift_id, account order by gift_id, account desc`.execute(tx)
  return rows.some(({ moved }) => moved !== 0) ? rows : []
}
