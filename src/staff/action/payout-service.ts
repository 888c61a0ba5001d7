import { AppError, orNotFound, throwFieldErrors } from '../../base/app-error.ts'
import { chooseHandmade, findPayoutByCertificate, findPayoutByCode } from '../../giftcard/payout/code-data.ts'
import { findPayoutById, type PayoutRow } from '../../giftcard/payout/data.ts'
import {
  enqueueOrderRefusedEmail,
  enqueuePayoutCancelledEmail,
  payoutEmailOf,
} from '../../giftcard/payout/email-service.ts'
import { findPayoutCertificate, isMarkedForOther } from '../../giftcard/payout/handmade-service.ts'
import { findPayout, holdPayout, makePayoutDue } from '../../giftcard/payout/hold-data.ts'
import {
  returnPayoutMoney,
  storeHostOrder,
  storeIssuedCertificate,
  withCodeOf,
} from '../../giftcard/payout/outcome-service.ts'
import { isOrderOf, payoutLeaseMs, processPayout } from '../../giftcard/payout/process-service.ts'
import { maskCardCode, payoutTrouble } from '../../giftcard/payout/rules.ts'
import { findUncoveredParts } from '../../giftcard/payout/withdraw-service.ts'
import { lockRegistry } from '../../registry/registry/data.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopCertificate } from '../../shop/port-orders.ts'
import type { AuditValues } from '../audit/rules.ts'
import { lockCertificate } from './data.ts'
import type { PayoutOutcome } from './look-rules.ts'
import type { ActionLook, ActionRun } from './service.ts'

interface PayoutInput {
  payout: number
}
type FinishInput = PayoutInput & { code?: string | undefined }

/**
 * A waiting payout under its registry's lock. Throws `staff_payout_settled` 409 for one that waits no more, and
 * `staff_payout_busy` 409 for one that is not as it was when the shop was asked.
 */
async function lockWaiting(tx: Db, id: number, thing?: ShopThing): Promise<PayoutRow> {
  const { registry_id } = orNotFound(await findPayout(tx, id))
  await lockRegistry(tx, registry_id)
  const payout = await findPayoutById(tx, id)
  if (payout.state !== 'waiting') throw new AppError('staff_payout_settled', 409)
  // Somebody has chosen a certificate for it since the shop was asked.
  if (thing && thing.chosenId !== payout.handmade_id) throw new AppError('staff_payout_busy', 409)
  return payout
}

const findRegistryId = async (db: Db, { payout }: Partial<PayoutInput>) =>
  payout === undefined ? undefined : (await findPayout(db, payout))?.registry_id

const shown = (payout: PayoutRow, more: AuditValues): AuditValues => ({
  code: maskCardCode(payout.code),
  amount_cents: payout.cents,
  ...more,
})

/** Tries a waiting payout now instead of when its turn comes (R607, R966). */
export const payoutRetry: ActionRun<PayoutInput, null> = {
  findRegistryId,
  read: async () => null,
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
      // Once the shop has made it.
      later: payout.to_email === '' ? [] : [payoutEmailOf(payout)],
      apply: () => makePayoutDue(tx, id, ctx.now, payoutLeaseMs),
    }
  },
  after: async ({ payout }, ctx) => void (await processPayout(payout, ctx)),
  findOutcome,
}

async function findOutcome(db: Db, { payout: id }: PayoutInput): Promise<PayoutOutcome | null> {
  const payout = await findPayout(db, id)
  if (!payout) return null
  const { state, next_attempt_at } = payout
  return { state, trouble: payoutTrouble(payout), next_attempt_at }
}

/** What the shop has of a payout. */
interface ShopThing {
  /** Under its code, or made by hand and marked with it. */
  certificate: ShopCertificate | null
  /** What it has under the code that somebody typed. */
  handmade: ShopCertificate | null
  orderId: number | null
  /** Whether the order is for the payout's goods. */
  isOrderOfPayout: boolean
  /** The certificate made by hand that was to be it, and is not usable. */
  chosenId: number | null
}

/**
 * Asks the shop what it has under the payout's code. Before something is done no process may be trying it: an answer of
 * the shop would be old as soon as another one makes the certificate. Throws `staff_payout_busy` 409.
 */
async function askShop(
  { payout: id, code }: FinishInput,
  ctx: StaffContext,
  isActing: boolean,
): Promise<ShopThing> {
  const payout = orNotFound(await findPayout(ctx.db, id))
  if (payout.state !== 'waiting') throw new AppError('staff_payout_settled', 409)
  if (isActing && !(await holdPayout(ctx.db, id, ctx.now, payoutLeaseMs)))
    throw new AppError('staff_payout_busy', 409)
  await assertNothingChosen(payout, ctx)
  const certificate = await findPayoutCertificate(payout, ctx.shop)
  const handmade = code ? await ctx.shop.findCertificateByCode(code) : null
  const orderId = await ctx.shop.findOrderByExternalId(payout.code)
  const isOrderOfPayout =
    orderId !== null && payout.method === 'order' && (await isOrderOf(payout, orderId, ctx))
  return { certificate, handmade, orderId, isOrderOfPayout, chosenId: payout.handmade_id }
}

/** Throws `staff_payout_chosen` 409 while a gift card that was made by hand is to be it, and the shop has that one (R1150). */
async function assertNothingChosen({ handmade_id }: PayoutRow, { shop }: StaffContext): Promise<void> {
  const chosen = handmade_id === null ? null : await shop.fetchCertificate(handmade_id)
  if (chosen && chosen.state !== 'disabled') throw new AppError('staff_payout_chosen', 409)
}

/**
 * What somebody has made in the shop by hand, of the payout's amount, is the payout (R966): under its code, or a certificate
 * under the code that they type, which is the payout's from then on (R1122).
 */
export const payoutFinish: ActionRun<FinishInput, ShopThing> = {
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
  // The shop gets the mark, and then the payout is done (R1150); what fails is tried again by the job.
  after: async ({ payout, code }, ctx) => void (code && (await processPayout(payout, ctx))),
  findOutcome,
}

/**
 * A certificate that was made by hand and is no other payout's. When the shop has made the payout's own after all, that one
 * counts: two would be paid.
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
  // After the registry: whoever takes it for a payout of another one sees whose it is by then.
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
    later: payout.to_email === '' ? [] : [payoutEmailOf(payout)],
    apply: () => chooseHandmade(tx, payout.id, made.id, ctx.now),
  }
}

function isPayoutOf(payout: PayoutRow, { certificate, isOrderOfPayout }: ShopThing): boolean {
  if (payout.method === 'order') return isOrderOfPayout
  return certificate?.state === 'active' && certificate.cents === payout.cents
}

/** Ends a payout of which the shop has neither certificate nor order; its money is in the registry again (R966). */
export const payoutCancel: ActionRun<PayoutInput, ShopThing> = {
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
