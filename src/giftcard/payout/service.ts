import { AppError } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import type { ModifierAnswer } from '../../base/shop-modifiers.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { type MoneyPart, sumCents } from '../ledger/rules.ts'
import { type IdempotencyKey, writeLedgerLines } from '../ledger/service.ts'
import { nextPayoutCode } from './code-service.ts'
import type { PayoutView } from './contract.ts'
import { hasOpenMoneyOrPayout, insertPayout, type PayoutRow, type PayoutWithParts } from './data.ts'
import { addYears } from './rules.ts'

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
  reason: PayoutRow['reason']
  parts: MoneyPart[]
  recipient: PayoutRecipient
  closingNumber?: number
  /** The gift that is ordered, or that the host buys with the certificate. */
  giftId?: number
  /** Units of it to be ordered; without them the money becomes a certificate. */
  units?: number
  /** What its order says to the shop's questions. */
  modifiers?: ModifierAnswer[]
}

/**
 * Stores a payout and takes its money out of the ledger, in one transaction under the registry's lock; the shop is
 * asked afterwards (R605). The database checks that the parts sum to the payout and that the registry holds them.
 */
export async function createPayout(
  tx: Db,
  request: PayoutRequest,
  ctx: Pick<JobContext, 'config' | 'now' | 'recordSecurityEvent'>,
): Promise<PayoutRow> {
  const { config, now } = ctx
  const { registryId, key, parts, recipient, units } = request
  const isOrder = units !== undefined
  const years = config.GIFT_CARD_YEARS
  const payout = await insertPayout(tx, {
    registry_id: registryId,
    method: isOrder ? 'order' : 'certificate',
    reason: request.reason,
    closing_number: request.closingNumber ?? null,
    idempotency_key: key.key,
    fingerprint: key.fingerprint,
    cents: sumCents(parts),
    gift_id: request.giftId ?? null,
    units: units ?? null,
    modifiers: JSON.stringify(request.modifiers ?? []),
    language: recipient.language,
    to_name: recipient.name,
    to_surname: recipient.surname,
    to_email: recipient.email,
    expires_on: isOrder || years === 0 ? null : addYears(dayInAthens(now), years),
    next_attempt_at: now,
    created_at: now,
    ...(await nextPayoutCode(tx, registryId, request.reason, config)),
  })
  const kind = isOrder ? 'redeemed' : 'certificate'
  const cause = `payout ${payout.id}`
  await writeLedgerLines(tx, registryId, parts, { kind, cause, payout_id: payout.id, sign: -1, now })
  const { cents, reason } = payout
  await ctx.recordSecurityEvent({ kind: 'money_out', registryId, cents, about: reason }, tx)
  return payout
}

/** What the first request with this key made. Throws `giftcard_key_reused` 409 when it asked for something else. */
export async function findRepeatedPayout(
  db: Db,
  registryId: number,
  { key, fingerprint }: IdempotencyKey,
): Promise<PayoutRow | undefined> {
  const payout = await findRow(db, 'payout', { registry_id: registryId, idempotency_key: key })
  if (payout && payout.fingerprint !== fingerprint) throw new AppError('giftcard_key_reused', 409)
  return payout
}

/** A payout as the host sees it: the certificate's code only once the shop has it. */
export function toPayoutView(payout: PayoutWithParts): PayoutView {
  const isIssued = payout.state === 'done' && payout.method === 'certificate'
  return {
    id: payout.id,
    way: payout.method,
    reason: payout.reason,
    state: payout.state === 'waiting' ? 'requested' : isTakenBack(payout) ? 'failed' : payout.state,
    amount: payout.cents,
    returned: payout.refunded_cents,
    code: isIssued ? payout.code : null,
    balance: isIssued ? payout.balance_cents : null,
    balance_at: isIssued ? (payout.balance_at?.toISOString() ?? '') : '',
    expires_on: payout.expires_on,
    order_id: payout.method === 'order' ? payout.shop_id : null,
    created_at: payout.created_at.toISOString(),
    gift_ids: [...new Set(payout.parts.map(part => part.giftId))],
  }
}

/** Whether the shop took back all of an order; a certificate stays one, whatever is left of it. */
export function isTakenBack({ method, cents, refunded_cents }: PayoutRow): boolean {
  return method === 'order' && refunded_cents === cents
}

/** Throws `giftcard_unsettled` 409 while some money of a customer is open or under way: their erasure is tried again later. */
export async function requireSettledMoney(tx: Db, { customerId }: { customerId: number }): Promise<void> {
  if (await hasOpenMoneyOrPayout(tx, customerId)) throw new AppError('giftcard_unsettled', 409)
}
