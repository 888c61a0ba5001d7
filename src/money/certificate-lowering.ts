import type { JobContext } from '../server/context/request-context.ts'
import type { Db } from '../server/postgres/tables.ts'
import * as data from './line-certificate.sql.ts'
import { endOfCode, formatLineNote } from './money.rules.ts'
import { PayoutFailure } from './payout/payout-letters.ts'

/** Cents on a certificate beyond what is left of its line, without those known as lost. */
const owedOf = ({ cents, refunded_cents, lost_cents, due_cents }: data.LineCertificateRow) =>
  Math.max(0, cents - refunded_cents - lost_cents - due_cents)

/**
 * Takes off a certificate what was refunded of its line, as far as it is unspent (R513). The amount is stored before
 * the shop is asked and marked there by a note, so that a process may die at any moment and another one goes on.
 */
export async function lowerLineCertificate(
  row: data.LineCertificateRow,
  assertInTime: () => void,
  ctx: JobContext,
): Promise<void> {
  const lowering = row.lowering_cents > 0 ? row : await start(row, ctx)
  if (!lowering) return
  const { lowering_cents: cents, lowering_from_cents: from } = lowering
  const note = formatLineNote(row, lowering)
  assertInTime()
  const change = { fromCents: from ?? 0, toCents: (from ?? 0) - cents, note }
  const certificate = await ctx.shop.lowerCertificate(row.shop_id ?? 0, change)
  await ctx.testHook?.('certificate lowered')
  const isLowered = certificate.message.includes(note)
  const to = (await ctx.shop.fetchOrder(row.order_id))?.email ?? null
  await ctx.db.transaction().execute(async tx => {
    const current = await data.lockLineCertificate(tx, row)
    if (current.lowering !== lowering.lowering || current.lowering_cents === 0) return
    await data.updateLineCertificate(tx, row, {
      ...{ lowering_cents: 0, lowering_from_cents: null, next_attempt_at: ctx.now },
      ...(isLowered && { refunded_cents: current.refunded_cents + cents, attempts: 0, error: null }),
    })
    if (isLowered && to !== null)
      await enqueueLoweredEmail(tx, lowering, { to, balance: certificate.balanceCents }, ctx)
  })
  // Somebody paid with it in the meantime: the next attempt reads its balance again.
  if (!isLowered) throw new PayoutFailure('card_changed', 'the certificate has changed meanwhile')
}

/** Reads the balance and stores what is taken off; null when that is nothing: then staff are told what is lost. */
async function start(
  { order_id, line_id, shop_id }: data.LineCertificateRow,
  ctx: JobContext,
): Promise<data.LineCertificateRow | null> {
  const certificate = await ctx.shop.fetchCertificate(shop_id ?? 0)
  const balance = certificate?.state === 'active' ? certificate.balanceCents : 0
  await ctx.testHook?.('certificate read')
  const key = { order_id, line_id }
  return ctx.db.transaction().execute(async tx => {
    const row = await data.lockLineCertificate(tx, key)
    const owed = owedOf(row)
    const cents = Math.min(owed, balance)
    if (row.lowering_cents > 0) return row
    if (cents === 0) {
      const lost_cents = row.lost_cents + owed
      await data.updateLineCertificate(tx, key, {
        lost_cents,
        next_attempt_at: null,
        attempts: 0,
        error: null,
      })
      if (owed > 0)
        await ctx.tellStaff(tx, {
          cause: `line-card-spent:${order_id}:${line_id}:${lost_cents}`,
          template: 'line-card-spent',
          props: { order: order_id, cents: owed },
        })
      return null
    }
    const set = { lowering: row.lowering + 1, lowering_cents: cents, lowering_from_cents: balance }
    await data.updateLineCertificate(tx, key, set)
    return { ...row, ...set }
  })
}

/** To the buyer, where the order still has an e-mail. */
async function enqueueLoweredEmail(
  tx: Db,
  { order_id: order, line_id, lowering, lowering_cents: cents, code, language }: data.LineCertificateRow,
  { to, balance }: { to: string; balance: number },
  { enqueueEmail }: JobContext,
): Promise<void> {
  await enqueueEmail(tx, {
    cause: `line-card-lowered:${order}:${line_id}:${lowering}`,
    template: 'line-card-lowered',
    language,
    to,
    props: { order, certificate_end: endOfCode(code), cents, balance },
  })
}
