import { customerById } from '../account/data.ts'
import { retryAt } from '../base/retry.ts'
import { renewHint } from '../checkout/jobs-data.ts'
import { registryById } from '../registry/data.ts'
import type { Address, Db } from '../server/tables.ts'
import type { Work } from '../server/visit.ts'
import { ShopFailure } from '../shop/port.ts'
import * as data from './data.ts'
import { postFailed, postIssued, postOrdered, postStuck } from './letters.ts'
import * as kept from './payout-data.ts'

/** Tries again after 10 s, 20 s, 40 s … at most an hour. */
const pauses = { firstMs: 10_000, mostMs: 3_600_000 }

/** How long a process has a payout to itself, and until when within it the shop may still be asked to act. */
const leaseMs = 60_000
const actWithinMs = 30_000
const atOnce = 50
/** After so many failures staff are told. */
const stuckAfter = 5

/** Works off the payouts that are due, each by whichever process takes it first. */
export async function workPayouts(work: Work): Promise<number> {
  let worked = 0
  while (worked < atOnce && (await workPayout(null, work))) worked++
  return worked
}

/**
 * Asks the shop for one payout, the given one or whichever is due: what an earlier try may have made is looked up
 * before anything is made. A failure is noted and tried again later. False when there was nothing to do.
 */
export async function workPayout(id: number | null, work: Work): Promise<boolean> {
  const payout = await kept.takePayout(work.db, work.now, leaseMs, id)
  if (!payout) return false
  const act = { payout, until: performance.now() + actWithinMs }
  try {
    if (payout.way === 'certificate') await issue(act, work)
    else await order(act, work)
  } catch (error) {
    await notDone(payout, error, work)
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

async function issue(act: Act, { db, shop, config, now, post }: Work): Promise<void> {
  const { payout } = act
  const before = payout.attempts > 1 ? await shop.certificateByCode(payout.code) : null
  inTime(act)
  const certificate = before ?? (await shop.createCertificate(certificateOf(payout, config)))
  await db.transaction().execute(async tx => {
    const done = { shop_id: certificate.id, balance_cents: certificate.balanceCents, now }
    if (await kept.payoutDone(tx, payout.id, done)) await postIssued(tx, payout, post)
  })
}

function certificateOf(payout: kept.PayoutRow, { SITE_NAME, SUPPORT_EMAIL }: Work['config']) {
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

async function order(act: Act, work: Work): Promise<void> {
  const { payout } = act
  const { db, shop, now, post } = work
  const earlier = () => (payout.attempts > 1 ? shop.orderByExternalId(payout.code) : null)
  const orderId = (await earlier()) ?? (await placed(act, work)) ?? (await earlier())
  // What an earlier try made while this one was refused is found by the last look.
  if (orderId === null) return db.transaction().execute(tx => giveBack(tx, payout, work))
  await db.transaction().execute(async tx => {
    const done = { shop_id: orderId, balance_cents: null, now }
    if (!(await kept.payoutDone(tx, payout.id, done))) return
    await postOrdered(tx, payout, post)
    // What became of it before we knew its number is read now.
    const subject = `order ${orderId}`
    await renewHint(tx, { id: `look ${subject}`, scope: 'look', subject }, now)
  })
}

/** The number of the order that the shop took on; null when it refuses it. */
async function placed(act: Act, work: Work): Promise<number | null> {
  const wanted = await orderOf(act.payout, work)
  inTime(act)
  try {
    return await work.shop.placeOrder(wanted)
  } catch (error) {
    if (error instanceof ShopFailure && error.kind === 'invalid') return null
    throw error
  }
}

async function orderOf(payout: kept.PayoutRow, { db }: Work) {
  const registry = await registryById(db, payout.registry_id)
  const customer = registry && (await customerById(db, registry.customer_id))
  const gift = await data.orderedGift(db, payout.gift_id ?? 0)
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

function placeOf({ street, city, region, postcode, country, phone }: Address) {
  return { street, city, region, postcode, country, phone }
}

/** It is tried again; whether the shop acted before its answer was lost is looked up then. */
async function notDone(payout: kept.PayoutRow, error: unknown, work: Work): Promise<void> {
  const { db, now } = work
  const why = error instanceof Error ? error.message : String(error)
  await db.transaction().execute(async tx => {
    await kept.payoutLater(tx, payout.id, why, retryAt(now, payout.attempts, pauses))
    if (payout.attempts >= stuckAfter) await postStuck(tx, payout, why, work)
  })
}

/** An order that the shop refuses will not be placed: its money goes back to where it was. */
async function giveBack(tx: Db, payout: kept.PayoutRow, { now, post }: Work): Promise<void> {
  if (!(await kept.payoutFailed(tx, payout.id, 'the shop refused the order', now))) return
  const parts = await kept.partsOfPayout(tx, payout.id)
  const line = { kind: 'returned' as const, payout_id: payout.id, sign: 1 as const, now }
  await data.writeLines(tx, payout.registry_id, parts, { ...line, cause: `payout ${payout.id} back` })
  await postFailed(tx, payout, post)
}
