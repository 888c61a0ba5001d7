import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { found, Refusal } from '../base/refusal.ts'
import { lockRegistry } from '../registry/data.ts'
import { isOpen } from '../registry/rules.ts'
import type { Db } from '../server/tables.ts'
import type { CustomerVisit } from '../server/visit.ts'
import { ownRegistryOf, sourceOf } from './collect.ts'
import { unitsLeft } from './collected.ts'
import type * as said from './contract.ts'
import * as data from './data.ts'
import * as kept from './payout-data.ts'
import { keyOf } from './requests.ts'
import { canMove, groupOf, openOf, partsOf, purseOf, type Source } from './rules.ts'
import { targetsOf } from './targets.ts'

/**
 * Smart change: money of one gift to another open group gift, where it counts like any contribution (product.md 13).
 * Throws `registry_closed`, `giftcard_nothing`, `giftcard_stays`, `giftcard_full`, `giftcard_key_reused` (all 409),
 * `giftcard_much` 422.
 */
export async function moveMoney(input: ParsedOf<typeof said.moveChange>, visit: CustomerVisit) {
  const { id, to, amount, idempotency_key } = input
  const registry = await ownRegistryOf([id, to], visit)
  const source = sourceOf(input)
  const { key, fingerprint } = keyOf(idempotency_key, { move: source, to, amount })
  return visit.db.transaction().execute(async tx => {
    const now = found(await lockRegistry(tx, registry.id))
    const known = await data.moveByKey(tx, registry.id, key)
    if (known && known.fingerprint !== fingerprint) throw new Refusal('giftcard_key_reused', 409)
    if (known) return { amount: known.cents }
    if (!isOpen(now, dayInAthens(visit.now))) throw new Refusal('registry_closed', 409)
    await refuseStaying(tx, registry.id, source, visit)
    const cents = await amountOf(tx, registry.id, { source, to, amount }, visit)
    await write(tx, { registryId: registry.id, source, to, cents, key, fingerprint }, visit)
    return { amount: cents }
  })
}

/** Money towards a gift that is covered, or bought as such, waits to be redeemed. */
async function refuseStaying(tx: Db, registryId: number, source: Source, { language }: CustomerVisit) {
  const gift = found((await data.moneyGifts(tx, registryId, language)).find(one => one.id === source.giftId))
  const payouts = await kept.payoutsOf(tx, registryId)
  const isCovered = gift.collected >= gift.price && unitsLeft(gift, payouts) > 0
  const group = groupOf({ isGroup: gift.is_group, type: gift.type })
  if (!canMove(source.pocket, { group, isCovered, isThere: gift.is_there }))
    throw new Refusal('giftcard_stays', 409)
}

async function amountOf(
  tx: Db,
  registryId: number,
  { source, to, amount }: { source: Source; to: number; amount: number | undefined },
  visit: CustomerVisit,
): Promise<number> {
  const open = openOf(purseOf(await data.sumsOf(tx, registryId)), [source])
  if (open === 0) throw new Refusal('giftcard_nothing', 409)
  const targets = await targetsOf(registryId, { ...visit, db: tx })
  const target = targets.find(one => one.id === to && one.id !== source.giftId)
  const cents = amount ?? Math.min(open, target?.open ?? 0)
  if (cents > open)
    throw new Refusal('giftcard_much', 422, { fields: { amount: 'giftcard_much' }, detail: { open } })
  if (!target || cents === 0 || cents > target.open)
    throw new Refusal('giftcard_full', 409, {
      fields: { amount: 'giftcard_full' },
      detail: { open: target?.open ?? 0 },
    })
  return cents
}

interface Moved {
  registryId: number
  source: Source
  to: number
  cents: number
  key: string
  fingerprint: string
}

async function write(tx: Db, moved: Moved, { now, changed }: CustomerVisit): Promise<void> {
  const { registryId, source, to, cents, key, fingerprint } = moved
  const move = await data.insertMove(tx, {
    registry_id: registryId,
    idempotency_key: key,
    fingerprint,
    from_gift_id: source.giftId,
    to_gift_id: to,
    cents,
    created_at: now,
  })
  const line = { kind: 'moved' as const, move_id: move, now }
  const parts = found(partsOf(purseOf(await data.sumsOf(tx, registryId)), [source], cents))
  await data.writeLines(tx, registryId, parts, { ...line, sign: -1, cause: `move ${move} out` })
  const into = [{ giftId: to, pocket: 'gift' as const, cents }]
  await data.writeLines(tx, registryId, into, { ...line, sign: 1, cause: `move ${move} in` })
  await changed(tx, registryId)
}
