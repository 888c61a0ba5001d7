import type { ParsedOf } from '../base/endpoint.ts'
import type { Cents } from '../base/money.ts'
import { found, Refusal } from '../base/refusal.ts'
import { lockRegistry, type RegistryRow } from '../registry/data.ts'
import type { Db } from '../server/tables.ts'
import type { CustomerVisit } from '../server/visit.ts'
import { orLatest, ownRegistryOf, worked } from './collect.ts'
import { unitsLeft } from './collected.ts'
import type * as said from './contract.ts'
import * as data from './data.ts'
import * as kept from './payout-data.ts'
import { asked, type Key, keepPayout, keyOf, takenFrom } from './requests.ts'
import { groupOf, openOf, purseOf, redeemable } from './rules.ts'

type Input = ParsedOf<typeof said.redeem>

/**
 * Money into the product itself. Throws `giftcard_nothing`, `giftcard_short` (detail.short: cents), `giftcard_redeem`,
 * `giftcard_address`, `gift_unavailable` (all 409), and ShopFailure when the shop tells no price.
 */
export async function redeemMoney(input: Input, visit: CustomerVisit) {
  const registry = await ownRegistryOf([input.id], visit)
  const { idempotency_key, ...content } = input
  const key = keyOf(idempotency_key, { redeem: content })
  const known = (await asked(visit.db, registry.id, key)) ?? (await ownCard(input, registry, visit))
  const payout = known ?? (await request(input, registry, key, visit))
  const view = await worked(payout, visit)
  const isReady = payout.reason === 'own' && view.state === 'done'
  return { ...view, checkout_url: isReady ? await checkoutOf(input.id, visit) : null }
}

/**
 * The certificate that the host pays for this gift with already: found without a key, which asks for nothing new, and
 * where no money came since.
 */
async function ownCard(
  { id, with_own_money, idempotency_key }: Input,
  registry: RegistryRow,
  { db }: CustomerVisit,
): Promise<kept.PayoutRow | undefined> {
  if (!with_own_money) return undefined
  const open = openOf(purseOf(await data.sumsOf(db, registry.id)), [{ giftId: id, pocket: 'gift' }])
  const isSame = open === 0 || idempotency_key === undefined
  const payouts = isSame ? await kept.payoutsOf(db, registry.id) : []
  return payouts.find(one => one.gift_id === id && one.reason === 'own')
}

/** The same without a key; when nothing is left to redeem, what was ordered last is found. */
export async function redeemAgain({ id, type }: { id: number; type?: Input['type'] }, visit: CustomerVisit) {
  const view = await orLatest({ id, type }, visit, () =>
    redeemMoney({ id, type, with_own_money: false }, visit),
  )
  return { checkout_url: null, ...view }
}

async function request(
  { id, type, with_own_money }: Input,
  registry: RegistryRow,
  key: Key,
  visit: CustomerVisit,
): Promise<kept.PayoutRow> {
  const gift = found(
    (await data.moneyGifts(visit.db, registry.id, visit.language)).find(one => one.id === id),
  )
  if (type === 'change' || groupOf({ isGroup: gift.is_group, type: gift.type }) === 'regular')
    throw new Refusal('giftcard_redeem', 409)
  if (gift.type !== 'digital' && registry.shipping_address === null)
    throw new Refusal('giftcard_address', 409)
  const price = await livePrice(gift, visit)
  return visit.db.transaction().execute(async tx => {
    found(await lockRegistry(tx, registry.id))
    const known = await asked(tx, registry.id, key)
    if (known) return known
    const bought = await taken(tx, registry.id, gift, { price, own: with_own_money, visit })
    const wanted = { registryId: registry.id, key, giftId: id, to: visit.customer, ...bought }
    return keepPayout(tx, wanted, visit)
  })
}

/** Whole units where the money suffices; else, when the host pays the rest, all there is as a certificate. */
async function taken(
  tx: Db,
  registryId: number,
  gift: data.MoneyGift,
  { price, own, visit }: { price: Cents; own: boolean; visit: CustomerVisit },
) {
  const source = { giftId: gift.id, pocket: 'gift' as const }
  const open = openOf(purseOf(await data.sumsOf(tx, registryId)), [source])
  const payouts = await kept.payoutsOf(tx, registryId)
  const fresh =
    (await data.moneyGifts(tx, registryId, visit.language)).find(one => one.id === gift.id) ?? gift
  const { units, cents, short } = redeemable(unitsLeft(fresh, payouts), open, price)
  if (open === 0 || (units === 0 && short === 0)) throw new Refusal('giftcard_nothing', 409)
  if (units > 0)
    return { reason: 'redeem' as const, units, parts: await takenFrom(tx, registryId, [source], cents) }
  if (!own) throw new Refusal('giftcard_short', 409, { detail: { short } })
  return { reason: 'own' as const, parts: await takenFrom(tx, registryId, [source], open) }
}

async function livePrice(gift: data.MoneyGift, { shop, language }: CustomerVisit): Promise<Cents> {
  const wanted = { productId: gift.product_id, variantId: gift.variant_id }
  const [live] = await shop.prices([wanted], language)
  if (!live?.available || live.cents === null || live.cents <= 0) throw new Refusal('gift_unavailable', 409)
  return live.cents
}

/** A fresh cart with the product in it, where the host pays with the certificate and his own money. */
async function checkoutOf(giftId: number, { db, shop, language }: CustomerVisit): Promise<string> {
  const gift = await data.orderedGift(db, giftId)
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
