import { AppError, authorize, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { findRegistryById, lockRegistry, type RegistryRow } from '../../registry/registry/data.ts'
import { canOwn } from '../../registry/registry/rules.ts'
import { isSurpriseFor } from '../../registry/surprise/rules.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { toPayoutView } from '../collected/api.ts'
import * as data from '../ledger/data.ts'
import type { MoneySource } from '../ledger/rules.ts'
import type * as said from './contract.ts'
import * as kept from './data.ts'
import { processPayout } from './process-service.ts'
import { allocateFromRegistry, createPayout, findPayoutForKey, idempotencyKeyFor } from './service.ts'

type Asked = { id: number; type?: string | undefined }

/** Where a call's money comes from: a gift's own, or its leftovers. */
export function moneySourceOf({ id, type }: Asked): MoneySource {
  return { giftId: id, account: type === 'change' ? 'change' : 'gift' }
}

/** The registry of these gifts, the caller's own; anyone else's is missing to him. A co-host takes no money out. */
export async function ownRegistryOfGifts(
  giftIds: number[],
  { db, customer, now }: CustomerContext,
): Promise<RegistryRow> {
  const ids = new Set(await Promise.all(giftIds.map(id => data.registryIdOfGift(db, id))))
  const [id] = ids
  const registry = orNotFound(ids.size === 1 && id ? await findRegistryById(db, id) : null)
  authorize(canOwn(registry, customer))
  authorize(!isSurpriseFor(registry, customer, dayInAthens(now)), 'registry_is_secret', 403)
  return registry
}

/** Money into a certificate: kept first, then the shop is asked, now or by the clock. */
export async function collectMoney(input: ParsedOf<typeof said.createGiftCertificate>, ctx: CustomerContext) {
  const { id, type, sources: several, amount, idempotency_key } = input
  const sources = (several ?? [{ id: id ?? 0, type }]).map(moneySourceOf)
  const registry = await ownRegistryOfGifts(
    sources.map(one => one.giftId),
    ctx,
  )
  const key = idempotencyKeyFor(idempotency_key, { collect: sources, amount })
  const reason = several ? ('prepayment' as const) : ('collect' as const)
  const payout = await ctx.db.transaction().execute(async tx => {
    orNotFound(await lockRegistry(tx, registry.id))
    const known = await findPayoutForKey(tx, registry.id, key)
    if (known) return known
    const parts = await allocateFromRegistry(tx, registry.id, sources, amount)
    return createPayout(tx, { registryId: registry.id, key, reason, parts, recipient: ctx.customer }, ctx)
  })
  return processNewPayout(payout, ctx)
}

/** The same without a key: what is open is issued; when nothing is, what was issued last is found. */
export async function collectOrFindPayout(asked: Asked, ctx: CustomerContext) {
  return orLatestPayout(asked, ctx, () => collectMoney({ id: asked.id, type: asked.type as 'change' }, ctx))
}

/** What the work answers; where nothing is left to do, the last payout of that source. */
export async function orLatestPayout<T>(
  asked: Asked,
  ctx: CustomerContext,
  work: () => Promise<T>,
): Promise<T | said.PayoutView> {
  const registry = await ownRegistryOfGifts([asked.id], ctx)
  try {
    return await work()
  } catch (error) {
    const source = moneySourceOf(asked)
    const last = (await kept.payoutsOfRegistry(ctx.db, registry.id)).find(
      one =>
        one.state !== 'failed' &&
        one.parts.some(part => part.giftId === source.giftId && part.account === source.account),
    )
    if (!last || !(error instanceof AppError) || error.code !== 'giftcard_nothing') throw error
    return toPayoutView(last)
  }
}

/** Asks the shop at once; a failure is noted, and the clock asks again. */
export async function processNewPayout(
  payout: kept.PayoutRow,
  ctx: CustomerContext,
): Promise<said.PayoutView> {
  await processPayout(payout.id, ctx)
  const now = await kept.payoutById(ctx.db, payout.id)
  return toPayoutView({ ...now, parts: await kept.partsOfPayout(ctx.db, payout.id) })
}
