import { findCustomerById } from '../../account/customer/data.ts'
import { toEuro } from '../../base/money.ts'
import { shopCodePrefix } from '../../checkout/worth/rules.ts'
import { lockRegistry } from '../../registry/registry/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopCertificate } from '../../shop/port-orders.ts'
import { allocateAmount } from '../ledger/rules.ts'
import { readBalance, writeLedgerLines } from '../ledger/service.ts'
import { recoverLineCertificates } from '../line-certificate/recovery-service.ts'
import { findPayoutByCode } from '../payout/code-data.ts'
import { derivePayoutCode, nextPayoutCode, type PayoutCodeName } from '../payout/code-service.ts'
import { insertPayout, markPayoutFailed, type PayoutRow, reducePayout } from '../payout/data.ts'
import { enqueueCertificateEmail } from '../payout/email-service.ts'
import { noteMoneyPaidOut } from '../payout/outcome-service.ts'
import { payoutCodeOfMark } from '../payout/rules.ts'
import { findRemainingParts } from '../payout/source-data.ts'
import * as data from './data.ts'

const sliceSize = 1000
/** Numbers that are tried beyond the last one that fits: between may be codes that never reached the shop. */
const lookAhead = 5
const reasons: PayoutRow['reason'][] = ['collect', 'prepayment', 'own', 'closing']

/**
 * Finds the certificates that the shop has and a restored database has lost, by the codes that registries get next, and
 * takes their money out of these registries, so that nothing is paid twice (R617). Returns a sentence for each that finds no
 * place. Repeating it changes nothing. Throws ShopFailure.
 */
export async function recoverCertificates(ctx: JobContext): Promise<string[]> {
  const { db, shop } = ctx
  const listed = await shop.fetchCertificatesAfter(await data.findLastCertificate(db))
  const ours = listed.filter(one => one.state !== 'disabled' && payoutCodeOf(one) !== null)
  const codes = ours.map(({ code }) => code)
  const settled = await data.findSettledCodes(db, codes)
  const lost = new Map(
    ours.filter(({ code }) => !settled.has(code)).map(one => [payoutCodeOf(one) ?? '', one]),
  )
  const sentences: string[] = []
  for (let after = 0; lost.size > 0; ) {
    const registries = await data.findPaidRegistries(db, after, sliceSize)
    for (const registry of registries)
      for (const { name, found } of reasons.flatMap(reason => matchNextCodes(registry, reason, lost, ctx))) {
        lost.delete(payoutCodeOf(found) ?? '')
        sentences.push(...(await adoptCertificate(registry, name, found, ctx)))
      }
    const last = registries.at(-1)
    if (!last) break
    after = last.id
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

/** The code of the payout that a certificate is: its own, or that of the mark on one made by hand (R1150). */
const payoutCodeOf = ({ code, fromName }: ShopCertificate) =>
  code.startsWith(shopCodePrefix) ? code : payoutCodeOfMark(fromName)

const euros = (cents: number) => `${toEuro(cents).toFixed(2)} EUR`

/**
 * What of these lost things, by their codes, bears a registry's next codes for a reason. Codes of waiting payouts are
 * among them, because these may have got the same numbers again.
 */
export function matchNextCodes<T>(
  { code: registryCode, numbers }: data.PaidRegistry,
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

/** A sentence when the registry holds less than the certificate, or there is nobody to whom it belongs. */
async function adoptCertificate(
  registry: data.PaidRegistry,
  name: PayoutCodeName,
  certificate: ShopCertificate,
  ctx: JobContext,
): Promise<string[]> {
  return ctx.db.transaction().execute(async tx => {
    await lockRegistry(tx, registry.id)
    const own = await findPayoutByCode(tx, payoutCodeOf(certificate) ?? '')
    const known = own ?? (await findPayoutByCode(tx, certificate.code))
    // A payout of the same amount under this code takes the certificate by itself.
    if (known && (known.state !== 'waiting' || known.cents === certificate.cents)) return []
    if (known) await giveUpWaiting(tx, known, ctx)
    return storeCertificate(tx, registry, name, certificate, ctx)
  })
}

/** Its money goes back into the registry, and is asked for again: of what the certificate leaves. */
export async function giveUpWaiting(tx: Db, payout: PayoutRow, { config, now }: JobContext): Promise<void> {
  const parts = await findRemainingParts(tx, payout.id)
  const line = { kind: 'returned' as const, payout_id: payout.id, sign: 1 as const, now }
  await writeLedgerLines(tx, payout.registry_id, parts, { ...line, cause: `payout ${payout.id} recovered` })
  const newCode = await nextPayoutCode(tx, payout.registry_id, payout.reason, config)
  await reducePayout(tx, payout.id, { cents: payout.cents, newCode, now })
  await markPayoutFailed(tx, payout.id, 'the shop had a certificate under its code', now)
}

async function storeCertificate(
  tx: Db,
  registry: data.PaidRegistry,
  { reason, number }: PayoutCodeName,
  certificate: ShopCertificate,
  ctx: JobContext,
): Promise<string[]> {
  const { now } = ctx
  const balance = await readBalance(tx, registry.id)
  const cents = Math.min(certificate.cents, balance.available)
  const parts = allocateAmount(balance, balance.accounts, cents)
  const host = await findCustomerById(tx, registry.customer_id)
  const lacks = `certificate ${certificate.id} of the shop, ${euros(certificate.cents)}, of registry ${registry.code}`
  if (!parts || !host) return [`${lacks}: the registry has no money that it could have been made from`]
  const isClosing = reason === 'closing'
  const payout = await insertPayout(tx, {
    registry_id: registry.id,
    method: 'certificate',
    // The closing that it was made by is lost as well, and comes again with what is left.
    reason: isClosing ? 'collect' : reason,
    closing_number: null,
    idempotency_key: `recovered ${certificate.code}`,
    fingerprint: '',
    cents,
    modifiers: '[]',
    language: host.language,
    to_name: host.name,
    to_surname: host.surname,
    to_email: host.erased_at ? '' : host.email,
    expires_on: null,
    state: 'done',
    shop_id: certificate.id,
    balance_cents: certificate.balanceCents,
    balance_at: now,
    done_at: now,
    next_attempt_at: now,
    created_at: now,
    code: certificate.code,
    handmade_id: certificate.code.startsWith(shopCodePrefix) ? null : certificate.id,
    code_number: isClosing ? null : number,
  })
  const cause = `payout ${payout.id}`
  await writeLedgerLines(tx, registry.id, parts, {
    ...{ kind: 'certificate', cause, payout_id: payout.id, sign: -1, now },
  })
  await enqueueCertificateEmail(tx, payout, ctx)
  await noteMoneyPaidOut(tx, payout, ctx)
  await ctx.registryChanged(tx, registry.id)
  return cents < certificate.cents ? [`${lacks}: the registry holds ${euros(cents)} of it alone`] : []
}

/** Once of each. */
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
