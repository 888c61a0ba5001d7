import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { allow, found, Refusal } from '../base/refusal.ts'
import { lockRegistry, type RegistryRow, registryById } from '../registry/data.ts'
import { mayOwn } from '../registry/rules.ts'
import { isSecretTo } from '../registry/surprise-rules.ts'
import type { CustomerVisit } from '../server/visit.ts'
import { viewOf } from './collected.ts'
import type * as said from './contract.ts'
import * as data from './data.ts'
import * as kept from './payout-data.ts'
import { workPayout } from './payouts.ts'
import { asked, keepPayout, keyOf, takenFrom } from './requests.ts'
import type { Source } from './rules.ts'

type Asked = { id: number; type?: string | undefined }

/** Where a call's money comes from: a gift's own, or its leftovers. */
export function sourceOf({ id, type }: Asked): Source {
  return { giftId: id, pocket: type === 'change' ? 'change' : 'gift' }
}

/** The registry of these gifts, the caller's own; anyone else's is missing to him. A co-host takes no money out. */
export async function ownRegistryOf(
  giftIds: number[],
  { db, customer, now }: CustomerVisit,
): Promise<RegistryRow> {
  const ids = new Set(await Promise.all(giftIds.map(id => data.registryOfGift(db, id))))
  const [id] = ids
  const registry = found(ids.size === 1 && id ? await registryById(db, id) : null)
  allow(mayOwn(registry, customer))
  allow(!isSecretTo(registry, customer, dayInAthens(now)), 'registry_is_secret', 403)
  return registry
}

/** Money into a certificate: kept first, then the shop is asked, now or by the clock. */
export async function collectMoney(input: ParsedOf<typeof said.collect>, visit: CustomerVisit) {
  const { id, type, sources: several, amount, idempotency_key } = input
  const sources = (several ?? [{ id: id ?? 0, type }]).map(sourceOf)
  const registry = await ownRegistryOf(
    sources.map(one => one.giftId),
    visit,
  )
  const key = keyOf(idempotency_key, { collect: sources, amount })
  const reason = several ? ('prepayment' as const) : ('collect' as const)
  const payout = await visit.db.transaction().execute(async tx => {
    found(await lockRegistry(tx, registry.id))
    const known = await asked(tx, registry.id, key)
    if (known) return known
    const parts = await takenFrom(tx, registry.id, sources, amount)
    return keepPayout(tx, { registryId: registry.id, key, reason, parts, to: visit.customer }, visit)
  })
  return worked(payout, visit)
}

/** The same without a key: what is open is issued; when nothing is, what was issued last is found. */
export async function collectAgain(asked: Asked, visit: CustomerVisit) {
  return orLatest(asked, visit, () => collectMoney({ id: asked.id, type: asked.type as 'change' }, visit))
}

/** What the work answers; where nothing is left to do, the last payout of that source. */
export async function orLatest<T>(
  asked: Asked,
  visit: CustomerVisit,
  work: () => Promise<T>,
): Promise<T | said.PayoutView> {
  const registry = await ownRegistryOf([asked.id], visit)
  try {
    return await work()
  } catch (error) {
    const source = sourceOf(asked)
    const last = (await kept.payoutsOf(visit.db, registry.id)).find(
      one =>
        one.state !== 'failed' &&
        one.parts.some(part => part.giftId === source.giftId && part.pocket === source.pocket),
    )
    if (!last || !(error instanceof Refusal) || error.code !== 'giftcard_nothing') throw error
    return viewOf(last)
  }
}

/** Asks the shop at once; a failure is noted, and the clock asks again. */
export async function worked(payout: kept.PayoutRow, visit: CustomerVisit): Promise<said.PayoutView> {
  await workPayout(payout.id, visit)
  const now = await kept.payoutById(visit.db, payout.id)
  return viewOf({ ...now, parts: await kept.partsOfPayout(visit.db, payout.id) })
}
