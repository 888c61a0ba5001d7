import { type Selectable, sql, type Updateable } from 'kysely'
import { dayInAthens } from '../base/dates.ts'
import { hourMs } from '../base/durations.ts'
import { type Language, languages } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import { nextAttemptAt } from '../base/work-limit.ts'
import { appendStaffNote } from '../orders/notes.ts'
import type { LineKey } from '../orders/orders.rules.ts'
import { syncOrder } from '../orders/orders.ts'
import { queueOrder } from '../orders/webhooks/webhooks.sql.ts'
import type { DomainEvents } from '../server/context/domain-events.ts'
import type { JobContext } from '../server/context/request-context.ts'
import type { DigestSecrets } from '../server/context/signing.ts'
import { findRow, saveRow, updateRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import type { ShopCertificate, ShopOrder } from '../shop/port-orders.ts'
import { claimMs, processBatch, shopRetryDelays, startClaim } from './claim.ts'
import { ripeAt } from './ledger.rules.ts'
import { findPaymentMoments, releaseTerm } from './ledger.ts'
import { formatExchangeNote } from './letters.ts'
import { endOfCode, formatLineNote, readLineNotes } from './money.rules.ts'
import { certificateRequest, codeTaken, deriveCode } from './payout/codes.ts'
import { addYears } from './payout/payout.rules.ts'
import { PayoutFailure, payoutTroubleOf } from './payout/payout-letters.ts'

const unpaidRetryMs = hourMs

/**
 * Makes or lowers one certificate of a line, the given one or whichever is due. What an earlier attempt may have made
 * is looked up first. A failure is stored and tried again later. False when nothing was due.
 */
export async function processLineCertificate(key: LineKey | null, ctx: JobContext): Promise<boolean> {
  const row = await claimLineCertificate(ctx.db, ctx.now, claimMs, key)
  if (!row) return false
  const assertInTime = startClaim()
  try {
    await rereadOrder(row, ctx)
    const current = await findLineCertificate(ctx.db, row)
    if (current?.state === 'waiting') await issue(current, assertInTime, ctx)
    else if (current?.state === 'done') await lower(current, assertInTime, ctx)
  } catch (error) {
    await recordFailure(row, error, ctx)
  }
  return true
}

/** Reads the order again, so that the latest refunds count. */
async function rereadOrder({ order_id }: LineKey, ctx: JobContext): Promise<void> {
  if (!(await syncOrder(order_id, ctx)))
    throw new PayoutFailure('order_gone', `order ${order_id} is not in the shop any more`)
}

async function issue(row: LineCertificateRow, assertInTime: () => void, ctx: JobContext): Promise<void> {
  const { db, shop, now } = ctx
  const paid = (await findPaymentMoments(db, [row.order_id])).get(row.order_id)
  const term = releaseTerm(ctx)
  const ripe = paid ? ripeAt(paid, term) : null
  if (row.due_cents > 0 && (ripe === null || ripe > now)) {
    const next = ripe ?? new Date(now.getTime() + unpaidRetryMs)
    return updateLineCertificate(db, row, { attempts: 0, next_attempt_at: next, error: null })
  }
  const found = await shop.findCertificateByCode(row.code)
  if (found && found.state !== 'disabled' && found.cents !== row.cents) throw codeTaken()
  const existing = found?.state === 'active' ? found : null
  // Somebody has used it, so it was made and sent before a restore.
  if (existing && existing.balanceCents < existing.cents) return finish(row, existing, ctx)
  if (found?.state === 'disabled' || row.due_cents < row.cents) return renew(row, existing, ctx)
  assertInTime()
  const request = certificateRequest(row, { name: row.to_name, email: row.to_email }, ctx.config)
  const certificate = existing ?? (await shop.createCertificate(request))
  await ctx.testHook?.('certificate made')
  await rereadOrder(row, ctx)
  await ctx.testHook?.('certificate checked')
  const { due_cents } = (await findLineCertificate(db, row)) ?? row
  if (due_cents < row.cents) await renew({ ...row, due_cents }, certificate, ctx)
  else await finish(row, certificate, ctx)
}

/**
 * Replaces the code by a new one for what is left of the line, or ends it when nothing is left. The old code was never
 * sent.
 */
async function renew(
  row: LineCertificateRow,
  certificate: ShopCertificate | null,
  ctx: JobContext,
): Promise<void> {
  if (certificate) await ctx.shop.setCertificateState(certificate.id, 'disabled')
  await ctx.db.transaction().execute(async tx => {
    const current = await lockLineCertificate(tx, row)
    if (current.state !== 'waiting' || current.code !== row.code) return
    const { due_cents: cents } = current
    const number = row.code_number + 1
    await updateLineCertificate(
      tx,
      row,
      cents === 0
        ? { state: 'failed', next_attempt_at: null, error: null, done_at: ctx.now, to_name: '', to_email: '' }
        : { cents, code: lineCode(row, number, ctx.config), code_number: number, next_attempt_at: ctx.now },
    )
  })
}

/** Sends the code to the buyer, once, and writes a note for staff on the order. */
async function finish(
  row: LineCertificateRow,
  { id, message }: ShopCertificate,
  ctx: JobContext,
): Promise<void> {
  await ctx.db.transaction().execute(async tx => {
    const current = await lockLineCertificate(tx, row)
    if (current.state !== 'waiting' || current.code !== row.code) return
    const taken = readLineNotes(row, message)
    const isToLower = current.due_cents < current.cents - taken.refunded_cents
    await updateLineCertificate(tx, row, {
      ...taken,
      state: 'done',
      shop_id: id,
      done_at: ctx.now,
      attempts: 0,
      error: null,
      trouble: null,
      next_attempt_at: isToLower ? ctx.now : null,
      to_name: '',
      to_email: '',
    })
    await enqueueIssuedEmail(tx, current, ctx)
    const note = formatExchangeNote(current, ctx.config.STAFF_LANGUAGE)
    await appendStaffNote(tx, row.order_id, note, ctx.now)
    ctx.log.info({ order: row.order_id, line: row.line_id }, 'a line became a gift card')
  })
}

/** Cents on a certificate beyond what is left of its line, without those known as lost. */
const owedOf = ({ cents, refunded_cents, lost_cents, due_cents }: LineCertificateRow) =>
  Math.max(0, cents - refunded_cents - lost_cents - due_cents)

/**
 * Takes off a certificate what was refunded of its line, as far as it is unspent (R513). The amount is stored before
 * the shop is asked and marked there by a note, so that a process may die at any moment and another one goes on.
 */
async function lower(row: LineCertificateRow, assertInTime: () => void, ctx: JobContext): Promise<void> {
  const lowering = row.lowering_cents > 0 ? row : await startLowering(row, ctx)
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
    const current = await lockLineCertificate(tx, row)
    if (current.lowering !== lowering.lowering || current.lowering_cents === 0) return
    await updateLineCertificate(tx, row, {
      lowering_cents: 0,
      lowering_from_cents: null,
      next_attempt_at: ctx.now,
      ...(isLowered && { refunded_cents: current.refunded_cents + cents, attempts: 0, error: null }),
    })
    if (isLowered && to !== null)
      await enqueueLoweredEmail(tx, lowering, { to, balance: certificate.balanceCents }, ctx)
  })
  // Somebody paid with it in the meantime: the next attempt reads its balance again.
  if (!isLowered) throw new PayoutFailure('card_changed', 'the certificate has changed meanwhile')
}

/** Reads the balance and stores what is taken off; null when that is nothing: then staff are told what is lost. */
async function startLowering(
  { order_id, line_id, shop_id }: LineCertificateRow,
  ctx: JobContext,
): Promise<LineCertificateRow | null> {
  const certificate = await ctx.shop.fetchCertificate(shop_id ?? 0)
  const balance = certificate?.state === 'active' ? certificate.balanceCents : 0
  await ctx.testHook?.('certificate read')
  const key = { order_id, line_id }
  return ctx.db.transaction().execute(async tx => {
    const row = await lockLineCertificate(tx, key)
    const owed = owedOf(row)
    const cents = Math.min(owed, balance)
    if (row.lowering_cents > 0) return row
    if (cents === 0) {
      const lost_cents = row.lost_cents + owed
      const ended = { next_attempt_at: null, attempts: 0, error: null }
      await updateLineCertificate(tx, key, { lost_cents, ...ended })
      if (owed > 0)
        await ctx.tellStaff(tx, {
          cause: `line-card-spent:${order_id}:${line_id}:${lost_cents}`,
          template: 'line-card-spent',
          props: { order: order_id, cents: owed },
        })
      return null
    }
    const set = { lowering: row.lowering + 1, lowering_cents: cents, lowering_from_cents: balance }
    await updateLineCertificate(tx, key, set)
    return { ...row, ...set }
  })
}

/** To the buyer, where the order still has an e-mail. */
async function enqueueLoweredEmail(
  tx: Db,
  { order_id: order, line_id, lowering, lowering_cents: cents, code, language }: LineCertificateRow,
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

export async function enqueueIssuedEmail(
  tx: Db,
  row: LineKey & Pick<LineCertificateRow, 'code' | 'cents' | 'expires_on' | 'language' | 'to_email'>,
  { enqueueEmail }: Pick<JobContext, 'enqueueEmail'>,
): Promise<void> {
  const { order_id: order, line_id, code, cents, expires_on, language, to_email } = row
  if (to_email === '') return
  await enqueueEmail(tx, {
    ...lineLetter({ order_id: order, line_id }),
    language,
    to: to_email,
    props: { order, certificate: code, cents, expires_on },
  })
}

export const lineLetter = ({ order_id, line_id }: LineKey) => ({
  cause: `line-card:${order_id}:${line_id}`,
  template: 'line-card',
})

async function recordFailure(row: LineCertificateRow, error: unknown, ctx: JobContext): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  ctx.log.warn({ err: error, order: row.order_id, line: row.line_id }, 'a gift card is tried again later')
  await updateLineCertificate(ctx.db, row, {
    error: reason,
    trouble: payoutTroubleOf(error),
    next_attempt_at: nextAttemptAt(ctx.now, row.attempts, shopRetryDelays),
  })
}

/** Derived, so that a restored database makes the same code again (R617). */
export const lineCode = ({ order_id, line_id }: LineKey, number: number, secrets: DigestSecrets): string =>
  deriveCode(`order ${order_id} line ${line_id} ${number}`, secrets)

/** The language of the order's channel; that of staff where one channel has both. */
export function languageOfOrder(
  { channelId }: Pick<ShopOrder, 'channelId'>,
  { config }: Pick<JobContext, 'config'>,
): Language {
  const { SHOP_CHANNELS: channels, STAFF_LANGUAGE } = config
  const [language, ...others] = languages.filter(one => channels[one].id === channelId)
  return language === undefined || others.length > 0 ? STAFF_LANGUAGE : language
}

/**
 * Turns a line's money into a certificate for the order's e-mail: stored now, made by a job once the order's days are
 * over. From then on the line counts for nothing else; call it under the lock of the order's lines.
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
  // Replaces one that failed.
  await saveRow(tx, 'line_certificate', ['order_id', 'line_id'], {
    ...key,
    cents,
    due_cents: cents,
    refunded_cents: 0,
    lost_cents: 0,
    state: 'waiting',
    code: lineCode(key, number, config),
    code_number: number,
    language: languageOfOrder(order, ctx),
    to_name: order.billingName ?? '',
    to_email: email,
    expires_on: years === 0 ? null : addYears(dayInAthens(now), years),
    attempts: 0,
    next_attempt_at: now,
    error: null,
    trouble: null,
    created_at: now,
    done_at: null,
  })
  await ctx.recordSecurityEvent({ kind: 'money_out', customerId: null, cents, about: 'line' }, tx)
  await queueOrder(tx, key.order_id, now)
}

/** Stores what is left of an order's exchanged lines; what a certificate has beyond it is taken off (R1311). */
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

/** Makes and lowers gift cards of lines that are due; answers how many. */
export const processDueLineCertificates = (ctx: JobContext) =>
  processBatch(() => processLineCertificate(null, ctx))

type LineCertificateRow = Selectable<Tables['line_certificate']>

export function findLineCertificate(
  db: Db,
  { order_id, line_id }: LineKey,
): Promise<LineCertificateRow | undefined> {
  return findRow(db, 'line_certificate', { order_id, line_id })
}

async function lockLineCertificate(tx: Db, key: LineKey): Promise<LineCertificateRow> {
  return tx
    .selectFrom('line_certificate')
    .selectAll()
    .where('order_id', '=', key.order_id)
    .where('line_id', '=', key.line_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

async function updateLineCertificate(
  tx: Db,
  { order_id, line_id }: LineKey,
  set: Updateable<Tables['line_certificate']>,
): Promise<void> {
  await updateRows(tx, 'line_certificate', { set, where: { order_id, line_id } })
}

/** Claims one that is due, the given one or any; no other process gets it for `leaseMs`. */
async function claimLineCertificate(
  db: Db,
  now: Date,
  leaseMs: number,
  key: LineKey | null,
): Promise<LineCertificateRow | null> {
  const isAsked = key ? sql`order_id = ${key.order_id} and line_id = ${key.line_id}` : sql`true`
  const { rows } = await sql<LineCertificateRow>`
    update line_certificate set attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    where (order_id, line_id) = (
      select order_id, line_id from line_certificate where next_attempt_at <= ${now} and ${isAsked}
      order by next_attempt_at limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0] ?? null
}

/** Cents that registries owe for the order: its money had left them before it was taken off. */
export async function sumOwedOfOrder(db: Db, orderId: number): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select coalesce(sum(-cents), 0)::int as cents from (
      select sum(cents) as cents from ledger
      where coalesce(source_order_id, order_id) = ${orderId} and account <> 'goods' group by registry_id) lot
    where cents < 0`.execute(db)
  return rows[0]?.cents ?? 0
}

/** Lines that a lost certificate may be of, with the highest number of their codes: all that wait or once did. */
export async function findLinesToRecover(db: Db): Promise<(LineKey & { number: number })[]> {
  const { rows } = await sql<LineKey & { number: number }>`
    select order_id, line_id, coalesce(max(code_number), 0)::int as number from (
      select order_id, line_id, null::int as code_number from unmatched_line
      union all select order_id, line_id, null from line_placement
      union all select order_id, line_id, code_number from line_certificate) line
    group by order_id, line_id order by order_id, line_id`.execute(db)
  return rows
}
