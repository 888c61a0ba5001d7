import { requireFreshProof } from '../../account/proof/access.ts'
import { AppError, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import { lockRegistry } from '../../registry/registry/data.ts'
import { isRegistryOpen } from '../../registry/registry/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { findRow } from '../../server/postgres/rows.ts'
import { ownRegistryOfGifts } from '../ledger/access.ts'
import { moneySourceOf } from '../ledger/rules.ts'
import { idempotencyKeyFor } from '../ledger/service.ts'
import * as contract from './contract.ts'
import { transferableCents, writeTransfer } from './move-service.ts'

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
    const repeated = await findRow(tx, 'transfer', { registry_id: registryId, idempotency_key: key.key })
    if (repeated && repeated.fingerprint !== key.fingerprint) throw new AppError('giftcard_key_reused', 409)
    if (repeated) return { amount: repeated.cents }
    if (!isRegistryOpen(registry, dayInAthens(ctx.now))) throw new AppError('registry_closed', 409)
    const cents = await transferableCents(tx, registryId, { source, to, amount }, ctx)
    await writeTransfer(tx, { registryId, source, to, cents, key }, ctx)
    return { amount: cents }
  })
}
