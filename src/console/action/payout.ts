import { sql } from 'kysely'
import { AppError, orNotFound, throwFieldErrors } from '../../base/app-error.ts'
import { claimMs } from '../../money/claim.ts'
import {
  chooseHandmade,
  findPayoutByCertificate,
  findPayoutByCode,
  findPayoutCertificate,
  isMarkedForOther,
} from '../../money/payout/codes.ts'
import { maskCardCode, payoutTrouble } from '../../money/payout/payout.rules.ts'
import {
  findPayout,
  findPayoutById,
  holdPayout,
  makePayoutDue,
  type PayoutRow,
} from '../../money/payout/payout.sql.ts'
import { findUncoveredParts } from '../../money/payout/payout.ts'
import {
  enqueueOrderRefusedEmail,
  enqueuePayoutCancelledEmail,
  payoutEmailsOf,
} from '../../money/payout/payout-letters.ts'
import {
  isOrderOf,
  processPayout,
  returnPayoutMoney,
  storeHostOrder,
  storeIssuedCertificate,
  withCodeOf,
} from '../../money/payout/process.ts'
import { lockRegistry } from '../../registry/registry.sql.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopCertificate } from '../../shop/port-orders.ts'
import type { AuditValues } from '../audit.rules.ts'
import type { ActionLook, RunOf, ShopRunOf } from './action.ts'
import type { PayoutOutcome } from './look.rules.ts'

/**
 * Locks the registry of a waiting payout. Throws `staff_payout_settled` 409 for one that waits no more, and
 * `staff_payout_busy` 409 for one that is not as it was when the shop was asked.
 */
async function lockWaiting(tx: Db, id: number, thing?: ShopThing): Promise<PayoutRow> {
  const { registry_id } = orNotFound(await findPayout(tx, id))
  await lockRegistry(tx, registry_id)
  const payout = await findPayoutById(tx, id)
  if (payout.state !== 'waiting') throw new AppError('staff_payout_settled', 409)
  // Somebody chose a certificate for it after the shop was asked.
  if (thing && thing.chosenId !== payout.handmade_id) throw new AppError('staff_payout_busy', 409)
  return payout
}

const findRegistryId = async (db: Db, { payout }: { payout?: number | undefined }) =>
  payout === undefined ? undefined : (await findPayout(db, payout))?.registry_id

const shown = (payout: PayoutRow, more: AuditValues): AuditValues => ({
  code: maskCardCode(payout.code),
  amount_cents: payout.cents,
  ...more,
})

/** Tries a waiting payout now, before its next attempt (R607) is due (R966, payouts by staff). */
export const payoutRetry: RunOf<'payout_retried'> = {
  findRegistryId,
  async look(tx, { payout: id }, _, ctx) {
    const payout = await lockWaiting(tx, id)
    return {
      registryId: payout.registry_id,
      before: shown(payout, {
        payout_state: 'waiting',
        attempts: payout.attempts,
        payout_trouble: payoutTrouble(payout),
      }),
      after: shown(payout, { payout_state: 'tried' }),
      // The letter follows once the shop has made it.
      later: await payoutEmailsOf(tx, payout),
      apply: () => makePayoutDue(tx, id, ctx.now, claimMs),
    }
  },
  after: async ({ payout }, ctx) => void (await processPayout(payout, ctx)),
  findOutcome,
}

async function findOutcome(db: Db, { payout: id }: { payout: number }): Promise<PayoutOutcome | null> {
  const payout = await findPayout(db, id)
  if (!payout) return null
  const { state, next_attempt_at } = payout
  return { state, trouble: payoutTrouble(payout), next_attempt_at }
}

interface ShopThing {
  /** Under its code, or made by hand and marked with it. */
  certificate: ShopCertificate | null
  /** The certificate under the code that staff typed. */
  handmade: ShopCertificate | null
  orderId: number | null
  isOrderOfPayout: boolean
  /** The certificate made by hand that staff chose for it (R1122); null for none. */
  chosenId: number | null
}

/**
 * Asks the shop what it has under the payout's code. To act, no process may be trying the payout: the answer would be
 * outdated as soon as that one makes the certificate. Throws `staff_payout_settled` 409 and `staff_payout_busy` 409.
 */
async function askShop(
  { payout: id, code }: { payout: number; code?: string | undefined },
  ctx: StaffContext,
  isActing: boolean,
): Promise<ShopThing> {
  const payout = orNotFound(await findPayout(ctx.db, id))
  if (payout.state !== 'waiting') throw new AppError('staff_payout_settled', 409)
  if (isActing && !(await holdPayout(ctx.db, id, ctx.now, claimMs)))
    throw new AppError('staff_payout_busy', 409)
  await assertNothingChosen(payout, ctx)
  const certificate = await findPayoutCertificate(payout, ctx.shop)
  const handmade = code ? await ctx.shop.findCertificateByCode(code) : null
  const orderId = await ctx.shop.findOrderByExternalId(payout.code)
  const isOrderOfPayout =
    orderId !== null && payout.method === 'order' && (await isOrderOf(payout, orderId, ctx))
  return { certificate, handmade, orderId, isOrderOfPayout, chosenId: payout.handmade_id }
}

/**
 * Throws `staff_payout_chosen` 409 while a gift card made by hand is chosen for it, and the shop has that one (R1150).
 */
async function assertNothingChosen({ handmade_id }: PayoutRow, { shop }: StaffContext): Promise<void> {
  const chosen = handmade_id === null ? null : await shop.fetchCertificate(handmade_id)
  if (chosen && chosen.state !== 'disabled') throw new AppError('staff_payout_chosen', 409)
}

/**
 * Marks a payout as done (R966) by what somebody made in the shop by hand, of its amount: under the payout's code, or a
 * certificate whose code they type, which becomes the payout's code (R1122).
 */
export const payoutFinish: ShopRunOf<'payout_finished', ShopThing> = {
  findRegistryId,
  read: askShop,
  async look(tx, { payout: id, code }, thing, ctx) {
    const payout = await lockWaiting(tx, id, thing)
    if (code) return lookAtHandmade(tx, payout, { ...thing, code }, ctx)
    const found = payout.method === 'order' ? thing.orderId : (thing.certificate?.id ?? null)
    if (found === null) throw new AppError('staff_payout_nowhere', 409)
    if (!isPayoutOf(payout, thing)) throw new AppError('staff_payout_other', 409)
    if ((await findUncoveredParts(tx, payout, ctx)).length > 0)
      throw new AppError('staff_payout_uncovered', 409)
    return {
      registryId: payout.registry_id,
      cents: payout.cents,
      history: { what: 'shop_payout_done' },
      before: shown(payout, { payout_state: 'waiting', in_shop: found }),
      after: shown(thing.certificate ? withCodeOf(thing.certificate, payout) : payout, {
        payout_state: 'done',
        in_shop: found,
      }),
      apply: () =>
        thing.certificate && payout.method === 'certificate'
          ? storeIssuedCertificate(tx, payout, thing.certificate, ctx)
          : storeHostOrder(tx, payout, found, ctx),
    }
  },
  // The payout is done once the shop's certificate has its mark (R1150); the job tries again what fails here.
  after: async ({ payout, code }, ctx) => void (code && (await processPayout(payout, ctx))),
  findOutcome,
}

/**
 * Chooses a certificate that was made by hand and is no other payout's. It is refused when the shop has made the
 * payout's own after all: both would be paid.
 */
async function lookAtHandmade(
  tx: Db,
  payout: PayoutRow,
  { code, certificate, handmade }: ShopThing & { code: string },
  ctx: StaffContext,
): Promise<ActionLook> {
  if (payout.method === 'order') throwFieldErrors({ code: 'staff_code_order' })
  const isOwn = handmade !== null && handmade.id === certificate?.id
  if (certificate && certificate.state !== 'disabled' && !isOwn) throwFieldErrors({ code: 'staff_code_own' })
  if (!handmade) throwFieldErrors({ code: 'staff_code_missing' })
  const made = orNotFound(handmade)
  // After the registry's lock: then whoever takes it for a payout of another registry already sees whose it is.
  await lockCertificate(tx, made.id)
  const holder = await findPayoutByCode(tx, made.code)
  const isUsed =
    (holder && holder.id !== payout.id) || (await findPayoutByCertificate(tx, made.id)) !== undefined
  throwFieldErrors({
    ...(made.cents !== payout.cents && { code: 'staff_code_amount' }),
    ...((made.state !== 'active' || made.balanceCents !== made.cents) && { code: 'staff_code_spent' }),
    ...((isUsed || isMarkedForOther(payout, made)) && { code: 'staff_code_used' }),
  })
  if ((await findUncoveredParts(tx, payout, ctx)).length > 0)
    throw new AppError('staff_payout_uncovered', 409)
  return {
    registryId: payout.registry_id,
    cents: payout.cents,
    history: { what: 'shop_payout_done' },
    before: shown(payout, { payout_state: 'waiting', in_shop: made.id }),
    after: shown(withCodeOf(made, payout), { payout_state: 'done', in_shop: made.id }),
    state: code,
    later: await payoutEmailsOf(tx, payout),
    apply: () => chooseHandmade(tx, payout.id, made.id, ctx.now),
  }
}

/** Waits while the same certificate of the shop is taken for a payout at the same time. */
async function lockCertificate(tx: Db, certificateId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`certificate ${certificateId}`}, 0))`.execute(tx)
}

function isPayoutOf(payout: PayoutRow, { certificate, isOrderOfPayout }: ShopThing): boolean {
  if (payout.method === 'order') return isOrderOfPayout
  return certificate?.state === 'active' && certificate.cents === payout.cents
}

/** Cancels a payout of which the shop has neither certificate nor order; the registry gets its money back (R966). */
export const payoutCancel: ShopRunOf<'payout_cancelled', ShopThing> = {
  findRegistryId,
  read: askShop,
  async look(tx, { payout: id }, thing, ctx): Promise<ActionLook> {
    const { certificate, orderId } = thing
    const payout = await lockWaiting(tx, id, thing)
    if (orderId !== null || (certificate && certificate.state !== 'disabled'))
      throw new AppError('staff_payout_made', 409)
    return {
      registryId: payout.registry_id,
      cents: payout.cents,
      history: { what: 'shop_payout_cancelled' },
      before: shown(payout, { payout_state: 'waiting' }),
      after: shown(payout, { payout_state: 'failed' }),
      async apply() {
        if (!(await returnPayoutMoney(tx, payout, 'staff cancelled it', ctx)))
          throw new AppError('staff_payout_settled', 409)
        if (payout.method === 'order') await enqueueOrderRefusedEmail(tx, payout, ctx)
        else await enqueuePayoutCancelledEmail(tx, payout, ctx)
        await ctx.registryChanged(tx, payout.registry_id)
      },
    }
  },
}
