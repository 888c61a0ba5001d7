import { requirePayableCustomer } from '../../account/proof/access.ts'
import { AppError, orNotFound } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { lockRegistry } from '../../registry/registry/data.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { ownRegistryOfGifts } from '../ledger/access.ts'
import { isSameSource, moneySourceOf } from '../ledger/rules.ts'
import { allocateFromRegistry, idempotencyKeyFor } from '../ledger/service.ts'
import type * as contract from './contract.ts'
import { findPayoutById, findPayoutParts, findPayouts, type PayoutRow } from './data.ts'
import { processPayout } from './process-service.ts'
import { requestPayout } from './request-service.ts'
import { findRepeatedPayout, toPayoutView } from './service.ts'

type SourceInput = ParsedOf<typeof contract.createGiftCertificateByGet>

/**
 * Turns money into a certificate (R603, R610): the payout is stored first, then the shop is asked, now or later by the
 * job. Throws what `requirePayableCustomer` throws, `giftcard_nothing`, `giftcard_waits` and `giftcard_key_reused` 409,
 * `giftcard_much` 422.
 */
export async function collectMoney(
  input: ParsedOf<typeof contract.createGiftCertificate>,
  ctx: CustomerContext,
): Promise<contract.PayoutView> {
  const { id, type, sources: several, amount, idempotency_key } = input
  const sources = (several ?? [{ id: id ?? 0, type }]).map(moneySourceOf)
  const registry = await ownRegistryOfGifts(
    ctx,
    sources.map(source => source.giftId),
  )
  await requirePayableCustomer(ctx)
  const key = idempotencyKeyFor(idempotency_key, { collect: sources, amount })
  const reason = several ? 'prepayment' : 'collect'
  const payout = await ctx.db.transaction().execute(async tx => {
    orNotFound(await lockRegistry(tx, registry.id))
    const repeated = await findRepeatedPayout(tx, registry.id, key)
    if (repeated) return repeated
    const parts = await allocateFromRegistry(tx, registry.id, { sources, amount }, ctx)
    return requestPayout(tx, { registryId: registry.id, key, reason, parts }, ctx)
  })
  return processNewPayout(payout, ctx)
}

/** The same without a key: collects what is open; when nothing is, returns the last payout of that source (R905). */
export async function collectOrFindPayout(
  { id, type }: SourceInput,
  ctx: CustomerContext,
): Promise<contract.PayoutView> {
  return orLatestPayout({ id, type }, ctx, () => collectMoney({ id, type }, ctx))
}

/** What `pay` returns; where nothing is open any more, the last payout of that source. */
export async function orLatestPayout<T>(
  input: SourceInput,
  ctx: CustomerContext,
  pay: () => Promise<T>,
): Promise<T | contract.PayoutView> {
  const registry = await ownRegistryOfGifts(ctx, [input.id])
  try {
    return await pay()
  } catch (error) {
    const source = moneySourceOf(input)
    const latest = (await findPayouts(ctx.db, registry.id)).find(
      payout => payout.state !== 'failed' && payout.parts.some(part => isSameSource(part, source)),
    )
    if (!latest || !(error instanceof AppError) || error.code !== 'giftcard_nothing') throw error
    return toPayoutView(latest)
  }
}

/** Processes a payout at once; after a failure the job tries again. Returns its new state. */
export async function processNewPayout(
  { id }: PayoutRow,
  ctx: CustomerContext,
): Promise<contract.PayoutView> {
  await processPayout(id, ctx)
  const payout = await findPayoutById(ctx.db, id)
  return toPayoutView({ ...payout, parts: await findPayoutParts(ctx.db, id) })
}
