import { findCustomerById } from '../../account/customer/data.ts'
import { nextAttemptAt } from '../../base/retry.ts'
import { requeueWebhookEvent } from '../../checkout/webhooks/data.ts'
import { findRegistryById } from '../../registry/registry/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db, PostalAddress } from '../../server/postgres/tables.ts'
import { ShopFailure } from '../../shop/port.ts'
import * as data from '../ledger/data.ts'
import * as kept from './data.ts'
import {
  enqueueCertificateEmail,
  enqueueHostOrderEmail,
  enqueueOrderRefusedEmail,
  enqueueStalledPayoutEmail,
} from './email-service.ts'

/** Tries again after 10 s, 20 s, 40 s … at most an hour. */
const pauses = { firstMs: 10_000, mostMs: 3_600_000 }

/** How long a process has a payout to itself, and until when within it the shop may still be asked to act. */
const leaseMs = 60_000
const actWithinMs = 30_000
const atOnce = 50
/** After so many failures staff are told. */
const stuckAfter = 5

/** Works off the payouts that are due, each by whichever process takes it first. */
export async function processDuePayouts(ctx: JobContext): Promise<number> {
  let worked = 0
  while (worked < atOnce && (await processPayout(null, ctx))) worked++
  return worked
}

/**
 * Asks the shop for one payout, the given one or whichever is due: what an earlier try may have made is looked up
 * before anything is made. A failure is noted and tried again later. False when there was nothing to do.
 */
export async function processPayout(id: number | null, ctx: JobContext): Promise<boolean> {
  const payout = await kept.claimPayout(ctx.db, ctx.now, leaseMs, id)
  if (!payout) return false
  const act = { payout, until: performance.now() + actWithinMs }
  try {
    if (payout.method === 'certificate') await issue(act, ctx)
    else await order(act, ctx)
  } catch (error) {
    await notDone(payout, error, ctx)
  }
  return true
}

interface Act {
  payout: kept.PayoutRow
  /** By this process's own clock; a later act might meet that of the next one who took it. */
  until: number
}

function inTime({ until }: Act): void {
  if (performance.now() > until) throw new Error('too late to act; the next turn looks first')
}

async function issue(act: Act, { db, shop, config, now, enqueueEmail }: JobContext): Promise<void> {
  const { payout } = act
  const before = payout.attempts > 1 ? await shop.findCertificateByCode(payout.code) : null
  inTime(act)
  const certificate = before ?? (await shop.createCertificate(certificateOf(payout, config)))
  await db.transaction().execute(async tx => {
    const done = { shop_id: certificate.id, balance_cents: certificate.balanceCents, now }
    if (await kept.markPayoutDone(tx, payout.id, done))
      await enqueueCertificateEmail(tx, payout, enqueueEmail)
  })
}

function certificateOf(payout: kept.PayoutRow, { SITE_NAME, SUPPORT_EMAIL }: JobContext['config']) {
  return {
    code: payout.code,
    cents: payout.cents,
    toName: `${payout.to_name} ${payout.to_surname}`,
    toEmail: payout.to_email,
    fromName: SITE_NAME,
    fromEmail: SUPPORT_EMAIL,
    message: null,
    language: payout.language,
    expiresOn: payout.expires_on,
  }
}

async function order(act: Act, ctx: JobContext): Promise<void> {
  const { payout } = act
  const { db, shop, now, enqueueEmail } = ctx
  const earlier = () => (payout.attempts > 1 ? shop.findOrderByExternalId(payout.code) : null)
  const orderId = (await earlier()) ?? (await placed(act, ctx)) ?? (await earlier())
  // What an earlier try made while this one was refused is found by the last look.
  if (orderId === null) return db.transaction().execute(tx => giveBack(tx, payout, ctx))
  await db.transaction().execute(async tx => {
    const done = { shop_id: orderId, balance_cents: null, now }
    if (!(await kept.markPayoutDone(tx, payout.id, done))) return
    await enqueueHostOrderEmail(tx, payout, enqueueEmail)
    // What became of it before we knew its number is read now.
    const subject = `order ${orderId}`
    await requeueWebhookEvent(tx, { id: `look ${subject}`, scope: 'look', subject }, now)
  })
}

/** The number of the order that the shop took on; null when it refuses it. */
async function placed(act: Act, ctx: JobContext): Promise<number | null> {
  const wanted = await orderOf(act.payout, ctx)
  inTime(act)
  try {
    return await ctx.shop.placeOrder(wanted)
  } catch (error) {
    if (error instanceof ShopFailure && error.kind === 'invalid') return null
    throw error
  }
}

async function orderOf(payout: kept.PayoutRow, { db }: JobContext) {
  const registry = await findRegistryById(db, payout.registry_id)
  const customer = registry && (await findCustomerById(db, registry.customer_id))
  const gift = await data.giftToOrder(db, payout.gift_id ?? 0)
  const units = payout.units ?? 1
  const person = { name: payout.to_name, surname: payout.to_surname }
  const address = registry?.shipping_address ?? null
  return {
    externalId: payout.code,
    language: payout.language,
    customerId: customer?.shop_customer_id ?? 0,
    customer: { ...person, email: payout.to_email, phone: customer?.phone ?? address?.phone ?? null },
    shipTo: gift.type === 'digital' || address === null ? null : { ...person, ...placeOf(address) },
    lines: [
      {
        productId: gift.product_id,
        variantId: gift.variant_id,
        quantity: units,
        cents: payout.cents / units,
        options: gift.selected_options,
      },
    ],
    staffNote: `Registry ${registry?.code ?? ''}: paid from the money collected there (${payout.code}).`,
  }
}

function placeOf({ street, city, region, postcode, country, phone }: PostalAddress) {
  return { street, city, region, postcode, country, phone }
}

/** It is tried again; whether the shop acted before its answer was lost is looked up then. */
async function notDone(payout: kept.PayoutRow, error: unknown, ctx: JobContext): Promise<void> {
  const { db, now } = ctx
  const why = error instanceof Error ? error.message : String(error)
  await db.transaction().execute(async tx => {
    await kept.schedulePayoutRetry(tx, payout.id, why, nextAttemptAt(now, payout.attempts, pauses))
    if (payout.attempts >= stuckAfter) await enqueueStalledPayoutEmail(tx, payout, why, ctx)
  })
}

/** An order that the shop refuses will not be placed: its money goes back to where it was. */
async function giveBack(tx: Db, payout: kept.PayoutRow, { now, enqueueEmail }: JobContext): Promise<void> {
  if (!(await kept.markPayoutFailed(tx, payout.id, 'the shop refused the order', now))) return
  const parts = await kept.partsOfPayout(tx, payout.id)
  const line = { kind: 'returned' as const, payout_id: payout.id, sign: 1 as const, now }
  await data.insertLedgerLines(tx, payout.registry_id, parts, { ...line, cause: `payout ${payout.id} back` })
  await enqueueOrderRefusedEmail(tx, payout, enqueueEmail)
}
