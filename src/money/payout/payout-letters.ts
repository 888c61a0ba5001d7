import type { Cents } from '../../base/money.ts'
import type { PayoutTrouble } from '../../base/payout-troubles.ts'
import { findGiftById } from '../../gift/gift.sql.ts'
import { letterPictureOf } from '../../registry/photo.ts'
import { hostNames } from '../../registry/registry.rules.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { getRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { isShopFailure, type ShopFailureKind } from '../../shop/port.ts'
import { findRegistryNames } from '../ledger.ts'
import { findPayeeEmail, type PayoutRow } from './payout.sql.ts'

type EmailContext = Pick<JobContext, 'enqueueEmail' | 'config'>

/** What the host is sent once the shop has made it; nothing when their account was erased. */
export async function payoutEmailsOf(db: Db, { id, method, registry_id }: PayoutRow) {
  const to = await findPayeeEmail(db, registry_id)
  const template = method === 'order' ? 'giftcard-redeemed' : 'giftcard-issued'
  return to === null ? [] : [{ cause: `${template}:${id}`, template, to }]
}

/** To the host: the certificate, which can be printed. */
export async function enqueueCertificateEmail(tx: Db, payout: PayoutRow, ctx: EmailContext): Promise<void> {
  const { code, cents, expires_on, reason } = payout
  await enqueueToHost(tx, payout, ctx, {
    template: 'giftcard-issued',
    props: { certificate: code, cents, expires_on, reason },
  })
}

/** To the host: an order was placed for them. */
export async function enqueueHostOrderEmail(tx: Db, payout: PayoutRow, ctx: EmailContext): Promise<void> {
  const gift = await findGiftOfPayout(tx, payout)
  const { cents, units } = payout
  const isDigital = gift?.type === 'digital'
  await enqueueToHost(tx, payout, ctx, {
    template: 'giftcard-redeemed',
    props: { gift: gift?.name ?? '', units: units ?? 1, cents, digital: isDigital },
  })
}

/** To the host: the shop refused the order, and its money is open again. */
export async function enqueueOrderRefusedEmail(tx: Db, payout: PayoutRow, ctx: EmailContext): Promise<void> {
  const gift = await findGiftOfPayout(tx, payout)
  await enqueueToHost(tx, payout, ctx, {
    template: 'giftcard-refused',
    props: { gift: gift?.name ?? '', cents: payout.cents },
  })
}

/** To the host: the shop cancelled or refunded an accepted order; `cents` are open again. */
export async function enqueueOrderRefundedEmail(
  tx: Db,
  payout: PayoutRow,
  { cents, cause }: { cents: Cents; cause: string },
  ctx: EmailContext,
): Promise<void> {
  const gift = await findGiftOfPayout(tx, payout)
  await enqueueToHost(tx, payout, ctx, {
    template: 'giftcard-returned',
    cause: `giftcard-returned:${cause}`,
    props: { gift: gift?.name ?? '', cents },
  })
}

/** To the host: guests were refunded what was about to be paid out, so that much is not sent (R511). */
export async function enqueueWithdrawnEmail(
  tx: Db,
  payout: PayoutRow,
  { cents, cause }: { cents: Cents; cause: string },
  ctx: EmailContext,
): Promise<void> {
  await enqueueToHost(tx, payout, ctx, {
    template: 'giftcard-withdrawn',
    cause: `giftcard-withdrawn:${cause}`,
    props: { cents },
  })
}

/** To the host: staff cancelled a payout that never reached the shop, and its money is open again. */
export async function enqueuePayoutCancelledEmail(
  tx: Db,
  payout: PayoutRow,
  ctx: EmailContext,
): Promise<void> {
  await enqueueToHost(tx, payout, ctx, {
    template: 'giftcard-withdrawn',
    cause: `giftcard-withdrawn:payout ${payout.id} cancelled`,
    props: { cents: payout.cents, by_staff: true },
  })
}

/** To staff: a payout has failed several times (R607), with the reason in words (R1040). */
export async function enqueueStalledPayoutEmail(
  tx: Db,
  payout: PayoutRow,
  trouble: PayoutTrouble,
  { tellStaff }: Pick<JobContext, 'tellStaff'>,
): Promise<void> {
  const registry = await findRegistryNames(tx, payout.registry_id)
  await tellStaff(tx, {
    cause: `payout-stuck:${payout.id}`,
    template: 'payout-stuck',
    props: { ...registry, certificate: payout.code, cents: payout.cents, trouble },
  })
}

async function findGiftOfPayout(tx: Db, { gift_id, language }: PayoutRow) {
  return gift_id === null ? undefined : findGiftById(tx, gift_id, language)
}

async function enqueueToHost(
  tx: Db,
  payout: PayoutRow,
  { enqueueEmail, config }: EmailContext,
  {
    template,
    props,
    cause = `${template}:${payout.id}`,
  }: { template: string; props: object; cause?: string },
): Promise<void> {
  const to = await findPayeeEmail(tx, payout.registry_id)
  // The host's account was erased.
  if (to === null) return
  const registry = await getRow(tx, 'registry', { id: payout.registry_id })
  await enqueueEmail(tx, {
    cause,
    template,
    language: payout.language,
    to,
    props: {
      code: registry.code,
      registry: registry.registry_name,
      hosts: hostNames(registry),
      ...(await letterPictureOf(tx, registry, 'host', config)),
      ...props,
    },
  })
}

/** The shop answered, but the payout can't be made. */
export class PayoutFailure extends Error {
  readonly trouble: PayoutTrouble

  constructor(trouble: PayoutTrouble, message: string) {
    super(message)
    this.name = 'PayoutFailure'
    this.trouble = trouble
  }
}

const troublesByKind: Record<ShopFailureKind, PayoutTrouble> = {
  unavailable: 'shop_away',
  rate: 'shop_away',
  invalid: 'shop_refused',
  auth: 'shop_connection',
  origin: 'shop_connection',
  missing: 'shop_connection',
  shape: 'shop_connection',
}

/** The reason of a failed attempt that staff read (R1040). */
export function payoutTroubleOf(error: unknown): PayoutTrouble {
  if (error instanceof PayoutFailure) return error.trouble
  return isShopFailure(error) ? troublesByKind[error.kind] : 'other'
}
