import { AppError, orNotFound } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import type { Cents } from '../../base/money.ts'
import { lockRegistry, type RegistryRow } from '../../registry/registry/data.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { unitsLeftToOrder } from '../collected/api.ts'
import * as data from '../ledger/data.ts'
import { availableFrom, calculateBalance, collectedGroupOf, redeemableUnits } from '../ledger/rules.ts'
import { orLatestPayout, ownRegistryOfGifts, processNewPayout } from './collect-service.ts'
import type * as said from './contract.ts'
import * as kept from './data.ts'
import {
  allocateFromRegistry,
  createPayout,
  findPayoutForKey,
  type IdempotencyKey,
  idempotencyKeyFor,
} from './service.ts'

type Input = ParsedOf<typeof said.redeemGift>

/**
 * Money into the product itself. Throws `giftcard_nothing`, `giftcard_short` (detail.short: cents), `giftcard_redeem`,
 * `giftcard_address`, `gift_unavailable` (all 409), and ShopFailure when the shop tells no price.
 */
export async function redeemMoney(input: Input, ctx: CustomerContext) {
  const registry = await ownRegistryOfGifts([input.id], ctx)
  const { idempotency_key, ...content } = input
  const key = idempotencyKeyFor(idempotency_key, { redeem: content })
  const known = (await findPayoutForKey(ctx.db, registry.id, key)) ?? (await ownCard(input, registry, ctx))
  const payout = known ?? (await request(input, registry, key, ctx))
  const view = await processNewPayout(payout, ctx)
  const isReady = payout.reason === 'own' && view.state === 'done'
  return { ...view, checkout_url: isReady ? await checkoutOf(input.id, ctx) : null }
}

/**
 * The certificate that the host pays for this gift with already: found without a key, which asks for nothing new, and
 * where no money came since.
 */
async function ownCard(
  { id, with_own_money, idempotency_key }: Input,
  registry: RegistryRow,
  { db }: CustomerContext,
): Promise<kept.PayoutRow | undefined> {
  if (!with_own_money) return undefined
  const open = availableFrom(calculateBalance(await data.giftBalances(db, registry.id)), [
    { giftId: id, account: 'gift' },
  ])
  const isSame = open === 0 || idempotency_key === undefined
  const payouts = isSame ? await kept.payoutsOfRegistry(db, registry.id) : []
  return payouts.find(one => one.gift_id === id && one.reason === 'own')
}

/** The same without a key; when nothing is left to redeem, what was ordered last is found. */
export async function redeemOrFindPayout(
  { id, type }: { id: number; type?: Input['type'] },
  ctx: CustomerContext,
) {
  const view = await orLatestPayout({ id, type }, ctx, () =>
    redeemMoney({ id, type, with_own_money: false }, ctx),
  )
  return { checkout_url: null, ...view }
}

async function request(
  { id, type, with_own_money }: Input,
  registry: RegistryRow,
  key: IdempotencyKey,
  ctx: CustomerContext,
): Promise<kept.PayoutRow> {
  const gift = orNotFound(
    (await data.giftsWithMoney(ctx.db, registry.id, ctx.language)).find(one => one.id === id),
  )
  if (type === 'change' || collectedGroupOf({ isGroup: gift.is_group, type: gift.type }) === 'regular')
    throw new AppError('giftcard_redeem', 409)
  if (gift.type !== 'digital' && registry.shipping_address === null)
    throw new AppError('giftcard_address', 409)
  const price = await livePrice(gift, ctx)
  return ctx.db.transaction().execute(async tx => {
    orNotFound(await lockRegistry(tx, registry.id))
    const known = await findPayoutForKey(tx, registry.id, key)
    if (known) return known
    const bought = await taken(tx, registry.id, gift, { price, own: with_own_money, ctx })
    const wanted = { registryId: registry.id, key, giftId: id, recipient: ctx.customer, ...bought }
    return createPayout(tx, wanted, ctx)
  })
}

/** Whole units where the money suffices; else, when the host pays the rest, all there is as a certificate. */
async function taken(
  tx: Db,
  registryId: number,
  gift: data.GiftWithMoney,
  { price, own, ctx }: { price: Cents; own: boolean; ctx: CustomerContext },
) {
  const source = { giftId: gift.id, account: 'gift' as const }
  const open = availableFrom(calculateBalance(await data.giftBalances(tx, registryId)), [source])
  const payouts = await kept.payoutsOfRegistry(tx, registryId)
  const fresh =
    (await data.giftsWithMoney(tx, registryId, ctx.language)).find(one => one.id === gift.id) ?? gift
  const { units, cents, missingCents } = redeemableUnits(unitsLeftToOrder(fresh, payouts), open, price)
  if (open === 0 || (units === 0 && missingCents === 0)) throw new AppError('giftcard_nothing', 409)
  if (units > 0)
    return {
      reason: 'redeem' as const,
      units,
      parts: await allocateFromRegistry(tx, registryId, [source], cents),
    }
  if (!own) throw new AppError('giftcard_short', 409, { detail: { short: missingCents } })
  return { reason: 'own' as const, parts: await allocateFromRegistry(tx, registryId, [source], open) }
}

async function livePrice(gift: data.GiftWithMoney, { shop, language }: CustomerContext): Promise<Cents> {
  const wanted = { productId: gift.product_id, variantId: gift.variant_id }
  const [live] = await shop.fetchPrices([wanted], language)
  if (!live?.available || live.cents === null || live.cents <= 0) throw new AppError('gift_unavailable', 409)
  return live.cents
}

/** A fresh cart with the product in it, where the host pays with the certificate and his own money. */
async function checkoutOf(giftId: number, { db, shop, language }: CustomerContext): Promise<string> {
  const gift = await data.giftToOrder(db, giftId)
  const line = {
    kind: 'product' as const,
    productId: gift.product_id,
    variantId: gift.variant_id,
    quantity: 1,
    options: gift.selected_options,
  }
  const cart = await shop.createCart({ language, customerId: 0, lines: [line] })
  return cart.checkoutUrl
}
