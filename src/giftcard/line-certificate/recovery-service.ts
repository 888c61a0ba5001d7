import { dayInAthens } from '../../base/dates.ts'
import { queueOrder } from '../../checkout/orders/placement-service.ts'
import { syncOrder } from '../../checkout/orders/service.ts'
import { lockOrderLines } from '../../checkout/worth/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { ShopCertificate, ShopOrder } from '../../shop/port-orders.ts'
import { findLineCertificate, findLinesToRecover, type LineKey, saveLineCertificate } from './data.ts'
import { enqueueIssuedEmail } from './process-service.ts'
import { readLineNotes } from './rules.ts'
import { languageOfOrder, lineCode } from './service.ts'

/** Numbers that are tried beyond the last one that fits: between may be codes that never reached the shop. */
const lookAhead = 5

/**
 * Finds the gift cards of lines that a restored database has lost, by the codes that these lines get next, so that nothing
 * is paid twice (R617): the line counts for nothing else, wherever staff had placed it in the backup. Takes what it finds
 * off `lost`. Throws ShopFailure.
 */
export async function recoverLineCertificates(
  lost: Map<string, ShopCertificate>,
  ctx: JobContext,
): Promise<void> {
  if (lost.size === 0) return
  for (const { number: last, ...key } of await findLinesToRecover(ctx.db))
    for (let number = 1; number <= last + lookAhead; number++) {
      const code = lineCode(key, number, ctx.config)
      const certificate = lost.get(code)
      if (!certificate) continue
      await adopt(key, number, certificate, ctx)
      lost.delete(code)
    }
}

async function adopt(
  key: LineKey,
  number: number,
  certificate: ShopCertificate,
  ctx: JobContext,
): Promise<void> {
  const { db, now } = ctx
  const order = await ctx.shop.fetchOrder(key.order_id)
  await db.transaction().execute(async tx => {
    await lockOrderLines(tx, key.order_id)
    const known = await findLineCertificate(tx, key)
    // One that waits under this code, of its amount, is finished by its job.
    if (
      known &&
      (known.state === 'done' || (known.code === certificate.code && known.cents === certificate.cents))
    )
      return
    const row = toRow(key, { number, certificate, order }, ctx)
    await saveLineCertificate(tx, { ...row, to_name: '', to_email: '' })
    const letter = { ...row, to_email: order?.email ?? '' }
    await enqueueIssuedEmail(tx, letter, ctx)
    await queueOrder(tx, key.order_id, now)
  })
  await syncOrder(key.order_id, ctx)
}

/** What of it was taken off is on the certificate; what the order has lost since is looked at when it is read. */
function toRow(
  key: LineKey,
  found: { number: number; certificate: ShopCertificate; order: ShopOrder | null },
  ctx: JobContext,
) {
  const { certificate, order, number } = found
  const { cents, code, id, expiresAt } = certificate
  const { now } = ctx
  return {
    ...{ ...key, cents, due_cents: cents, lost_cents: 0, code, code_number: number },
    ...readLineNotes(key, certificate.message),
    language: order ? languageOfOrder(order, ctx) : ctx.config.STAFF_LANGUAGE,
    expires_on: expiresAt ? dayInAthens(expiresAt) : null,
    ...{
      state: 'done' as const,
      shop_id: id,
      attempts: 0,
      next_attempt_at: null,
      error: null,
      trouble: null,
    },
    ...{ created_at: now, done_at: now },
  }
}
