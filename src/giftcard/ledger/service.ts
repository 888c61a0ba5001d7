import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '../../base/app-error.ts'
import type { Cents } from '../../base/money.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { findGiftBalances } from './data.ts'
import {
  type AccountAmount,
  allocateAmount,
  availableFrom,
  calculateBalance,
  type MoneySource,
  type RegistryBalance,
} from './rules.ts'

/** The balance of a registry, read from its ledger. */
export async function readBalance(db: Db, registryId: number): Promise<RegistryBalance> {
  return calculateBalance(await findGiftBalances(db, registryId))
}

/**
 * The parts that make up this amount of these sources, or all they hold. Throws `giftcard_nothing` 409 when they hold
 * nothing, `giftcard_much` 422 (detail.open: cents) when they hold less.
 */
export async function allocateFromRegistry(
  tx: Db,
  registryId: number,
  sources: MoneySource[],
  amount: Cents | undefined,
): Promise<AccountAmount[]> {
  const balance = await readBalance(tx, registryId)
  const open = availableFrom(balance, sources)
  if (open === 0) throw new AppError('giftcard_nothing', 409)
  const parts = allocateAmount(balance, sources, amount ?? open)
  if (!parts)
    throw new AppError('giftcard_much', 422, { fields: { amount: 'giftcard_much' }, detail: { open } })
  return parts
}

/** The key of a request with a hash of its content, by which a reused key is told from a repeated request (R605). */
export interface IdempotencyKey {
  key: string
  fingerprint: string
}

/** The idempotency key of a request; a random one where the caller gave none. */
export function idempotencyKeyFor(given: string | undefined, content: object): IdempotencyKey {
  return {
    key: given ?? randomUUID(),
    fingerprint: createHash('sha256').update(JSON.stringify(content)).digest('base64url'),
  }
}
