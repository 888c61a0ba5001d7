import { formatDeviceName, parseUserAgent } from '../../account/cookie.rules.ts'
import { requirePayableCustomer } from '../../account/proof/proof.ts'
import { AppError, orNotFound } from '../../base/app-error.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import type { Cents } from '../../base/money.ts'
import type { ModifierAnswer } from '../../base/shop-modifiers.ts'
import type { ShownQuantityRules } from '../../catalogue/quantity.rules.ts'
import { completeAnswers, type HostInput, listGiftModifiers } from '../../gift/modifier.rules.ts'
import type { OrderDifference } from '../../orders/orders.rules.ts'
import { lockRegistries, lockRegistry, type RegistryRow } from '../../registry/registry.sql.ts'
import type { DomainEvents } from '../../server/context/domain-events.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext, JobContext } from '../../server/context/request-context.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { processBatch } from '../claim.ts'
import {
  availableFrom,
  isSameSource,
  moneyGroupOf,
  moneySourceOf,
  moneyTowards,
  type Readiness,
  readyBalance,
} from '../ledger.rules.ts'
import {
  allocateFromRegistry,
  findGiftsWithMoney,
  findRegistryNames,
  type GiftWithMoney,
  type IdempotencyKey,
  idempotencyKeyFor,
  ownRegistryOfGifts,
  readBalance,
  releaseTerm,
  writeLedgerLines,
} from '../ledger.ts'
import { updatePaidOutNotes } from './codes.ts'
import * as contract from './payout.contract.ts'
import {
  calculateHostOrderRefund,
  redeemableUnits,
  spreadOverParts,
  unitsLeftToOrder,
} from './payout.rules.ts'
import {
  findGiftToOrder,
  findHostOrderByCode,
  findHostOrders,
  findPayoutById,
  findPayoutParts,
  findPayouts,
  type PayoutRow,
  storeHostOrderAmounts,
} from './payout.sql.ts'
import { createPayout, findRepeatedPayout, type PayoutRequest, toPayoutView } from './payout.ts'
import { enqueueOrderRefundedEmail } from './payout-letters.ts'
import { processPayout } from './process.ts'

export const calls: Handler[] = [
  handle(contract.createGiftCertificate, collectMoney),
  handle(contract.createGiftCertificateByGet, collectOrFindPayout),
  handle(contract.redeemGift, redeemMoney),
  handle(contract.redeemGiftByGet, redeemOrFindPayout),
]

type RedeemInput = ParsedOf<typeof contract.redeemGift>
type RedeemReply = ReplyOf<typeof contract.redeemGift>

/**
 * Turns money into the product itself (R604, redeem). Throws what `requirePayableCustomer` throws, `giftcard_nothing`,
 * `giftcard_short` (detail.short: euro), `giftcard_redeem`, `giftcard_address`, `giftcard_answers`, `gift_unavailable`,
 * `giftcard_key_reused` (all 409), and ShopFailure when the shop has no price.
 */
async function redeemMoney(input: RedeemInput, ctx: CustomerContext): Promise<RedeemReply> {
  const registry = await ownRegistryOfGifts(ctx, [input.id])
  await requirePayableCustomer(ctx)
  const { idempotency_key, ...content } = input
  const key = idempotencyKeyFor(idempotency_key, { redeem: content })
  const existing =
    (await findRepeatedPayout(ctx.db, registry.id, key)) ?? (await findOwnCertificate(input, registry, ctx))
  const payout = existing ?? (await requestRedemption(input, registry, key, ctx))
  const view = await processNewPayout(payout, ctx)
  const isPayable = payout.reason === 'own' && view.state === 'done'
  return { ...view, checkout_url: isPayable ? await createCheckout(input.id, payout.modifiers, ctx) : null }
}

/** The same by GET, without a key (R905): when nothing is left to redeem, it answers the source's last payout. */
async function redeemOrFindPayout(
  { id, type }: ParsedOf<typeof contract.redeemGiftByGet>,
  ctx: CustomerContext,
): Promise<RedeemReply> {
  const view = await orLatestPayout({ id, type }, ctx, () =>
    redeemMoney({ id, type, with_own_money: false }, ctx),
  )
  return { checkout_url: null, ...view }
}

/**
 * The certificate that the host already has for paying this gift: for a request without a key, or when no money came in
 * since.
 */
async function findOwnCertificate(
  { id, with_own_money, idempotency_key }: RedeemInput,
  registry: RegistryRow,
  { db }: CustomerContext,
): Promise<PayoutRow | undefined> {
  if (!with_own_money) return undefined
  const open = availableFrom(await readBalance(db, registry.id), [moneyTowards(id)])
  const asksForNothingNew = open === 0 || idempotency_key === undefined
  const payouts = asksForNothingNew ? await findPayouts(db, registry.id) : []
  return payouts.find(payout => payout.gift_id === id && payout.reason === 'own')
}

async function requestRedemption(
  { id, type, with_own_money, modifiers }: RedeemInput,
  registry: RegistryRow,
  key: IdempotencyKey,
  ctx: CustomerContext,
): Promise<PayoutRow> {
  const gift = orNotFound(
    (await findGiftsWithMoney(ctx.db, registry.id, ctx.language)).find(one => one.id === id),
  )
  if (type === 'change' || moneyGroupOf(gift) === 'regular') throw new AppError('giftcard_redeem', 409)
  if (gift.type !== 'digital' && registry.shipping_address === null)
    throw new AppError('giftcard_address', 409)
  const answers = answerQuestions(gift, modifiers ?? [])
  const sale = await fetchLivePrice(gift, ctx)
  return ctx.db.transaction().execute(async tx => {
    orNotFound(await lockRegistry(tx, registry.id))
    const repeated = await findRepeatedPayout(tx, registry.id, key)
    if (repeated) return repeated
    const how = { ...sale, withOwnMoney: with_own_money, ctx }
    const redemption = await allocateRedemption(tx, registry.id, gift, how)
    const order = { giftId: id, modifiers: answers, ...redemption }
    return requestPayout(tx, { registryId: registry.id, key, ...order }, ctx)
  })
}

/** The order's answers to the shop's questions (R424). Throws `giftcard_answers` 409 with the open ones. */
function answerQuestions(gift: GiftWithMoney, input: HostInput[]): ModifierAnswer[] {
  const typed = input.map(({ option_id, value = '' }) => ({ option_id, value }))
  const { answers, errors } = completeAnswers(
    listGiftModifiers(gift.product_modifiers, gift.modifiers),
    typed,
  )
  const fields = Object.fromEntries(Object.entries(errors).map(([id, key]) => [`modifiers.${id}`, key]))
  if (Object.keys(fields).length > 0) throw new AppError('giftcard_answers', 409, { fields })
  return answers
}

/** Today's price of a unit in the shop, and its limits for one order. */
interface Sale {
  price: Cents
  rules: ShownQuantityRules
}

/** Whole units when the money suffices; else, when the host pays the rest, all of it as a certificate. */
async function allocateRedemption(
  tx: Db,
  registryId: number,
  gift: GiftWithMoney,
  { price, rules, withOwnMoney, ctx }: Sale & { withOwnMoney: boolean; ctx: CustomerContext },
): Promise<Pick<PayoutRequest, 'reason' | 'units' | 'parts'>> {
  const source = moneyTowards(gift.id)
  const balance = await readBalance(tx, registryId)
  // Paid money suffices for goods, which can be stopped before they leave (R511).
  const readiness = gift.type === 'physical' ? 'paid' : 'ripe'
  const term = releaseTerm(ctx)
  const open = availableFrom(readyBalance(balance, readiness, term), [source])
  const payouts = await findPayouts(tx, registryId)
  const current =
    (await findGiftsWithMoney(tx, registryId, ctx.language)).find(one => one.id === gift.id) ?? gift
  const unitsLeft = unitsLeftToOrder(current, payouts)
  const { units, cents, missingCents } = redeemableUnits(unitsLeft, open, price, rules)
  const take = (amount: Cents | undefined, as: Readiness) =>
    allocateFromRegistry(tx, registryId, { sources: [source], amount, readiness: as }, ctx)
  if (units > 0) return { reason: 'redeem', units, parts: await take(cents, readiness) }
  const all = availableFrom(balance, [source])
  const later = redeemableUnits(unitsLeft, all, price, rules)
  if (all === 0 || (later.units === 0 && later.missingCents === 0))
    throw new AppError('giftcard_nothing', 409)
  if (later.units > 0) throw new AppError('giftcard_waits', 409)
  if (!withOwnMoney) throw new AppError('giftcard_short', 409, { detail: { short: missingCents / 100 } })
  return { reason: 'own', parts: await take(undefined, 'ripe') }
}

/** Today's price. Throws `gift_unavailable` 409, also when the stock is below the shop's minimum for an order. */
async function fetchLivePrice(gift: GiftWithMoney, { shop, language }: CustomerContext): Promise<Sale> {
  const product = { productId: gift.product_id, variantId: gift.variant_id }
  const [live] = await shop.fetchPrices([product], language)
  if (!live?.available || live.cents === null || live.cents <= 0) throw new AppError('gift_unavailable', 409)
  const { cents, minQuantity, maxQuantity, stock } = live
  if (stock !== null && stock < minQuantity) throw new AppError('gift_unavailable', 409)
  return { price: cents, rules: { min_quantity: minQuantity, max_quantity: maxQuantity, stock } }
}

/** Creates a cart with the product, whose checkout the host pays with the certificate and their own money. */
async function createCheckout(
  giftId: number,
  modifiers: ModifierAnswer[],
  { db, shop, language }: CustomerContext,
): Promise<string> {
  const gift = await findGiftToOrder(db, giftId)
  const line = {
    kind: 'product' as const,
    productId: gift.product_id,
    variantId: gift.variant_id,
    quantity: gift.min_quantity ?? 1,
    options: gift.selected_options,
    modifiers,
  }
  const cart = await shop.createCart({ language, customerId: 0, lines: [line] })
  return cart.checkoutUrl
}

type SourceInput = ParsedOf<typeof contract.createGiftCertificateByGet>

/**
 * Turns money into a certificate (R603, collect; R610, several sources). The payout is stored first, then the shop is
 * asked, now or later by the job. Throws what `requirePayableCustomer` throws, `giftcard_nothing`, `giftcard_waits` and
 * `giftcard_key_reused` 409, `giftcard_much` 422.
 */
async function collectMoney(
  input: ParsedOf<typeof contract.createGiftCertificate>,
  ctx: CustomerContext,
): Promise<contract.PayoutView> {
  const { id, type, sources: several, amount, idempotency_key } = input
  const sources = (several ?? [{ id: id ?? 0, type }]).map(moneySourceOf)
  const registry = await ownRegistryOfGifts(
    ctx,
    sources.map(source => source.giftId),
  )
  await requirePayableCustomer(ctx)
  const key = idempotencyKeyFor(idempotency_key, { collect: sources, amount })
  const reason = several ? 'prepayment' : 'collect'
  const payout = await ctx.db.transaction().execute(async tx => {
    orNotFound(await lockRegistry(tx, registry.id))
    const repeated = await findRepeatedPayout(tx, registry.id, key)
    if (repeated) return repeated
    const parts = await allocateFromRegistry(tx, registry.id, { sources, amount }, ctx)
    return requestPayout(tx, { registryId: registry.id, key, reason, parts }, ctx)
  })
  return processNewPayout(payout, ctx)
}

/** The same by GET, without a key (R905): when nothing is open, it answers the source's last payout. */
async function collectOrFindPayout(
  { id, type }: SourceInput,
  ctx: CustomerContext,
): Promise<contract.PayoutView> {
  return orLatestPayout({ id, type }, ctx, () => collectMoney({ id, type }, ctx))
}

/** Answers what `pay` does; when nothing is open any more, the source's last payout. */
async function orLatestPayout<T>(
  input: SourceInput,
  ctx: CustomerContext,
  pay: () => Promise<T>,
): Promise<T | contract.PayoutView> {
  const registry = await ownRegistryOfGifts(ctx, [input.id])
  try {
    return await pay()
  } catch (error) {
    const source = moneySourceOf(input)
    const latest = (await findPayouts(ctx.db, registry.id)).find(
      payout => payout.state !== 'failed' && payout.parts.some(part => isSameSource(part, source)),
    )
    if (!latest || !(error instanceof AppError) || error.code !== 'giftcard_nothing') throw error
    return toPayoutView(latest)
  }
}

/** Tries a payout at once; after a failure the job tries again. */
async function processNewPayout({ id }: PayoutRow, ctx: CustomerContext): Promise<contract.PayoutView> {
  await processPayout(id, ctx)
  const payout = await findPayoutById(ctx.db, id)
  return toPayoutView({ ...payout, parts: await findPayoutParts(ctx.db, id) })
}

/**
 * Creates a payout that somebody asked for. The owner is told at once who asked for what, from which device, and what
 * to do if it was somebody else (R127, fresh proof before money leaves).
 */
async function requestPayout(
  tx: Db,
  request: Omit<PayoutRequest, 'recipient'>,
  ctx: CustomerContext,
): Promise<PayoutRow> {
  const { customer, now, userAgent } = ctx
  const payout = await createPayout(tx, { ...request, recipient: customer }, ctx)
  await ctx.enqueueEmail(tx, {
    cause: `money-requested:${payout.id}`,
    template: 'money-requested',
    language: customer.language,
    to: customer.email,
    props: {
      ...(await findRegistryNames(tx, request.registryId)),
      person: `${customer.name} ${customer.surname}`,
      cents: payout.cents,
      way: payout.method,
      device: formatDeviceName(parseUserAgent(userAgent)),
      at: now.toISOString(),
    },
  })
  return payout
}

/**
 * Handles each reading of an order that was placed for a host: what the shop cancelled or refunded of it is the
 * registry's money again. When the shop reopens such an order the money is taken again, even if that leaves a negative
 * balance (R615).
 */
export async function recordHostOrderRefund(
  tx: Db,
  { order }: DomainEvents['outsideOrderRead'],
  ctx: JobContext,
): Promise<void> {
  const unlocked = await findHostOrderByCode(tx, order.externalId ?? '')
  if (!unlocked) return
  await lockRegistries(tx, [unlocked.registry_id])
  const payout = await findPayoutById(tx, unlocked.id)
  const refund = calculateHostOrderRefund(payout, order)
  const cents = refund.refunded_cents - payout.refunded_cents
  const amounts = { ...refund, tax_cents: order.payment.taxCents }
  const changesBefore = await storeHostOrderAmounts(tx, payout.id, amounts)
  if (cents === 0) return
  const parts = await findPayoutParts(tx, payout.id)
  const before = spreadOverParts(parts, payout.refunded_cents)
  const after = spreadOverParts(parts, refund.refunded_cents)
  const changes = parts.flatMap((part, index) => {
    const change = Math.abs((after[index] ?? 0) - (before[index] ?? 0))
    return change > 0 ? [{ ...part, cents: change }] : []
  })
  const cause = `payout ${payout.id} returned ${changesBefore + 1}`
  await writeLedgerLines(tx, payout.registry_id, changes, {
    kind: 'returned',
    payout_id: payout.id,
    cause,
    sign: cents > 0 ? 1 : -1,
    now: ctx.now,
  })
  if (cents > 0) await enqueueOrderRefundedEmail(tx, payout, { cents, cause }, ctx)
  const orders = parts.map(part => part.orderId)
  await updatePaidOutNotes(tx, payout.registry_id, orders, ctx)
  await ctx.emit('moneyChanged', tx, { registryId: payout.registry_id, orderId: order.id })
  await ctx.registryChanged(tx, payout.registry_id)
}

/**
 * Reads those of these orders that were placed for a host from the shop, and lists those whose refunds differ from what
 * is counted; one that the shop no longer knows counts as refunded whole. Changes nothing. Throws ShopFailure.
 */
export async function compareHostOrders(
  { db, shop }: JobContext,
  orderIds: number[],
): Promise<OrderDifference[]> {
  const differences: OrderDifference[] = []
  for (const payout of await findHostOrders(db, orderIds)) {
    const order = await shop.fetchOrder(payout.shop_id)
    const inShop = calculateHostOrderRefund(
      payout,
      order ?? { state: 'void', lines: [], unplacedRefunds: [] },
    ).refunded_cents
    const counted = payout.refunded_cents
    if (counted !== inShop)
      differences.push({
        orderId: payout.shop_id,
        description: `placed for a host, counts ${counted} cents returned, the shop says ${inShop}`,
      })
  }
  return differences
}

/** Processes the payouts that are due; answers how many. */
export const processDuePayouts = (ctx: JobContext) => processBatch(() => processPayout(null, ctx))

/** Processes waiting payouts now, whatever their next attempt is. */
export async function retryPayouts(ctx: JobContext): Promise<void> {
  await updateRows(ctx.db, 'payout', { set: { next_attempt_at: ctx.now }, where: { state: 'waiting' } })
  await processDuePayouts(ctx)
}
