import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '../../base/app-error.ts'
import type { Cents } from '../../base/money.ts'
import { appendLedgerLines } from '../../checkout/orders/ledger-data.ts'
import type { Db, LedgerTable } from '../../server/postgres/tables.ts'
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

type LineOrigin = Pick<LedgerTable, 'kind' | 'cause'> & { payout_id?: number; transfer_id?: number }

/**
 * Appends one line to the ledger for each amount (R506); `sign` is −1 for money that leaves. Causes are numbered, so
 * that no line is written twice.
 */
export async function writeLedgerLines(
  tx: Db,
  registryId: number,
  amounts: AccountAmount[],
  line: LineOrigin & { sign: 1 | -1; now: Date },
): Promise<void> {
  const { sign, now, cause, ...origin } = line
  await appendLedgerLines(
    tx,
    amounts.map(({ giftId, account, cents }, index) => ({
      ...origin,
      registry_id: registryId,
      gift_id: giftId,
      account,
      cents: sign * cents,
      cause: `${cause} ${index + 1}`,
      created_at: now,
    })),
  )
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
