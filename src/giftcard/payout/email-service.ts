import type { Cents } from '../../base/money.ts'
import { findGiftById } from '../../gift/gift/data.ts'
import type { RegistryRow } from '../../registry/registry/data.ts'
import type { JobContext, RequestContext, SignedInCustomer } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { registryNameForEmail } from '../ledger/registry-name-data.ts'
import type { PayoutRow } from './data.ts'

type Post = RequestContext['enqueueEmail']

/** The certificate itself, to be printed; to the host, in the host's language. */
export async function enqueueCertificateEmail(tx: Db, payout: PayoutRow, post: Post): Promise<void> {
  const { code, cents, expires_on, reason } = payout
  await toHost(tx, payout, post, 'giftcard-issued', { certificate: code, cents, expires_on, reason })
}

/** What was ordered for the host. */
export async function enqueueHostOrderEmail(tx: Db, payout: PayoutRow, post: Post): Promise<void> {
  const gift = payout.gift_id === null ? undefined : await findGiftById(tx, payout.gift_id, payout.language)
  const { cents, units } = payout
  const isDigital = gift?.type === 'digital'
  await toHost(tx, payout, post, 'giftcard-redeemed', {
    gift: gift?.name ?? '',
    units: units ?? 1,
    cents,
    digital: isDigital,
  })
}

/** The shop refused the order: the money is back. */
export async function enqueueOrderRefusedEmail(tx: Db, payout: PayoutRow, post: Post): Promise<void> {
  const gift = payout.gift_id === null ? undefined : await findGiftById(tx, payout.gift_id, payout.language)
  await toHost(tx, payout, post, 'giftcard-refused', { gift: gift?.name ?? '', cents: payout.cents })
}

/** The shop cancelled or refunded what it had taken on: that much is back. */
export async function enqueueOrderRefundedEmail(
  tx: Db,
  payout: PayoutRow,
  { cents, cause }: { cents: Cents; cause: string },
  post: Post,
): Promise<void> {
  if (payout.to_email === '') return
  const gift = payout.gift_id === null ? undefined : await findGiftById(tx, payout.gift_id, payout.language)
  const props = { gift: gift?.name ?? '', cents }
  await toHost(tx, payout, post, 'giftcard-returned', props, `giftcard-returned:${cause}`)
}

async function toHost(
  tx: Db,
  payout: PayoutRow,
  post: Post,
  template: string,
  props: object,
  cause = `${template}:${payout.id}`,
): Promise<void> {
  const registry = await registryNameForEmail(tx, payout.registry_id)
  await post(tx, {
    cause,
    template,
    language: payout.language,
    to: payout.to_email,
    props: { ...registry, ...props },
  })
}

/** To staff: a payout that the shop does not do. */
export async function enqueueStalledPayoutEmail(
  tx: Db,
  payout: PayoutRow,
  why: string,
  ctx: JobContext,
): Promise<void> {
  const registry = await registryNameForEmail(tx, payout.registry_id)
  await ctx.enqueueEmail(tx, {
    cause: `payout-stuck:${payout.id}`,
    template: 'payout-stuck',
    language: 'en',
    to: ctx.config.SUPPORT_EMAIL,
    props: { ...registry, certificate: payout.code, cents: payout.cents, why },
  })
}

/** To staff: the shop gave money back that had been paid out already. */
export async function enqueueNegativeBalanceEmail(
  tx: Db,
  owed: { registryId: number; orderId: number; cents: Cents; changes: string },
  { enqueueEmail, config }: JobContext,
): Promise<void> {
  const registry = await registryNameForEmail(tx, owed.registryId)
  await enqueueEmail(tx, {
    cause: `money-owed:${owed.registryId}:${owed.orderId}:${owed.changes}`,
    template: 'money-owed',
    language: 'en',
    to: config.SUPPORT_EMAIL,
    props: { ...registry, order: owed.orderId, cents: owed.cents },
  })
}

/** What a closing came to, for the letter to the host. */
export interface ClosingSummary {
  number: number
  gifts: number
  givers: number
  thanks: number
  cents: Cents
}

export type HostRecipient = Pick<SignedInCustomer, 'email' | 'language'>

export async function enqueueClosedEmail(
  tx: Db,
  { registry, host, sum }: { registry: RegistryRow; host: HostRecipient; sum: ClosingSummary },
  post: Post,
): Promise<void> {
  const { number, ...props } = sum
  await post(tx, {
    cause: `registry-closed:${registry.code}:${number}`,
    template: 'registry-closed',
    language: host.language,
    to: host.email,
    props: { code: registry.code, registry: registry.registry_name, ...props },
  })
}

/** A week before the closing, and on its day. */
export async function enqueueClosingReminder(
  tx: Db,
  notice: {
    kind: 'week' | 'day'
    code: string
    registry: string
    day: string
    host: HostRecipient
    cents: Cents
  },
  post: Post,
): Promise<void> {
  const { kind, code, registry, day, host, cents } = notice
  await post(tx, {
    cause: `registry-closing:${code}:${day}:${kind}`,
    template: `registry-closing-${kind}`,
    language: host.language,
    to: host.email,
    props: { code, registry, day, cents },
  })
}
