import { sql } from 'kysely'
import { generateCode } from '../../base/fields.ts'
import { languages } from '../../base/language.ts'
import { appendStaffNote, rewriteStaffNote } from '../../orders/notes.ts'
import { findRegistryById } from '../../registry/registry.sql.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { type DigestSecrets, keyedDigest } from '../../server/context/signing.ts'
import { findRow, getRow, updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { Shop } from '../../shop/port.ts'
import type { CertificateRequest, ShopCertificate } from '../../shop/port-orders.ts'
import { formatPaidOutNote } from '../letters.ts'
import { formatCertificateCode, formatPayoutMark, payoutCodeOfMark } from './payout.rules.ts'
import type { PayoutRow } from './payout.sql.ts'
import { PayoutFailure } from './payout-letters.ts'

/** What a code is derived from: which of a registry's payouts it is for. */
export interface PayoutCodeName {
  registryCode: string
  reason: PayoutRow['reason']
  number: number
}

/**
 * The code of a payout (R603), by a key that never changes. Nobody else can compute it, and a restored database derives
 * the same one, so that a certificate that it has lost is found in the shop (R617).
 */
export function derivePayoutCode(
  { registryCode, reason, number }: PayoutCodeName,
  secrets: DigestSecrets,
): string {
  return deriveCode(`${registryCode} ${reason} ${number}`, secrets)
}

/** The code for a name, derived by the key that never changes. */
export function deriveCode(name: string, secrets: DigestSecrets): string {
  let block = 0
  return formatCertificateCode(generateCode(() => keyedDigest('payout code', `${name} ${block++}`, secrets)))
}

/** The next unused code; call it under the registry's lock. */
export async function nextPayoutCode(
  tx: Db,
  registryId: number,
  reason: PayoutRow['reason'],
  secrets: DigestSecrets,
): Promise<{ code: string; code_number: number }> {
  const registryCode = await findRegistryCode(tx, registryId)
  for (let code_number = (await findLastCodeNumber(tx, registryId, reason)) + 1; ; code_number++) {
    const code = derivePayoutCode({ registryCode, reason, number: code_number }, secrets)
    if (!(await findPayoutByCode(tx, code))) return { code, code_number }
  }
}

/**
 * The certificate of this payout in the shop: under its code, else a handmade one with its mark, which a restored
 * database doesn't know of (R1150). A disabled one only when there is no other.
 */
export async function findPayoutCertificate(
  { code }: Pick<PayoutRow, 'code'>,
  shop: Pick<Shop, 'findCertificateByCode' | 'findCertificateByMark'>,
): Promise<ShopCertificate | null> {
  const own = await shop.findCertificateByCode(code)
  if (own && own.state !== 'disabled') return own
  return (await shop.findCertificateByMark(formatPayoutMark(code))) ?? own
}

/**
 * Marks the certificate that staff chose for a payout and checks that the mark finds it, before anybody learns that the
 * payout is done: so any later database finds it (R1150). Null when the shop no longer has it or it is disabled; then
 * the choice is removed. Throws ShopFailure, and PayoutFailure for one that is no longer as it was chosen.
 */
export async function markHandmade(
  payout: PayoutRow,
  id: number,
  { assertInTime, ctx }: { assertInTime: () => void; ctx: JobContext },
): Promise<ShopCertificate | null> {
  const { shop } = ctx
  const mark = formatPayoutMark(payout.code)
  const certificate = await shop.fetchCertificate(id)
  await ctx.testHook?.('handmade read')
  if (certificate === null || certificate.state === 'disabled') {
    await updateRows(ctx.db, 'payout', {
      set: { handmade_id: null },
      where: { id: payout.id, handmade_id: id, state: 'waiting' },
    })
    return null
  }
  if (
    certificate.state !== 'active' ||
    certificate.cents !== payout.cents ||
    isMarkedForOther(payout, certificate)
  )
    throw new PayoutFailure(
      'card_changed',
      `certificate ${id}, made by hand, is not what was chosen any more`,
    )
  assertInTime()
  await shop.markCertificate(id, mark)
  if ((await shop.findCertificateByMark(mark))?.id !== id)
    throw new PayoutFailure('shop_connection', `certificate ${id} is not found by its mark`)
  await ctx.testHook?.('handmade marked')
  return certificate
}

/** Another thing was made under this code before a restore: the command takes it over (R617). */
export const codeTaken = () =>
  new PayoutFailure(
    'code_taken',
    'the shop knows this code from before a restore: npm run reconcile -- --after-restore takes it over',
  )

export function certificateRequest(
  row: Pick<PayoutRow, 'code' | 'cents' | 'language' | 'expires_on'>,
  to: { name: string; email: string },
  { SITE_NAME, SUPPORT_EMAIL }: JobContext['config'],
): CertificateRequest {
  const { code, cents, language, expires_on: expiresOn } = row
  const from = { fromName: SITE_NAME, fromEmail: SUPPORT_EMAIL }
  return { code, cents, language, expiresOn, toName: to.name, toEmail: to.email, ...from, message: null }
}

/** Whether it has the mark of another payout, even of one that this database has lost. */
export function isMarkedForOther({ code }: Pick<PayoutRow, 'code'>, certificate: ShopCertificate): boolean {
  const marked = payoutCodeOfMark(certificate.fromName)
  return marked !== null && marked !== code
}

/**
 * Adds or removes the line in the staff notes of these orders that asks staff to think before they refund: it is there
 * while any of the order's money has left the registry (R513). A job writes notes into the shop. Call it under the
 * registry's lock; repeating it changes nothing.
 */
export async function updatePaidOutNotes(
  tx: Db,
  registryId: number,
  orderIds: number[],
  { config, now }: Pick<JobContext, 'config' | 'now'>,
): Promise<void> {
  const registry = await findRegistryById(tx, registryId)
  if (!registry) return
  const sorted = [...new Set(orderIds)].sort((one, other) => one - other)
  const paidOut = await findPaidOutOrders(tx, registryId, sorted)
  const lines = languages.map(language => formatPaidOutNote(registry.code, language))
  const line = formatPaidOutNote(registry.code, config.STAFF_LANGUAGE)
  for (const orderId of sorted) {
    const order = await findRow(tx, 'order_sync', { order_id: orderId }, ['staff_note'])
    const staff_note = order?.staff_note ?? ''
    const isNoted = staff_note.split('\n').some(one => lines.includes(one))
    if (paidOut.has(orderId) === isNoted) continue
    const withoutIt = (one: string) => (lines.includes(one) ? null : one)
    if (isNoted) await rewriteStaffNote(tx, { order_id: orderId, staff_note }, withoutIt, now)
    else await appendStaffNote(tx, orderId, line, now)
  }
}

/** Also of a removed registry. */
export async function findRegistryCode(db: Db, registryId: number): Promise<string> {
  return (await getRow(db, 'registry', { id: registryId }, ['code'])).code
}

/** In any state. */
export async function findPayoutByCode(db: Db, code: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('payout').selectAll().where('code', '=', code).executeTakeFirst()
}

/** The highest number of the registry's codes for that reason; 0 for none. */
async function findLastCodeNumber(db: Db, registryId: number, reason: PayoutRow['reason']): Promise<number> {
  const row = await db
    .selectFrom('payout')
    .select(select => select.fn.max('code_number').as('last'))
    .where('registry_id', '=', registryId)
    .where('reason', '=', reason)
    .executeTakeFirst()
  return row?.last ?? 0
}

/** The payout of this certificate of the shop, or the one that it was chosen for. */
export async function findPayoutByCertificate(db: Db, certificateId: number): Promise<PayoutRow | undefined> {
  return db
    .selectFrom('payout')
    .selectAll()
    .where('method', '=', 'certificate')
    .where(row => row.or([row('shop_id', '=', certificateId), row('handmade_id', '=', certificateId)]))
    .executeTakeFirst()
}

/** Chooses a handmade certificate for this waiting payout (R1150), which is then due at once. */
export async function chooseHandmade(tx: Db, id: number, certificateId: number, now: Date): Promise<void> {
  await updateRows(tx, 'payout', {
    set: { handmade_id: certificateId, next_attempt_at: now },
    where: { id, state: 'waiting' },
  })
}

/** Those of the orders whose money has left this registry and did not come back. */
async function findPaidOutOrders(tx: Db, registryId: number, orderIds: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ order_id: number }>`
    select source_order_id as order_id from ledger join payout on payout.id = ledger.payout_id
    where ledger.registry_id = ${registryId} and payout.state = 'done' and source_order_id = any(${orderIds})
    group by source_order_id having sum(ledger.cents) < 0`.execute(tx)
  return new Set(rows.map(row => row.order_id))
}
