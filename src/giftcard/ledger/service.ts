import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '../../base/app-error.ts'
import type { Cents } from '../../base/money.ts'
import { appendLedgerLines } from '../../checkout/orders/ledger-data.ts'
import { payoutDays } from '../../server/context/payout-days.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import type { WaitingMoney } from './contract.ts'
import { findMoneyLots } from './data.ts'
import { type Readiness, type ReleaseTerm, readyBalance, waitingAmounts } from './release-rules.ts'
import {
  allocateAmount,
  availableFrom,
  calculateBalance,
  type MoneyPart,
  type MoneySource,
  type RegistryBalance,
} from './rules.ts'

/** The balance of a registry, read from its ledger. */
export async function readBalance(db: Db, registryId: number): Promise<RegistryBalance> {
  return calculateBalance(await findMoneyLots(db, registryId))
}

/** How long money waits at this moment (R511). */
export function releaseTerm({ now, config }: Pick<JobContext, 'now' | 'config'>): ReleaseTerm {
  return { now, payoutDays: payoutDays(config) }
}

/** What of these sources waits, as the calls show it; `ripe` is the part of the balance that may leave. */
export function waitingMoneyOf(
  balance: RegistryBalance,
  sources: MoneySource[],
  term: ReleaseTerm,
  ripe?: RegistryBalance,
): WaitingMoney {
  return waitingAmounts(balance, sources, term, ripe).map(({ cents, freeOn }) => ({
    amount: cents,
    free_on: freeOn,
  }))
}

/**
 * The parts that make up this amount of what is ready in these sources, or all of that. Throws `giftcard_nothing` 409
 * when they hold nothing, `giftcard_waits` 409 when what they hold may not leave yet, `giftcard_much` 422
 * (detail.open: euro) when they hold less.
 */
export async function allocateFromRegistry(
  tx: Db,
  registryId: number,
  { sources, amount, readiness = 'ripe' }: MoneyRequest,
  ctx: Pick<JobContext, 'now' | 'config'>,
): Promise<MoneyPart[]> {
  const balance = await readBalance(tx, registryId)
  const open = availableFrom(balance, sources)
  if (open === 0) throw new AppError('giftcard_nothing', 409)
  const ready = readyBalance(balance, readiness, releaseTerm(ctx))
  const parts = allocateAmount(ready, sources, amount ?? availableFrom(ready, sources))
  if (parts) return parts
  if (amount === undefined) throw new AppError('giftcard_waits', 409)
  const code = amount > open ? 'giftcard_much' : 'giftcard_waits'
  throw new AppError(code, amount > open ? 422 : 409, {
    fields: { amount: code },
    detail: { open: open / 100 },
  })
}

/** Money to be taken from these sources; all that is ready without an amount. */
export interface MoneyRequest {
  sources: MoneySource[]
  amount?: Cents | undefined
  readiness?: Readiness
}

type LineOrigin = Pick<Tables['ledger'], 'kind' | 'cause'> & { payout_id?: number; transfer_id?: number }

/**
 * Appends one line to the ledger for each amount, with the order whose money it is (R506, R511); `sign` is −1 for money that leaves. Causes are numbered, so
 * that no line is written twice.
 */
export async function writeLedgerLines(
  tx: Db,
  registryId: number,
  amounts: MoneyPart[],
  line: LineOrigin & { sign: 1 | -1; now: Date },
): Promise<void> {
  const { sign, now, cause, ...origin } = line
  await appendLedgerLines(
    tx,
    amounts.map(({ giftId, account, orderId, cents }, index) => ({
      ...origin,
      registry_id: registryId,
      source_order_id: orderId,
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
