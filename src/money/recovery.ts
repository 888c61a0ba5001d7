import { sql } from 'kysely'
import { type CustomerRow, findCustomerById } from '../account/customer/customer.sql.ts'
import { dayInAthens } from '../base/dates.ts'
import { toEuro } from '../base/money.ts'
import type { LineKey } from '../orders/orders.rules.ts'
import { syncOrder } from '../orders/orders.ts'
import { queueOrder } from '../orders/webhooks/webhooks.sql.ts'
import { shopCodePrefix } from '../orders/worth.rules.ts'
import { lockOrderLines } from '../orders/worth.sql.ts'
import { lockRegistry } from '../registry/registry.sql.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { saveRow } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import type { ShopCertificate } from '../shop/port-orders.ts'
import { allocateAmount } from './ledger.rules.ts'
import { readBalance, writeLedgerLines } from './ledger.ts'
import {
  enqueueIssuedEmail,
  findLineCertificate,
  findLinesToRecover,
  languageOfOrder,
  lineCode,
} from './line-certificate.ts'
import { readLineNotes } from './money.rules.ts'
import { derivePayoutCode, findPayoutByCode, nextPayoutCode, type PayoutCodeName } from './payout/codes.ts'
import { payoutCodeOfMark } from './payout/payout.rules.ts'
import {
  findRemainingParts,
  insertPayout,
  markPayoutFailed,
  type PayoutRow,
  reducePayout,
} from './payout/payout.sql.ts'
import { enqueueCertificateEmail } from './payout/payout-letters.ts'
import { noteMoneyPaidOut } from './payout/process.ts'

const sliceSize = 1000
/** Numbers that are tried beyond the last match: codes in between may never have reached the shop. */
const lookAhead = 5
const reasons: PayoutRow['reason'][] = ['collect', 'prepayment', 'own', 'closing']

/**
 * Finds certificates that a restored database has lost, by the codes that registries would use next, and takes their
 * money out of these registries, so that nothing is paid twice (R617). Answers a sentence for each that finds no place.
 * Repeating it changes nothing. Throws ShopFailure.
 */
export async function recoverCertificates(ctx: JobContext): Promise<string[]> {
  const { db, shop } = ctx
  const listed = await shop.fetchCertificatesAfter(await findLastCertificate(db))
  const ours = listed.filter(one => one.state !== 'disabled' && payoutCodeOf(one) !== null)
  const codes = ours.map(({ code }) => code)
  const settled = await findSettledCodes(db, codes)
  const lost = new Map(
    ours.filter(({ code }) => !settled.has(code)).map(one => [payoutCodeOf(one) ?? '', one]),
  )
  const sentences: string[] = []
  for await (const registry of eachPaidRegistry(db, lost))
    for (const { name, found } of reasons.flatMap(reason => matchNextCodes(registry, reason, lost, ctx))) {
      lost.delete(payoutCodeOf(found) ?? '')
      sentences.push(...(await adoptCertificate(registry, name, found, ctx)))
    }
  await recoverLineCertificates(lost, ctx)
  const unknown = [...lost.values()].map(
    ({ id, cents }) =>
      `certificate ${id} of the shop, ${euros(cents)}: is of no registry that the database knows`,
  )
  const all = [...sentences, ...unknown]
  await tellStaffOfUnplaced(all, ctx)
  return all
}

/** The code of the payout that a certificate belongs to: its own, or the one in the mark of a handmade one (R1150). */
const payoutCodeOf = ({ code, fromName }: ShopCertificate) =>
  code.startsWith(shopCodePrefix) ? code : payoutCodeOfMark(fromName)

const euros = (cents: number) => `${toEuro(cents).toFixed(2)} EUR`

/**
 * The lost things, by code, that have a registry's next codes for a reason. Codes of waiting payouts are tried as well:
 * these may have got the same numbers again.
 */
export function matchNextCodes<T>(
  { code: registryCode, numbers }: PaidRegistry,
  reason: PayoutRow['reason'],
  lost: Map<string, T>,
  { config }: JobContext,
): { name: PayoutCodeName; found: T }[] {
  const matches = []
  let end = (numbers[reason] ?? 0) + lookAhead
  for (let number = Math.max(1, end - 2 * lookAhead); number <= end; number++) {
    const name = { registryCode, reason, number }
    const found = lost.get(derivePayoutCode(name, config))
    if (found === undefined) continue
    matches.push({ name, found })
    end = number + lookAhead
  }
  return matches
}

/** Answers a sentence when the registry holds less than the certificate, or has no owner. */
async function adoptCertificate(
  registry: PaidRegistry,
  { reason, number }: PayoutCodeName,
  certificate: ShopCertificate,
  ctx: JobContext,
): Promise<string[]> {
  const { now } = ctx
  return ctx.db.transaction().execute(async tx => {
    await lockRegistry(tx, registry.id)
    const own = await findPayoutByCode(tx, payoutCodeOf(certificate) ?? '')
    const known = own ?? (await findPayoutByCode(tx, certificate.code))
    // A payout of the same amount under this code finds the certificate itself.
    if (known && (known.state !== 'waiting' || known.cents === certificate.cents)) return []
    if (known) await giveUpWaiting(tx, known, ctx)
    const balance = await readBalance(tx, registry.id)
    const cents = Math.min(certificate.cents, balance.available)
    const parts = allocateAmount(balance, balance.accounts, cents)
    const host = await findCustomerById(tx, registry.customer_id)
    const lacks = `certificate ${certificate.id} of the shop, ${euros(certificate.cents)}, of registry ${registry.code}`
    if (!parts || !host) return [`${lacks}: the registry has no money that it could have been made from`]
    const isClosing = reason === 'closing'
    const payout = await insertPayout(tx, {
      ...recoveredPayout(registry, host, now),
      method: 'certificate',
      // The closing that made it is lost as well; the next one pays what is left.
      reason: isClosing ? 'collect' : reason,
      idempotency_key: `recovered ${certificate.code}`,
      cents,
      shop_id: certificate.id,
      balance_cents: certificate.balanceCents,
      balance_at: now,
      code: certificate.code,
      handmade_id: certificate.code.startsWith(shopCodePrefix) ? null : certificate.id,
      code_number: isClosing ? null : number,
    })
    const origin = { kind: 'certificate' as const, cause: `payout ${payout.id}`, payout_id: payout.id }
    await writeLedgerLines(tx, registry.id, parts, { ...origin, sign: -1, now })
    await enqueueCertificateEmail(tx, payout, ctx)
    await noteMoneyPaidOut(tx, payout, ctx)
    await ctx.registryChanged(tx, registry.id)
    return cents < certificate.cents ? [`${lacks}: the registry holds ${euros(cents)} of it alone`] : []
  })
}

/** Puts the payout's money back into the registry, where it can be taken again as far as the certificate leaves any. */
export async function giveUpWaiting(tx: Db, payout: PayoutRow, { config, now }: JobContext): Promise<void> {
  const parts = await findRemainingParts(tx, payout.id)
  const line = { kind: 'returned' as const, payout_id: payout.id, sign: 1 as const, now }
  await writeLedgerLines(tx, payout.registry_id, parts, { ...line, cause: `payout ${payout.id} recovered` })
  const newCode = await nextPayoutCode(tx, payout.registry_id, payout.reason, config)
  await reducePayout(tx, payout.id, { cents: payout.cents, newCode, now })
  await markPayoutFailed(tx, payout.id, 'the shop had a certificate under its code', now)
}

/** What all payouts have that are found in the shop after a restore. */
export const recoveredPayout = ({ id }: PaidRegistry, host: CustomerRow, now: Date) => ({
  registry_id: id,
  closing_number: null,
  fingerprint: '',
  modifiers: '[]',
  expires_on: null,
  language: host.language,
  to_name: host.name,
  to_surname: host.surname,
  state: 'done' as const,
  done_at: now,
  next_attempt_at: now,
  created_at: now,
})

/** Sends each sentence once. */
export async function tellStaffOfUnplaced(sentences: string[], ctx: JobContext): Promise<void> {
  for (const sentence of sentences)
    await ctx.db.transaction().execute(tx =>
      ctx.tellStaff(tx, {
        cause: `certificate-unplaced:${sentence}`,
        template: 'certificate-unplaced',
        props: { sentence },
      }),
    )
}

/**
 * Finds gift cards of lines that a restored database has lost, by the codes that these lines would use next, so that
 * nothing is paid twice (R617). The line then counts for nothing else, whatever it was placed on in the backup. Removes
 * what it finds from `lost`. Throws ShopFailure.
 */
async function recoverLineCertificates(lost: Map<string, ShopCertificate>, ctx: JobContext): Promise<void> {
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
    // One that waits under this code with the same amount is finished by its job.
    if (
      known &&
      (known.state === 'done' || (known.code === certificate.code && known.cents === certificate.cents))
    )
      return
    const { cents, code, id, expiresAt } = certificate
    const row = {
      ...key,
      cents,
      due_cents: cents,
      lost_cents: 0,
      code,
      code_number: number,
      // What was taken off is in its notes; further refunds are found when the order is read.
      ...readLineNotes(key, certificate.message),
      language: order ? languageOfOrder(order, ctx) : ctx.config.STAFF_LANGUAGE,
      expires_on: expiresAt ? dayInAthens(expiresAt) : null,
      state: 'done' as const,
      shop_id: id,
      created_at: now,
      done_at: now,
      attempts: 0,
      next_attempt_at: null,
      error: null,
      trouble: null,
    }
    const stored = { ...row, to_name: '', to_email: '' }
    await saveRow(tx, 'line_certificate', ['order_id', 'line_id'], stored)
    await enqueueIssuedEmail(tx, { ...row, to_email: order?.email ?? '' }, ctx)
    await queueOrder(tx, key.order_id, now)
  })
  await syncOrder(key.order_id, ctx)
}

export interface PaidRegistry {
  id: number
  code: string
  customer_id: number
  /** The highest number of a code, by reason. */
  numbers: Record<string, number>
}

/** Registries that money came into, as long as something of `lost` is not found. */
export async function* eachPaidRegistry(
  db: Db,
  lost: Map<string, unknown>,
): AsyncGenerator<PaidRegistry, void> {
  for (let after: number | undefined = 0; after !== undefined && lost.size > 0; ) {
    const slice: PaidRegistry[] = await findPaidRegistries(db, after, sliceSize)
    yield* slice
    after = slice.at(-1)?.id
  }
}

async function findPaidRegistries(db: Db, after: number, max: number): Promise<PaidRegistry[]> {
  const { rows } = await sql<PaidRegistry>`
    select registry.id, registry.code, registry.customer_id, coalesce((
      select jsonb_object_agg(reason, last) from (
        select reason, max(code_number) as last from payout
        where payout.registry_id = registry.id and code_number is not null group by reason) by_reason), '{}') as numbers
    from registry where registry.id > ${after}
      and exists (select from ledger where ledger.registry_id = registry.id)
    order by registry.id limit ${max}`.execute(db)
  return rows
}

/** The shop's id of the newest known certificate; 0 for none. */
async function findLastCertificate(db: Db): Promise<number> {
  const row = await db
    .selectFrom('payout')
    .select(select => select.fn.max('shop_id').as('last'))
    .where('method', '=', 'certificate')
    .executeTakeFirst()
  return row?.last ?? 0
}

/** Those of the codes that are of a payout or gift card which is done or failed. */
export async function findSettledCodes(db: Db, codes: string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const rows = await db
    .selectFrom('payout')
    .select('code')
    .where('code', 'in', codes)
    .where('state', '<>', 'waiting')
    .unionAll(
      db
        .selectFrom('line_certificate')
        .select('code')
        .where('code', 'in', codes)
        .where('state', '<>', 'waiting'),
    )
    .execute()
  return new Set(rows.map(row => row.code))
}

/** Prefers the gift of the variant; null without a gift of that product. */
export async function findGiftOfProduct(
  db: Db,
  registryId: number,
  { productId, variantId }: { productId: number; variantId: number },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from gift where registry_id = ${registryId} and product_id = ${productId}
    order by variant_id = ${variantId} desc, removed_at is null desc, id limit 1`.execute(db)
  return rows[0]?.id ?? null
}
