import { AppError, orNotFound, throwFieldErrors } from '../../base/app-error.ts'
import type { Cents } from '../../base/money.ts'
import { calculateOpenAmounts, type GivingKind, giftCardType, wishOf } from '../../gift/gift.rules.ts'
import { findGiftById, type GiftWithProduct, nothingGiven, sumGivenByGift } from '../../gift/gift.sql.ts'
import { findGiftNames, findPurchasesByOrder } from '../../orders/orders.sql.ts'
import { orderIdOfReceipt } from '../../orders/receipts.rules.ts'
import {
  findCountedReceipt,
  findReceipt,
  hasMoneyOfOrder,
  lockReceiptNumber,
  recordReceiptLine,
  reverseReceipt,
  setReceiptNumber,
} from '../../orders/receipts.ts'
import { lockRegistry } from '../../registry/registry.sql.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ActionLook, RunOf } from './action.ts'
import type { ActionInput } from './declaration.rules.ts'
import { giftChoices, lockRegistryOfField, moreThan, registryOfField } from './fields.ts'
import { countedAlready } from './refusal.ts'

type ReceiptInput = Omit<ActionInput<'receipt_recorded'>, 'units'>

interface ReceiptAmount {
  kind: GivingKind
  units: number
  cents: Cents
}

/** Records units that were bought at the shop's till (R967). */
export const receiptRecording: RunOf<'receipt_recorded'> = {
  choices: receiptChoices,
  findOrder: findReceiptOrder,
  look: (tx, input, _, ctx) =>
    lookAtReceipt(tx, input, ctx, async gift => {
      const open = await findOpen(tx, gift, ctx)
      if (gift.type === giftCardType || gift.is_group) throwFieldErrors({ gift: 'staff_receipt_group' })
      if (input.units > open.units) throw moreThan(open.units, { units: 'staff_units_open' })
      return { kind: 'units', units: input.units, cents: input.units * gift.price }
    }),
}

/**
 * Records money that was paid at the till: for a group gift, as a gift card, or as smart change of another gift (R967).
 */
export const receiptMoneyRecording: RunOf<'receipt_money_recorded'> = {
  choices: receiptChoices,
  findOrder: findReceiptOrder,
  look: (tx, input, _, ctx) =>
    lookAtReceipt(tx, input, ctx, async gift => {
      const open = await findOpen(tx, gift, ctx)
      const kind = gift.type === giftCardType ? 'gift_card' : 'contribution'
      const most = gift.is_group ? open.cents : open.units * gift.price
      if (kind === 'contribution' && input.amount > most)
        throw moreThan(most, { amount: 'staff_amount_open' })
      return { kind, units: 1, cents: input.amount }
    }),
}

async function findReceiptOrder(db: Db, { receipt }: ReceiptInput): Promise<number | null> {
  const row = await findCountedReceipt(db, receipt)
  return row ? orderIdOfReceipt(row.id) : null
}

async function receiptChoices({ registry }: Partial<ReceiptInput>, ctx: StaffContext) {
  if (registry === undefined) return { gift: [] }
  return { gift: await giftChoices((await registryOfField(ctx.db, registry)).id, ctx) }
}

async function findGiven(tx: Db, giftId: number, ctx: StaffContext) {
  return (await sumGivenByGift(tx, [giftId], ctx.now)).get(giftId) ?? nothingGiven
}

const findOpen = async (tx: Db, gift: GiftWithProduct, ctx: StaffContext) =>
  calculateOpenAmounts(wishOf(gift), await findGiven(tx, gift.id, ctx))

async function lookAtReceipt(
  tx: Db,
  input: ReceiptInput & { key?: string },
  ctx: StaffContext,
  amountOf: (gift: GiftWithProduct) => Promise<ReceiptAmount>,
): Promise<ActionLook> {
  const registry = await lockRegistryOfField(tx, input.registry)
  await lockReceiptNumber(tx, input.receipt)
  const gift = await findGiftById(tx, input.gift, ctx.language)
  if (gift?.registry_id !== registry.id)
    throw new AppError('refused_fields', 422, { fields: { gift: 'staff_gift_missing' } })
  const recorded = await findRecorded(tx, input, registry.id, ctx)
  const amount = await amountOf(gift)
  const { kind, units, cents } = amount
  const given = await findGiven(tx, gift.id, ctx)
  const isChange = kind === 'contribution' && !gift.is_group
  const giver = recorded.giver ?? input.giver ?? null
  const name = { receipt: input.receipt, gift: gift.name }
  return {
    registryId: registry.id,
    // Goods that were handed over at the till are no money (R1160).
    cents: kind === 'units' ? 0 : cents,
    history: { what: 'shop_gift_recorded', about: gift.name, isGiving: true },
    before: {
      ...name,
      on_receipt: recorded.gifts,
      ...(kind === 'units' ? { given_units: given.units } : { given_cents: given.cents }),
    },
    after: {
      ...name,
      on_receipt: [recorded.gifts, gift.name].filter(Boolean).join(', '),
      ...(kind === 'units' ? { given_units: given.units + units } : { amount_cents: cents }),
      ...(kind !== 'units' && { given_cents: given.cents + (isChange ? 0 : cents) }),
      ...(isChange && { change_cents: cents }),
      giver,
      message: input.message ?? null,
    },
    apply: () =>
      recordReceiptLine(
        tx,
        registry,
        {
          number: input.receipt,
          gift,
          ...amount,
          giver,
          message: input.message ?? null,
          key: input.key ?? '',
        },
        ctx,
      ),
  }
}

/**
 * The names of the receipt's gifts, and its giver, where it counts already. A receipt is of one registry and has each
 * gift once. Throws `staff_receipt_known` 409.
 */
async function findRecorded(
  tx: Db,
  { receipt: number, gift }: ReceiptInput,
  registryId: number,
  { language }: StaffContext,
): Promise<{ gifts: string | null; giver: string | null }> {
  const receipt = await findCountedReceipt(tx, number)
  if (!receipt) return { gifts: null, giver: null }
  const purchases = await findPurchasesByOrder(tx, orderIdOfReceipt(receipt.id))
  if (receipt.registry_id !== registryId || purchases.some(one => one.gift_id === gift))
    throw await countedAlready(tx, 'staff_receipt_known', {
      field: 'receipt',
      registryId: receipt.registry_id,
      orderId: orderIdOfReceipt(receipt.id),
    })
  const names = await findGiftNames(
    tx,
    purchases.map(one => one.gift_id),
    language,
  )
  const gifts = purchases.map(one => names.get(one.gift_id) ?? '').join(', ')
  return { gifts, giver: purchases[0]?.giver_name ?? null }
}

/**
 * Locks the registry of a receipt that counts; `cents` is its whole sum, `money` what of it is money. Throws
 * `staff_receipt_reversed` 409.
 */
async function lockReceipt(tx: Db, id: number, ctx: StaffContext) {
  const { registry_id: registryId } = orNotFound(await findReceipt(tx, id))
  await lockRegistry(tx, registryId)
  const receipt = orNotFound(await findReceipt(tx, id))
  if (receipt.reversed_at) throw new AppError('staff_receipt_reversed', 409)
  const orderId = orderIdOfReceipt(id)
  const purchases = await findPurchasesByOrder(tx, orderId)
  const cents = purchases.reduce((all, one) => all + one.cents, 0)
  const money = (await hasMoneyOfOrder(tx, orderId)) ? cents : 0
  const giftIds = purchases.map(one => one.gift_id)
  const names = await findGiftNames(tx, giftIds, ctx.language)
  return { receipt, purchases, gifts: giftIds.map(gift => names.get(gift) ?? '').join(', '), cents, money }
}

async function findRegistryOfReceipt(db: Db, { receipt }: { receipt?: number }): Promise<number | undefined> {
  return receipt === undefined ? undefined : (await findReceipt(db, receipt))?.registry_id
}

/** Takes back a receipt that was typed wrongly, or whose goods went back to the till (R967). */
export const receiptReversal: RunOf<'receipt_reversed'> = {
  findRegistryId: findRegistryOfReceipt,
  async look(tx, { receipt: id }, _, ctx) {
    const { receipt, purchases, gifts, cents, money } = await lockReceipt(tx, id, ctx)
    const facts = { receipt: receipt.number, giver: purchases[0]?.giver_name ?? null, gift: gifts }
    const goods = purchases.filter(one => one.kind === 'units')
    const units = goods.reduce((all, one) => all + one.units, 0)
    return {
      registryId: receipt.registry_id,
      cents: money,
      history: { what: 'shop_gift_reversed', about: gifts, isGiving: true },
      before: { ...facts, ...(goods.length > 0 && { units }), amount_cents: cents, counts: true },
      after: { ...facts, ...(goods.length > 0 && { units: 0 }), amount_cents: 0, counts: false },
      apply: () => reverseReceipt(tx, receipt, ctx),
    }
  },
}

/** Corrects the number of a receipt; what it counts for stays (R1110). */
export const receiptRenumbering: RunOf<'receipt_renumbered'> = {
  findRegistryId: findRegistryOfReceipt,
  // The form starts with today's number.
  async choices({ receipt: id }, { db }) {
    const receipt = id === undefined ? undefined : await findReceipt(db, id)
    if (!receipt) return { number: [] }
    return { number: [{ value: receipt.number, label: receipt.number, is_suggested: true }] }
  },
  async look(tx, { receipt: id, number }, _, ctx) {
    const { receipt, purchases, gifts, money } = await lockReceipt(tx, id, ctx)
    await lockReceiptNumber(tx, number)
    if (number === receipt.number) throwFieldErrors({ number: 'staff_receipt_same' })
    const other = await findCountedReceipt(tx, number)
    if (other && other.id !== id) {
      const where = { registryId: other.registry_id, orderId: orderIdOfReceipt(other.id) }
      throw await countedAlready(tx, 'staff_receipt_taken', { field: 'number', ...where })
    }
    const facts = { giver: purchases[0]?.giver_name ?? null, gift: gifts }
    return {
      registryId: receipt.registry_id,
      cents: money,
      before: { receipt: receipt.number, ...facts },
      after: { receipt: number, ...facts },
      async apply() {
        await setReceiptNumber(tx, id, number)
        await ctx.registryChanged(tx, receipt.registry_id)
      },
    }
  },
}
