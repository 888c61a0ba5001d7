import * as z from 'zod/mini'
import { emailKey } from '../../account/customer/customer.rules.ts'
import { findCustomerById, isFromShop } from '../../account/customer/customer.sql.ts'
import { findPendingEmail, lockEmailChanges } from '../../account/email-change/email-change.sql.ts'
import { isEmailTaken, startEmailChange } from '../../account/email-change/email-change.ts'
import { accountRateLimits } from '../../account/rate-limit.rules.ts'
import { isWithinRateLimit } from '../../account/rate-limit.ts'
import { revokeRights } from '../../account/revocation.ts'
import { AppError, authorize, orNotFound, throwFieldErrors } from '../../base/app-error.ts'
import { type Cents, formatEuro } from '../../base/money.ts'
import { findHandoffById } from '../../checkout/hand-off.sql.ts'
import { formatGiverName } from '../../checkout/mark.rules.ts'
import { countReturnedUnits, returnUnits, sumGoodsOfOrder, worthOfReturn } from '../../money/returned.ts'
import { wasSent } from '../../orders/delivery.ts'
import { updateGiverName } from '../../orders/order-letters.ts'
import {
  deleteRefundPlacements,
  findGiftNames,
  findPurchasesByOrder,
  findRefundPlacements,
  findRegistriesByOrder,
} from '../../orders/orders.sql.ts'
import { syncOrder } from '../../orders/orders.ts'
import { deleteLinePlacement, findLinePlacements, queueOrder } from '../../orders/placing.ts'
import { isReceipt } from '../../orders/receipts.rules.ts'
import { findReceipt } from '../../orders/receipts.ts'
import { excessOf } from '../../orders/worth.rules.ts'
import { insertFreedUnits } from '../../orders/worth.sql.ts'
import { addHistoryEntriesOfHost } from '../../registry/history.sql.ts'
import { lockRegistries, lockRegistry } from '../../registry/registry.sql.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { type StaffCall, staffCall, staffRead } from '../../server/context/staff-call.ts'
import { findRow, findRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder, ShopTransaction } from '../../shop/port-orders.ts'
import { type ActionLook, type ActionRun, type ActionRuns, actOnce, lookAt, pairAction } from './action.ts'
import { type ActionName, actionNames } from './declaration.rules.ts'
import { giftAdding, giftRemoval } from './gift.ts'
import { letterResending } from './letter.ts'
import { lineDismissal, lineExchange, linePlacing, moreThan, orderOfShop } from './line.ts'
import { type ActionDoneView, type ActionLookView, confirmedFields } from './look.rules.ts'
import { moneyMove } from './money-move.ts'
import { paymentReceipt, proofAcceptance } from './payment.ts'
import { payoutCancel, payoutFinish, payoutRetry } from './payout.ts'
import { receiptMoneyRecording, receiptRecording, receiptRenumbering, receiptReversal } from './receipt.ts'
import { refundDismissal, refundPlacing } from './refund.ts'
import { findRegistryOfOrder } from './refusal.ts'
import { registryExtension, registryHiding, reservationRelease } from './registry.ts'

interface ReturnInput {
  order: number
  line: number
  units: number
}

/** A host brought goods back: their worth becomes smart change, and the giver isn't refunded (R968). */
const unitReturn: ActionRun<ReturnInput, null> = {
  findRegistryId: findRegistryOfOrder,
  read: async () => null,
  look: lookAtReturn,
}

async function findGiven(db: Db, { order, line }: ReturnInput) {
  const rows = await findPurchasesByOrder(db, order)
  const purchase = rows.find(one => one.line_id === line && one.kind === 'units' && one.state === 'paid')
  if (!purchase) throw new AppError('refused_fields', 422, { fields: { line: 'staff_line_missing' } })
  return purchase
}

async function lookAtReturn(
  tx: Db,
  input: ReturnInput & { key?: string },
  _: null,
  ctx: StaffContext,
): Promise<ActionLook> {
  const { registry_id: registryId } = await findGiven(tx, input)
  orNotFound(await lockRegistry(tx, registryId))
  const { gift_id: giftId, units: givenUnits, cents: givenCents } = await findGiven(tx, input)
  const returnedUnits = await countReturnedUnits(tx, input.order, input.line)
  const line = {
    ...{ orderId: input.order, lineId: input.line, registryId, giftId },
    ...{ givenUnits, givenCents, returnedUnits },
  }
  const left = givenUnits - returnedUnits
  if (input.units > left) throw moreThan(left, { units: 'staff_units_given' })
  const cents = worthOfReturn(line, input.units, await sumGoodsOfOrder(tx, giftId, input.order))
  if (cents === 0) throw new AppError('staff_return_nothing', 409)
  const gift = (await findGiftNames(tx, [giftId], ctx.language)).get(giftId) ?? ''
  return {
    registryId,
    cents,
    history: { what: 'shop_gift_returned', about: gift, isGiving: true },
    before: { gift, given_units: givenUnits, returned_units: returnedUnits, change_cents: 0 },
    after: {
      gift,
      given_units: givenUnits,
      returned_units: returnedUnits + input.units,
      change_cents: cents,
    },
    async apply() {
      await returnUnits(tx, line, { units: input.units, cents, key: input.key ?? '' }, ctx)
      await ctx.registryChanged(tx, registryId)
    },
  }
}

interface PaidOrderOfShop {
  order: ShopOrder
  transactions: ShopTransaction[]
}

/**
 * Units were taken off their order before dispatch: what was captured for them and not given back becomes smart change
 * (R1162).
 */
const unitFreeing: ActionRun<{ order: number; line: number; units: number }, PaidOrderOfShop> = {
  findRegistryId: findRegistryOfOrder,
  async read({ order: id }, ctx) {
    const order = await orderOfShop(id, ctx)
    return { order, transactions: await ctx.shop.fetchOrderTransactions(id) }
  },
  async look(tx, { order: id, line: lineId, units }, { order, transactions }, ctx) {
    await lockRegistries(tx, await findRegistriesByOrder(tx, id))
    const purchase = (await findPurchasesByOrder(tx, id)).find(one => one.line_id === lineId)
    if (purchase?.kind !== 'units' || purchase.is_money)
      throw new AppError('refused_fields', 422, { fields: { line: 'staff_line_missing' } })
    const hasLeft = order.isCompleted || (order.isShipped ?? (await wasSent(tx, id)))
    if (order.state !== 'paid' || hasLeft) throw new AppError('staff_freed_sent', 409)
    const freed = await findRows(tx, 'freed_unit', {
      where: { order_id: id },
      columns: ['line_id', 'units', 'cents'],
    })
    const { registry_id, gift_id, handoff_id } = purchase
    const bought = await findRow(tx, 'handoff_line', { handoff_id, gift_id, kind: 'units' }, [
      'units',
      'cents',
    ])
    const asked = bought ?? { units: 0, cents: 0 }
    const standing = order.lines.find(one => one.id === lineId)?.quantity ?? 0
    const before = freed.filter(one => one.line_id === lineId).reduce((sum, one) => sum + one.units, 0)
    const takenOff = Math.max(0, asked.units - standing - before)
    if (units > takenOff) throw moreThan(takenOff, { units: 'staff_units_freed' })
    const left = excessOf(order, transactions) - freed.reduce((sum, one) => sum + one.cents, 0)
    const cents = Math.min(units * asked.cents, left)
    if (cents <= 0) throw new AppError('staff_freed_nothing', 409)
    const gift = (await findGiftNames(tx, [gift_id], ctx.language)).get(gift_id) ?? ''
    return {
      registryId: registry_id,
      cents,
      history: { what: 'shop_gift_returned', about: gift, isGiving: true },
      before: { gift, freed_units: before, change_cents: 0 },
      after: { gift, freed_units: before + units, change_cents: cents },
      async apply() {
        await insertFreedUnits(tx, {
          ...{ order_id: id, line_id: lineId, registry_id, gift_id, handoff_id },
          ...{ units, cents, freed_at: ctx.now },
        })
        await queueOrder(tx, id, ctx.now)
      },
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
}

/** Takes back the placing of a line on the wrong gift; the order is read anew without it (R964). */
const linePlacingUndo: ActionRun<{ order: number; line: number }, null> = {
  findRegistryId: findRegistryOfOrder,
  read: async () => null,
  async look(tx, { order, line }, _, ctx) {
    const registryIds = await findRegistriesByOrder(tx, order)
    await lockRegistries(tx, registryIds)
    const isPlaced = (await findLinePlacements(tx, order)).some(one => one.line_id === line)
    const purchase = (await findPurchasesByOrder(tx, order)).find(one => one.line_id === line)
    if (!isPlaced || !purchase) throw new AppError('staff_line_unplaced', 409)
    const name = (await findGiftNames(tx, [purchase.gift_id], ctx.language)).get(purchase.gift_id) ?? ''
    const facts = { line, line_cents: purchase.cents, giver: purchase.giver_name }
    return {
      registryId: purchase.registry_id,
      cents: purchase.cents,
      history: { what: 'shop_gift_reversed', about: name, isGiving: true },
      before: { ...facts, gift: name },
      after: { ...facts, gift: null },
      // Two gifts may have the same name.
      state: { gift: purchase.gift_id, handoff: purchase.handoff_id },
      async apply() {
        await deleteLinePlacement(tx, order, line)
        await queueOrder(tx, order, ctx.now)
      },
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
}

/** Takes back the placing or dismissal of a refund (R512), as of a line (R964); it waits for its place again. */
const refundPlacingUndo: ActionRun<{ order: number; refund: number }, null> = {
  findRegistryId: findRegistryOfOrder,
  read: async () => null,
  async look(tx, { order, refund }, _, ctx) {
    const registryIds = await findRegistriesByOrder(tx, order)
    await lockRegistries(tx, registryIds)
    const parts = (await findRefundPlacements(tx, order)).filter(one => one.refund_id === refund)
    if (parts.length === 0) throw new AppError('staff_refund_unplaced', 409)
    const cents = parts.reduce((sum, one) => sum + one.cents, 0)
    return {
      registryId: registryIds[0],
      cents,
      history: { what: 'shop_refund', isGiving: true },
      before: { refund, placed_cents: cents },
      after: { refund, placed_cents: 0 },
      // Meanwhile the same sum may have been placed on another line.
      state: parts.map(one => `${one.line_id} ${one.cents}`).toSorted(),
      async apply() {
        await deleteRefundPlacements(tx, order, refund)
        await queueOrder(tx, order, ctx.now)
      },
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
  async choices({ order }, { db, language }) {
    if (order === undefined) return { refund: [] }
    const sums = new Map<number, Cents>()
    for (const { refund_id: id, cents } of await findRefundPlacements(db, order))
      sums.set(id, (sums.get(id) ?? 0) + cents)
    const refund = [...sums].map(([id, cents]) => ({
      value: String(id),
      label: `${id}, ${formatEuro(cents, language)}`,
    }))
    return { refund }
  },
}

interface CorrectionInput {
  host: number
  email: string
}

/** Asks for another e-mail of a host's account, as the host can (R128); nothing changes before the host confirms it. */
const emailCorrection: ActionRun<CorrectionInput, null> = {
  read: async () => null,
  async look(tx, { host: id, email }, _, ctx) {
    const { now } = ctx
    await lockEmailChanges(tx, id)
    const host = orNotFound(await findCustomerById(tx, id))
    authorize(host.erased_at === null)
    if (host.deletion_requested_at) throw new AppError('staff_leaving_already', 409)
    if (emailKey(email) === emailKey(host.email)) throwFieldErrors({ email: 'staff_email_same' })
    if (await isEmailTaken(tx, email, id, now)) throwFieldErrors({ email: 'account_email_taken' })
    const facts = { name: `${host.name} ${host.surname}`.trim(), email: host.email }
    return {
      customerId: id,
      before: { ...facts, waiting_email: await findPendingEmail(tx, id, now) },
      after: { ...facts, waiting_email: email },
      async apply() {
        if (!(await isWithinRateLimit(ctx, accountRateLimits.emailChange, id)))
          throw new AppError('staff_letter_many', 409)
        const account = { ...host, isConfirmed: host.confirmed_at !== null, isFromShop: isFromShop(host) }
        await revokeRights(tx, { customerId: id, act: 'correction' }, ctx)
        await startEmailChange(tx, { account, email, template: 'email-correction-requested' }, ctx)
        await addHistoryEntriesOfHost(tx, { customerId: id, what: 'shop_email', at: now })
        await ctx.recordSecurityEvent({ kind: 'email_change_requested', customerId: id, about: 'staff' }, tx)
      },
    }
  },
}

interface RenamingInput {
  order: number
  line: number
  giver: string
}

/** Corrects the giver's name of a line, and of all that they gave with the same hand-off (R1030). */
const giverRenaming: ActionRun<RenamingInput, null> = {
  findRegistryId: findRegistryOfOrder,
  read: async () => null,
  look: (tx, input, _, ctx) => lookAtGiver(tx, input, ctx),
  async describe({ order, line }, { db, language }) {
    if (order === undefined || line === undefined) return null
    const { handoff_id, giver_name } = await findLine(db, { order, line })
    return {
      ...(isReceipt(order) ? { receipt: (await findReceipt(db, -order))?.number ?? '' } : { order }),
      gift: (await findGiftsOf(db, handoff_id, language)).join(', '),
      giver: giver_name || null,
    }
  },
  // The form starts with today's name.
  async choices({ order, line }, { db }) {
    if (order === undefined || line === undefined) return { giver: [] }
    const { giver_name: name } = await findLine(db, { order, line })
    return { giver: name ? [{ value: name, label: name, is_suggested: true }] : [] }
  },
}

async function findLine(db: Db, { order, line }: Omit<RenamingInput, 'giver'>) {
  const purchase = (await findPurchasesByOrder(db, order)).find(one => one.line_id === line)
  if (!purchase) throw new AppError('refused_fields', 422, { fields: { line: 'staff_line_missing' } })
  return purchase
}

async function findGiftsOf(db: Db, handoffId: number, language: string): Promise<string[]> {
  const purchases = await findRows(db, 'purchase', {
    where: { handoff_id: handoffId },
    columns: ['gift_id'],
    orderBy: ['order_id', 'line_id'],
  })
  const giftIds = purchases.map(one => one.gift_id)
  const names = await findGiftNames(db, giftIds, language)
  return [...new Set(giftIds)].map(id => names.get(id) ?? '')
}

async function lookAtGiver(tx: Db, input: RenamingInput, ctx: StaffContext): Promise<ActionLook> {
  const { registry_id: registryId } = await findLine(tx, input)
  await lockRegistries(tx, [registryId])
  const { handoff_id, giver_name } = await findLine(tx, input)
  const before = giver_name || null
  const handoff = orNotFound(await findHandoffById(tx, handoff_id))
  if (handoff.erased) throw new AppError('staff_giver_erased', 409)
  if (input.giver === before)
    throw new AppError('staff_giver_same', 409, { fields: { giver: 'staff_giver_same' } })
  const gifts = await findGiftsOf(tx, handoff.id, ctx.language)
  const shownAs = (name: string | null) => formatGiverName(name, handoff.visibility)
  const isSeen = shownAs(input.giver) !== shownAs(before)
  const facts = (name: string | null) => ({ gift: gifts.join(', '), giver: name, giver_shown: shownAs(name) })
  return {
    registryId,
    // The history names the gift and no giver: a name there would outlive its erasure.
    ...(isSeen && { history: { what: 'shop_gift_giver', about: gifts[0] ?? '', isGiving: true } as const }),
    before: facts(before),
    after: facts(input.giver),
    state: [handoff.id, handoff.visibility],
    async apply() {
      await updateGiverName(tx, handoff.id, input.giver, ctx.now)
      await ctx.registryChanged(tx, registryId)
    },
  }
}

export const actionRuns: ActionRuns = {
  line_placed: linePlacing,
  line_dismissed: lineDismissal,
  line_exchanged: lineExchange,
  refund_placed: refundPlacing,
  refund_dismissed: refundDismissal,
  payout_retried: payoutRetry,
  payout_finished: payoutFinish,
  payout_cancelled: payoutCancel,
  payment_received: paymentReceipt,
  unit_returned: unitReturn,
  units_freed: unitFreeing,
  proof_accepted: proofAcceptance,
  line_unplaced: linePlacingUndo,
  refund_unplaced: refundPlacingUndo,
  money_moved: moneyMove,
  gift_added: giftAdding,
  gift_removed: giftRemoval,
  receipt_recorded: receiptRecording,
  receipt_money_recorded: receiptMoneyRecording,
  receipt_reversed: receiptReversal,
  receipt_renumbered: receiptRenumbering,
  registry_extended: registryExtension,
  registry_hidden: registryHiding,
  reservation_released: reservationRelease,
  letter_resent: letterResending,
  email_corrected: emailCorrection,
  giver_renamed: giverRenaming,
}

type Shape = Record<string, z.ZodMiniType>
type ActionCalls = { [N in `look at ${ActionName}`]: StaffCall<Shape, ActionLookView> } & {
  [N in `do ${ActionName}`]: StaffCall<Shape, ActionDoneView>
}

/** The two calls of each action: `look at` shows what is and what will be, `do` does it (R963). */
export const calls = Object.fromEntries(
  actionNames.flatMap(name => {
    const { action, run } = pairAction(name, actionRuns)
    const { role, schema } = action
    // `is_edited`: the fields are being changed, so only choices are answered.
    const looked: Shape = { ...z.partial(schema).shape, is_edited: z.optional(z.boolean()) }
    const confirmed: Shape = { ...schema.shape, ...confirmedFields }
    return [
      [`look at ${name}`, staffRead(role, looked, (input, ctx) => lookAt(action, run, input, ctx))],
      [`do ${name}`, staffCall(role, confirmed, (input, ctx) => actOnce(action, run, input as never, ctx))],
    ]
  }),
) as ActionCalls
