import { emailKey } from '../../account/customer/customer.rules.ts'
import { AppError, throwFieldErrors } from '../../base/app-error.ts'
import { findProductsByIds } from '../../catalogue/products.ts'
import { findHandoffsOfOrder } from '../../checkout/hand-off.sql.ts'
import { type GivingKind, giftCardType } from '../../gift/gift.rules.ts'
import {
  findGiftById,
  findRegistryGifts,
  type GiftWithProduct,
  type GivenTotalsAndGivers,
  nothingGiven,
  sumGivenByGift,
} from '../../gift/gift.sql.ts'
import { findPaymentMoments } from '../../money/ledger.ts'
import {
  lineLetter,
  processLineCertificate,
  requestLineCertificate,
  sumOwedOfOrder,
} from '../../money/line-certificate.ts'
import { type MatchedOrder, matchOrder } from '../../orders/match.ts'
import { findGiftEmails } from '../../orders/order-letters.ts'
import { amountAfterRefunds, registryCurrency, type UnmatchedLine } from '../../orders/orders.rules.ts'
import { findPurchasesByOrder } from '../../orders/orders.sql.ts'
import { syncOrder } from '../../orders/orders.ts'
import {
  dismissUnmatchedLine,
  findLinePlacements,
  isOrderOfHost,
  lockUnmatchedLine,
  placeOrderLine,
} from '../../orders/placing.ts'
import { isRefused, type LineWorth, type PaidLine, worthOfLine } from '../../orders/worth.rules.ts'
import { findExchangedLines, lockOrderLines } from '../../orders/worth.sql.ts'
import type { RegistryRow } from '../../registry/registry.sql.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { countRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder, ShopOrderLine } from '../../shop/port-orders.ts'
import { countsOfPlacing, findGiftOfLine, productOfLine } from './action.rules.ts'
import type { RunOf, ShopRunOf } from './action.ts'
import type { ActionInput } from './declaration.rules.ts'
import { lineChoices, lockRegistryOfField, orderOfShop, registryOfField, toGiftChoices } from './fields.ts'
import type { ActionChoice, ParcelElsewhere } from './look.rules.ts'
import { countedAlready } from './refusal.ts'

/** Places a line of an order on a gift: a lost payment, or a gift that was bought in another way (R964). */
export const linePlacing: ShopRunOf<'line_placed', PlacedOrder> = {
  read: async ({ order }, ctx) => readDestination(await orderOfShop(order, ctx), ctx),
  async look(tx, input: ActionInput<'line_placed'> & { key?: string }, { order, isDeliveredToHosts }, ctx) {
    const registry = await lockRegistryOfField(tx, input.registry)
    const line = order.lines.find(one => one.id === input.line)
    const gift = await findGiftById(tx, input.gift, ctx.language)
    throwFieldErrors({
      ...(order.currency !== registryCurrency && { order: 'staff_order_currency' }),
      ...(!line && { line: 'staff_line_missing' }),
      ...(gift?.registry_id !== registry.id && { gift: 'staff_gift_missing' }),
      ...(line && (input.units ?? 1) > line.quantity && { units: 'staff_units_wrong' }),
    })
    if (!line || !gift) throw new AppError('refused_missing', 404)
    await lockOrderLines(tx, order.id)
    const isExchanged = await isExchangedLine(tx, order.id, line.id)
    if (!isExchanged) await refuseCounted(tx, order.id, line.id)
    const given = (await sumGivenByGift(tx, [gift.id], ctx.now)).get(gift.id) ?? nothingGiven
    const units = input.units ?? line.quantity
    if (await isOrderOfHost(tx, order)) throwFieldErrors({ order: 'staff_order_of_host' })
    const { kind, isMoney } = worthOfPlacing({ ...line, isExchanged }, gift, given)
    const giver = input.giver ?? order.billingName
    const cents = line.totalCents - line.refundedCents
    const worth = kind === 'units' ? amountAfterRefunds(line, units) : { units: 1, cents }
    const counts = order.state === 'paid' ? countsOfPlacing(gift, given, { kind, ...worth }) : null
    return {
      registryId: registry.id,
      // Also before the order is paid: nobody looks again once it is.
      cents: isMoney ? cents : 0,
      history: { what: 'shop_gift_recorded', about: gift.name, isGiving: true },
      before: { product: line.name, line_cents: cents, gift: null, ...counts?.before },
      after: {
        product: line.name,
        line_cents: cents,
        gift: gift.name,
        ...(kind === 'units' && { units }),
        ...counts?.after,
        giver,
        message: input.message ?? null,
      },
      mismatch: await findMismatch(tx, line, gift, ctx),
      parcel: findParcelElsewhere({ order, isDeliveredToHosts }, { kind, type: gift.type }, ctx),
      state: { state: order.state, gift: gift.id },
      later: await findLettersOfPlacing(tx, registry, order, ctx),
      async apply() {
        const target = { gift, kind, units, giver, message: input.message ?? null, key: input.key ?? '' }
        if (!(await placeOrderLine(tx, { order, line }, target, ctx)))
          throw new AppError('staff_line_counted', 409)
        await ctx.registryChanged(tx, registry.id)
      },
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
  async describe({ order }, ctx) {
    return order === undefined ? null : { order, payer: (await orderOfShop(order, ctx)).billingName }
  },
  async choices({ order, registry, line }, ctx) {
    const choices: Record<string, ActionChoice[]> = { line: [], gift: [] }
    if (order === undefined || registry === undefined) return choices
    const found = await orderOfShop(order, ctx)
    const lines = lineChoices(found, ctx)
    const [only] = lines.length === 1 ? lines : []
    choices.line = lines.map(one => ({ ...one, ...(one === only && { is_suggested: true }) }))
    const id = line ?? Number(only?.value)
    const gifts = await findRegistryGifts(ctx.db, (await registryOfField(ctx.db, registry)).id, ctx.language)
    const suggested = findGiftOfLine(
      gifts,
      found.lines.find(one => one.id === id),
    )
    choices.gift = toGiftChoices(gifts, ctx).map(one => ({
      ...one,
      ...(one.value === String(suggested?.id) && { is_suggested: true }),
    }))
    return choices
  },
}

/** Names of the order's product and of the gift, where they differ (R1027). */
async function findMismatch(tx: Db, line: ShopOrderLine, gift: GiftWithProduct, ctx: StaffContext) {
  const { productId } = productOfLine(line)
  if (productId === gift.product_id) return null
  // Contributions all have the name of the shop's product for them as their line's name.
  const product = line.contribution && (await findProductsByIds(tx, [productId], ctx.language)).get(productId)
  return { product: product?.name ?? line.name, gift: gift.name }
}

async function isExchangedLine(tx: Db, orderId: number, lineId: number): Promise<boolean> {
  return (await findExchangedLines(tx, orderId)).some(one => one.lineId === lineId)
}

/**
 * What a line counts as for a gift (R1160, units or money; R1161, group gifts). Throws `refused_fields` 422 for a gift
 * that it may not count for.
 */
function worthOfPlacing(line: PaidLine, gift: GiftWithProduct, given: GivenTotalsAndGivers): LineWorth {
  const isCard = gift.type === giftCardType
  const hasMoney = gift.is_group && given.cents > 0
  const worth = worthOfLine(line, { productId: gift.product_id, isCard, hasMoney }, 'staff')
  if (!isRefused(worth)) return worth
  if (worth === 'exchanged') throw new AppError('staff_line_exchanged', 409)
  throw new AppError('refused_fields', 422, { fields: { gift: refusedPlacings[worth] } })
}

const refusedPlacings = {
  certificate: 'staff_line_certificate',
  other_product: 'staff_line_other_product',
  money_in: 'staff_gift_money',
} as const

/** The letters that follow when the order is read anew: those of the first paid gift of this registry in the order. */
async function findLettersOfPlacing(tx: Db, registry: RegistryRow, order: ShopOrder, { now }: StaffContext) {
  const purchases = await findPurchasesByOrder(tx, order.id)
  const isKnown = purchases.some(one => one.registry_id === registry.id && one.state === 'paid')
  if (order.state !== 'paid' || isKnown) return []
  return findGiftEmails(tx, { registry, orderId: order.id, giverEmail: order.email }, now)
}

/**
 * Throws `staff_line_counted` 409 when the line counts, or did through its own cart, or is placed; one whose placing was
 * undone is free (R964).
 */
async function refuseCounted(tx: Db, orderId: number, lineId: number): Promise<void> {
  const purchase = (await findPurchasesByOrder(tx, orderId)).find(one => one.line_id === lineId)
  const placed = (await findLinePlacements(tx, orderId)).find(one => one.line_id === lineId)
  const ids = [purchase, placed].flatMap(one => (one ? [one.handoff_id] : []))
  const { handoffs } = await findHandoffsOfOrder(tx, null, { references: [], ids })
  // Its cart leads to a registry that is deleted.
  const isGone =
    (await countRows(tx, 'unmatched_line', { order_id: orderId, line_id: lineId, reason: 'gone' })) > 0
  const isOfOwnCart = !isGone && handoffs.some(one => !one.made_by_staff)
  const isCounted = purchase && (purchase.state !== 'void' || isOfOwnCart)
  if (!isCounted && !placed) return
  const registryId = purchase?.registry_id ?? handoffs[0]?.registry_id
  throw await countedAlready(tx, 'staff_line_counted', { field: 'line', registryId, orderId })
}

/** A line that waits for staff belongs to no registry: it leaves the list, and nothing is counted (R964). */
export const lineDismissal: RunOf<'line_dismissed'> = {
  async look(tx, { order, line }, _, ctx) {
    const found = await lockUnmatchedLine(tx, order, line)
    if (!found || found.dismissedAt) throw new AppError('staff_line_settled', 409)
    const { cents, reason } = found
    return {
      before: { line, line_cents: cents, waits: true },
      after: { line, line_cents: cents, waits: false },
      state: reason,
      apply: () => dismissUnmatchedLine(tx, order, line, ctx.now),
    }
  },
}

/** Reasons for which a line waits without any registry, so that its buyer may get a gift card for it (R1311). */
const exchangeable: UnmatchedLine['reason'][] = ['bought', 'reference']

/** Turns money for our own product without a registry into a gift card for the order's e-mail (R1311). */
export const lineExchange: ShopRunOf<'line_exchanged', MatchedOrder> = {
  read: async ({ order }, ctx) => matchOrder(await orderOfShop(order, ctx), ctx),
  async look(tx, { order: order_id, line: line_id }, match, ctx) {
    const { order } = match
    await lockOrderLines(tx, order_id)
    // It still waits in the list until the order is read anew.
    if (await isExchangedLine(tx, order_id, line_id)) throw new AppError('staff_line_exchanged', 409)
    const found = await lockUnmatchedLine(tx, order_id, line_id)
    const line = order.lines.find(one => one.id === line_id)
    if (!found || found.dismissedAt || !line) throw new AppError('staff_line_settled', 409)
    if (line.kind !== 'money' || !exchangeable.includes(found.reason))
      throw new AppError('staff_exchange_other', 409)
    await refuseCounted(tx, order_id, line_id)
    const isPaid = order.state === 'paid' && (await findPaymentMoments(tx, [order_id])).has(order_id)
    if (!isPaid) throw new AppError('staff_exchange_unpaid', 409)
    if (!order.email) throw new AppError('staff_exchange_nobody', 409)
    // The line's money left a registry before it was taken off: it would be paid out a second time.
    if ((await sumOwedOfOrder(tx, order_id)) > 0) throw new AppError('staff_exchange_left', 409)
    const { email } = order
    const cents = Math.min(line.totalCents - line.refundedCents, moneyLeftOf(match))
    if (cents <= 0) throw new AppError('staff_exchange_nothing', 409)
    const key = { order_id, line_id }
    const facts = { product: line.name, line_cents: line.totalCents - line.refundedCents }
    return {
      cents,
      mailbox: emailKey(email),
      before: { ...facts, waits: true },
      after: { ...facts, waits: false, amount_cents: cents, payer: order.billingName, email },
      state: found.reason,
      later: [{ ...lineLetter(key), to: email }],
      apply: () => requestLineCertificate(tx, key, { order, email, cents }, ctx),
    }
  },
  async after({ order: order_id, line: line_id }, ctx) {
    await processLineCertificate({ order_id, line_id }, ctx)
  },
}

/** Cents of an order that may be money and are not yet a gift's or a buyer's. */
const moneyLeftOf = ({ money, matched, exchanged }: MatchedOrder) =>
  [...matched.filter(one => one.isMoney), ...exchanged].reduce(
    (left, { cents }) => left - cents,
    money.mostCents,
  )

/** `isDeliveredToHosts` is null where the shop doesn't tell (R420, deliver to the hosts). */
interface PlacedOrder {
  order: ShopOrder
  isDeliveredToHosts: boolean | null
}

/** A line can be placed while the shop doesn't say where its parcel goes. */
async function readDestination(order: ShopOrder, { shop, log }: StaffContext): Promise<PlacedOrder> {
  const isDeliveredToHosts = await shop.isDeliveredToHosts(order).catch(error => {
    log.warn({ order: order.id, error: String(error) }, 'delivery of an order not known')
    return null
  })
  return { order, isDeliveredToHosts }
}

/** The order whose parcel goes to its buyer and has not left (R1152); null for any other. */
function findParcelElsewhere(
  { order, isDeliveredToHosts }: PlacedOrder,
  gift: { kind: GivingKind; type: string },
  { shop }: Pick<StaffContext, 'shop'>,
): ParcelElsewhere | null {
  const isParcel = gift.kind === 'units' && gift.type === 'physical' && order.state !== 'void'
  if (!isParcel || isDeliveredToHosts !== false || order.isShipped || order.isCompleted) return null
  return { order: order.id, shop_url: shop.orderPageUrl(order.id) }
}
