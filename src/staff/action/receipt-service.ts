import { AppError, orNotFound, throwFieldErrors } from '../../base/app-error.ts'
import type { Cents } from '../../base/money.ts'
import { findGiftNames, findPurchasesByOrder } from '../../checkout/orders/data.ts'
import { findCountedReceipt, lockReceiptNumber } from '../../checkout/receipts/data.ts'
import { orderIdOfReceipt } from '../../checkout/receipts/rules.ts'
import { recordReceiptLine } from '../../checkout/receipts/service.ts'
import { findGiftById, type GiftWithProduct } from '../../gift/gift/data.ts'
import { nothingGiven, sumGivenByGift } from '../../gift/gift/given-data.ts'
import { calculateOpenAmounts, type GivingKind, giftCardType, wishOf } from '../../gift/gift/rules.ts'
import { lockRegistry } from '../../registry/registry/data.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { giftChoices, moreThan, registryOfField } from './line-service.ts'
import { countedAlready } from './refusal-service.ts'
import type { ActionLook, ActionRun } from './service.ts'

interface ReceiptInput {
  registry: string
  receipt: string
  gift: number
  giver?: string | undefined
  message?: string | undefined
}

interface ReceiptAmount {
  kind: GivingKind
  units: number
  cents: Cents
}

/** Units that were bought at the shop's till count for a gift (R967). */
export const receiptRecording: ActionRun<ReceiptInput & { units: number }, null> = {
  read: async () => null,
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

/** Money that was paid at the till: towards a group gift, as a gift card, or as smart change of another gift (R967). */
export const receiptMoneyRecording: ActionRun<ReceiptInput & { amount: Cents }, null> = {
  read: async () => null,
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
  const { id: registryId } = await registryOfField(tx, input.registry)
  const registry = orNotFound(await lockRegistry(tx, registryId))
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
    // What is delivered at the till is no money (R1160).
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
 * What of the receipt counts already: a receipt is of one registry, and each gift is on it once. Throws
 * `staff_receipt_known` 409.
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
      ...{ field: 'receipt', registryId: receipt.registry_id, orderId: orderIdOfReceipt(receipt.id) },
    })
  const names = await findGiftNames(
    tx,
    purchases.map(one => one.gift_id),
    language,
  )
  const gifts = purchases.map(one => names.get(one.gift_id) ?? '').join(', ')
  return { gifts, giver: purchases[0]?.giver_name ?? null }
}
