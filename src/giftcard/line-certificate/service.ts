import { dayInAthens } from '../../base/dates.ts'
import { type Language, languages } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import { queueOrder } from '../../checkout/orders/placement-service.ts'
import type { DomainEvents, JobContext } from '../../server/context/request-context.ts'
import type { DigestSecrets } from '../../server/context/signing.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import { deriveCode } from '../payout/code-service.ts'
import { addYears } from '../payout/rules.ts'
import { findLineCertificate, type LineKey, saveLineCertificate, updateLineCertificate } from './data.ts'

/** The code of a line's certificate (R603, R617): a restored database gives the same one again. */
export const lineCode = ({ order_id, line_id }: LineKey, number: number, secrets: DigestSecrets): string =>
  deriveCode(`order ${order_id} line ${line_id} ${number}`, secrets)

/** What its buyer reads: the language of the order's channel; staff's where both languages are on one. */
export function languageOfOrder(
  { channelId }: Pick<ShopOrder, 'channelId'>,
  { config }: Pick<JobContext, 'config'>,
): Language {
  const { SHOP_CHANNELS: channels, STAFF_LANGUAGE } = config
  const [language, ...others] = languages.filter(one => channels[one].id === channelId)
  return language === undefined || others.length > 0 ? STAFF_LANGUAGE : language
}

/**
 * The money of a line becomes a certificate for the order's own e-mail: stored first, made by a job once the order's days
 * are over. From now on the line counts for nothing else; call it under the lock of the order's lines.
 */
export async function requestLineCertificate(
  tx: Db,
  key: LineKey,
  { order, email, cents }: { order: ShopOrder; email: string; cents: Cents },
  ctx: Pick<JobContext, 'config' | 'now' | 'recordSecurityEvent'>,
): Promise<void> {
  const { config, now } = ctx
  const number = ((await findLineCertificate(tx, key))?.code_number ?? 0) + 1
  const years = config.GIFT_CARD_YEARS
  await saveLineCertificate(tx, {
    ...{ ...key, cents, due_cents: cents, refunded_cents: 0, lost_cents: 0, state: 'waiting' },
    ...{ code: lineCode(key, number, config), code_number: number },
    ...{ language: languageOfOrder(order, ctx), to_name: order.billingName ?? '', to_email: email },
    expires_on: years === 0 ? null : addYears(dayInAthens(now), years),
    ...{ attempts: 0, next_attempt_at: now, error: null, trouble: null, created_at: now, done_at: null },
  })
  await ctx.recordSecurityEvent({ kind: 'money_out', customerId: null, cents, about: 'line' }, tx)
  await queueOrder(tx, key.order_id, now)
}

/** An order was read: what of its exchanged lines is left now; less than is on a certificate is taken off it (R1311). */
export async function updateExchangedLines(
  tx: Db,
  { orderId, lines }: DomainEvents['exchangedLinesRead'],
  { now }: Pick<JobContext, 'now'>,
): Promise<void> {
  for (const { lineId, cents } of lines) {
    const key = { order_id: orderId, line_id: lineId }
    const row = await findLineCertificate(tx, key)
    if (!row || row.due_cents === cents) continue
    const isToLower = row.state === 'done' && row.cents - row.refunded_cents - row.lost_cents > cents
    await updateLineCertificate(tx, key, { due_cents: cents, ...(isToLower && { next_attempt_at: now }) })
  }
}
