import { requirePayableCustomer } from '../../account/proof/access.ts'
import { AppError, orNotFound } from '../../base/app-error.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import type { Cents } from '../../base/money.ts'
import type { ModifierAnswer } from '../../base/shop-modifiers.ts'
import type { ShownQuantityRules } from '../../catalogue/products/quantity-rules.ts'
import { completeAnswers, type HostInput, listGiftModifiers } from '../../gift/gift/modifier-rules.ts'
import { lockRegistry, type RegistryRow } from '../../registry/registry/data.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { ownRegistryOfGifts } from '../ledger/access.ts'
import { findGiftsWithMoney, type GiftWithMoney } from '../ledger/data.ts'
import { type Readiness, readyBalance } from '../ledger/release-rules.ts'
import { availableFrom, type MoneySource, moneyGroupOf } from '../ledger/rules.ts'
import {
  allocateFromRegistry,
  type IdempotencyKey,
  idempotencyKeyFor,
  readBalance,
  releaseTerm,
} from '../ledger/service.ts'
import { orLatestPayout, processNewPayout } from './collect-service.ts'
import type * as contract from './contract.ts'
import { findGiftToOrder, findPayouts, type PayoutRow } from './data.ts'
import { requestPayout } from './request-service.ts'
import { redeemableUnits, unitsLeftToOrder } from './rules.ts'
import { findRepeatedPayout, type PayoutRequest } from './service.ts'

type RedeemInput = ParsedOf<typeof contract.redeemGift>
type RedeemReply = ReplyOf<typeof contract.redeemGift>

/**
 * Turns money into the product itself (R604). Throws what `requirePayableCustomer` throws, `giftcard_nothing`,
 * `giftcard_short` (detail.short: euro), `giftcard_redeem`, `giftcard_address`, `giftcard_answers`, `gift_unavailable`,
 * `giftcard_key_reused` (all 409), and ShopFailure when the shop has no price.
 */
export async function redeemMoney(input: RedeemInput, ctx: CustomerContext): Promise<RedeemReply> {
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

/** The same without a key; when nothing is left to redeem, returns the last payout of that source (R905). */
export async function redeemOrFindPayout(
  { id, type }: ParsedOf<typeof contract.redeemGiftByGet>,
  ctx: CustomerContext,
): Promise<RedeemReply> {
  const view = await orLatestPayout({ id, type }, ctx, () =>
    redeemMoney({ id, type, with_own_money: false }, ctx),
  )
  return { checkout_url: null, ...view }
}

/**
 * The certificate with which the host pays for this gift already: for a request without a key, which asks for nothing
 * new, and where no money came in since.
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
  if (type === 'change' || moneyGroupOf({ isGroup: gift.is_group, type: gift.type }) === 'regular')
    throw new AppError('giftcard_redeem', 409)
  if (gift.type !== 'digital' && registry.shipping_address === null)
    throw new AppError('giftcard_address', 409)
  const answers = answerQuestions(gift, modifiers ?? [])
  const { cents: price, rules } = await fetchLivePrice(gift, ctx)
  return ctx.db.transaction().execute(async tx => {
    orNotFound(await lockRegistry(tx, registry.id))
    const repeated = await findRepeatedPayout(tx, registry.id, key)
    if (repeated) return repeated
    const redemption = await allocateRedemption(tx, registry.id, gift, {
      price,
      rules,
      withOwnMoney: with_own_money,
      ctx,
    })
    const order = { giftId: id, modifiers: answers, ...redemption }
    return requestPayout(tx, { registryId: registry.id, key, ...order }, ctx)
  })
}

/** What the order says to the shop's questions. Throws `giftcard_answers` 409 with what the host has to answer (R424). */
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

/** What the shop sells a gift for today, and how many in one order. */
interface Sale {
  price: Cents
  rules: ShownQuantityRules
}

/** Whole units where the money suffices; else, when the host pays the rest, all of it as a certificate. */
async function allocateRedemption(
  tx: Db,
  registryId: number,
  gift: GiftWithMoney,
  { price, rules, withOwnMoney, ctx }: Sale & { withOwnMoney: boolean; ctx: CustomerContext },
): Promise<Pick<PayoutRequest, 'reason' | 'units' | 'parts'>> {
  const source = moneyTowards(gift.id)
  const balance = await readBalance(tx, registryId)
  // Goods may be stopped before they leave; what is delivered at once may not (R511).
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

const moneyTowards = (giftId: number): MoneySource => ({ giftId, account: 'gift' })

/** Throws `gift_unavailable` 409, also when less is left than one order holds at least. */
async function fetchLivePrice(gift: GiftWithMoney, { shop, language }: CustomerContext) {
  const product = { productId: gift.product_id, variantId: gift.variant_id }
  const [live] = await shop.fetchPrices([product], language)
  if (!live?.available || live.cents === null || live.cents <= 0) throw new AppError('gift_unavailable', 409)
  const { cents, minQuantity, maxQuantity, stock } = live
  if (stock !== null && stock < minQuantity) throw new AppError('gift_unavailable', 409)
  return { cents, rules: { min_quantity: minQuantity, max_quantity: maxQuantity, stock } }
}

/** The checkout of a new cart with the product in it, where the host pays with the certificate and their own money. */
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
