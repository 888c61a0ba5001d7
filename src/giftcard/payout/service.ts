import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import { codeFrom } from '../../base/fields.ts'
import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import type { Config } from '../../server/config.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { addYears } from '../closing/rules.ts'
import * as data from '../ledger/data.ts'
import {
  type AccountAmount,
  allocateAmount,
  availableFrom,
  calculateBalance,
  formatCertificateCode,
  type MoneySource,
} from '../ledger/rules.ts'
import * as kept from './data.ts'

/** Under which key something was asked, and a hash of what was asked. */
export interface IdempotencyKey {
  key: string
  fingerprint: string
}

/** The key of a request; without one of its own it gets one that nobody repeats. */
export function idempotencyKeyFor(given: string | undefined, content: object): IdempotencyKey {
  return {
    key: given ?? randomUUID(),
    fingerprint: createHash('sha256').update(JSON.stringify(content)).digest('base64url'),
  }
}

/** What was asked under that key before. Throws `giftcard_key_reused` 409 when it was something else. */
export async function findPayoutForKey(
  db: Db,
  registryId: number,
  key: IdempotencyKey,
): Promise<kept.PayoutRow | undefined> {
  const known = await kept.payoutByIdempotencyKey(db, registryId, key.key)
  if (known && known.fingerprint !== key.fingerprint) throw new AppError('giftcard_key_reused', 409)
  return known
}

/** Whom the money goes to. */
export interface PayoutRecipient {
  name: string
  surname: string
  email: string
  language: Language
}

/** Money to be taken out of a registry. */
export interface PayoutRequest {
  registryId: number
  key: IdempotencyKey
  reason: kept.PayoutRow['reason']
  parts: AccountAmount[]
  recipient: PayoutRecipient
  closingNumber?: number
  /** The gift that is ordered, or bought with the host's own money besides. */
  giftId?: number
  /** Ordered units of it; without them the money becomes a certificate. */
  units?: number
}

/**
 * Keeps a request and takes its money out of the ledger, in one transaction under the registry's lock; the shop is
 * asked afterwards. The database checks that what is taken is what is paid, and that the registry has it.
 */
export async function createPayout(
  tx: Db,
  wanted: PayoutRequest,
  { config, now }: { config: Config; now: Date },
): Promise<kept.PayoutRow> {
  const { registryId, key, parts, recipient, units } = wanted
  const isOrder = units !== undefined
  const years = config.GIFT_CARD_YEARS
  const payout = await kept.insertPayout(
    tx,
    {
      registry_id: registryId,
      method: isOrder ? 'order' : 'certificate',
      reason: wanted.reason,
      closing_number: wanted.closingNumber ?? null,
      idempotency_key: key.key,
      fingerprint: key.fingerprint,
      cents: parts.reduce((sum, part) => sum + part.cents, 0),
      gift_id: wanted.giftId ?? null,
      units: units ?? null,
      language: recipient.language,
      to_name: recipient.name,
      to_surname: recipient.surname,
      to_email: recipient.email,
      expires_on: isOrder || years === 0 ? null : addYears(dayInAthens(now), years),
      next_attempt_at: now,
      created_at: now,
    },
    () => formatCertificateCode(codeFrom(randomBytes)),
  )
  const kind = isOrder ? 'redeemed' : 'certificate'
  const cause = `payout ${payout.id}`
  await data.insertLedgerLines(tx, registryId, parts, { kind, cause, payout_id: payout.id, sign: -1, now })
  return payout
}

/**
 * The parts that make up what was asked of these sources, or all they hold. Throws `giftcard_nothing` 409 when they
 * hold nothing, `giftcard_much` 422 when they hold less.
 */
export async function allocateFromRegistry(
  tx: Db,
  registryId: number,
  sources: MoneySource[],
  amount: Cents | undefined,
): Promise<AccountAmount[]> {
  const purse = calculateBalance(await data.giftBalances(tx, registryId))
  const open = availableFrom(purse, sources)
  if (open === 0) throw new AppError('giftcard_nothing', 409)
  const parts = allocateAmount(purse, sources, amount ?? open)
  if (!parts)
    throw new AppError('giftcard_much', 422, { fields: { amount: 'giftcard_much' }, detail: { open } })
  return parts
}
