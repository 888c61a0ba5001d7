import { dayInAthens } from '../../base/dates.ts'
import { tileColourOf } from '../../catalogue/products/rules.ts'
import type { RegistryRow } from '../../registry/registry/data.ts'
import { canOwn, isRegistryOpen } from '../../registry/registry/rules.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import * as data from '../ledger/data.ts'
import {
  availableFrom,
  calculateBalance,
  canTransfer,
  collectedGiftState,
  collectedGroupOf,
  type RegistryBalance,
  redeemableUnits,
} from '../ledger/rules.ts'
import type { CollectedGift, CollectedMoney, PayoutView } from '../payout/contract.ts'
import * as kept from '../payout/data.ts'
import { transferTargets } from '../transfer/service.ts'

/** Everything on the page of collected gift cards, as the ledger and the shop know it at this moment. */
export async function readCollectedMoney(
  registry: RegistryRow,
  ctx: CustomerContext,
): Promise<CollectedMoney> {
  const { db, language, customer, now } = ctx
  await readBalances(registry.id, ctx)
  const purse = calculateBalance(await data.giftBalances(db, registry.id))
  const gifts = await data.giftsWithMoney(db, registry.id, language)
  const payouts = await kept.payoutsOfRegistry(db, registry.id)
  const isOwner = canOwn(registry, customer)
  const closed = !isRegistryOpen(registry, dayInAthens(now))
  const rows = gifts
    .filter(gift => gift.collected !== 0 || payouts.some(one => touches(one, gift.id, 'gift')))
    .map(gift => rowOf(gift, purse, payouts, registry))
  return {
    group: rows.filter(row => row.type === 'group'),
    virtual: rows.filter(row => row.type === 'virtual'),
    regular: rows.filter(row => row.type === 'regular'),
    change: gifts.flatMap(gift => leftoverOf(gift, purse)),
    targets: closed ? [] : await transferTargets(registry.id, ctx),
    // A code is as good as money: the owner's alone.
    payouts: payouts.map(one => ({ ...toPayoutView(one), ...(!isOwner && { code: null }) })),
    open: purse.available,
    owed: purse.negativeBalance,
    may_redeem: isOwner,
    closing_day: registry.closing_day,
    closed,
  }
}

const touches = (payout: kept.PayoutWithParts, giftId: number, pocket: 'gift' | 'change') =>
  payout.parts.some(part => part.giftId === giftId && part.account === pocket)

function rowOf(
  gift: data.GiftWithMoney,
  purse: RegistryBalance,
  payouts: kept.PayoutWithParts[],
  registry: RegistryRow,
): CollectedGift {
  const type = collectedGroupOf({ isGroup: gift.is_group, type: gift.type })
  const open = availableFrom(purse, [{ giftId: gift.id, account: 'gift' }])
  const left = unitsLeftToOrder(gift, payouts)
  const isDigital = gift.type === 'digital'
  const canGo = type !== 'regular' && gift.is_available && (isDigital || registry.shipping_address !== null)
  const has = redeemableUnits(canGo && open > 0 ? left : 0, open, gift.price)
  const isCovered = gift.collected >= gift.price && left > 0
  return {
    id: gift.id,
    type,
    product_id: gift.product_id,
    name: gift.name,
    image: gift.image,
    tile: tileColourOf({ id: gift.product_id, category_ids: gift.category_ids }),
    price: gift.price,
    collected: gift.collected,
    open,
    state: collectedGiftState(
      open,
      payouts.filter(one => touches(one, gift.id, 'gift') && !isBack(one)),
    ),
    is_digital: isDigital,
    can_collect: open > 0,
    can_redeem: has.units > 0,
    short: has.missingCents,
    can_move: open > 0 && canTransfer('gift', { group: type, isCovered, isAvailable: gift.is_available }),
  }
}

/** Units that the money was given for and that were not ordered for the host yet. */
export function unitsLeftToOrder(
  gift: Pick<data.GiftWithMoney, 'id' | 'is_group' | 'units'>,
  payouts: Pick<kept.PayoutRow, 'gift_id' | 'units' | 'state' | 'refunded_units'>[],
): number {
  const ordered = payouts
    .filter(one => one.gift_id === gift.id && one.state !== 'failed')
    .reduce((sum, one) => sum + (one.units ?? 0) - one.refunded_units, 0)
  return (gift.is_group ? 1 : gift.units) - ordered
}

function leftoverOf(gift: data.GiftWithMoney, purse: RegistryBalance) {
  const open = availableFrom(purse, [{ giftId: gift.id, account: 'change' }])
  const tile = tileColourOf({ id: gift.product_id, category_ids: gift.category_ids })
  return open > 0 ? [{ id: gift.id, name: gift.name, image: gift.image, tile, open }] : []
}

/** The shop took back all of an order. */
const isBack = ({ cents, refunded_cents }: kept.PayoutRow) => refunded_cents === cents

/** A payout as the host sees it; the code is his once the shop has the certificate. */
export function toPayoutView(payout: kept.PayoutWithParts): PayoutView {
  const isIssued = payout.state === 'done' && payout.method === 'certificate'
  return {
    id: payout.id,
    way: payout.method,
    reason: payout.reason,
    state: payout.state === 'waiting' ? 'requested' : isBack(payout) ? 'failed' : payout.state,
    amount: payout.cents,
    returned: payout.refunded_cents,
    code: isIssued ? payout.code : null,
    balance: isIssued ? payout.balance_cents : null,
    balance_at: isIssued ? (payout.balance_at?.toISOString() ?? '') : '',
    expires_on: payout.expires_on,
    order_id: payout.method === 'order' ? payout.shop_id : null,
    created_at: payout.created_at.toISOString(),
    gift_ids: [...new Set(payout.parts.map(part => part.giftId))],
  }
}

const balanceStaleMs = 60_000
const askedAtOnce = 10

/** Asks the shop what is left on the certificates; what it does not answer stays as it was last known. */
async function readBalances(registryId: number, { db, shop, now }: CustomerContext): Promise<void> {
  const stale = (await kept.payoutsOfRegistry(db, registryId)).filter(
    one =>
      one.method === 'certificate' &&
      one.state === 'done' &&
      one.balance_cents !== 0 &&
      now.getTime() - (one.balance_at?.getTime() ?? 0) > balanceStaleMs,
  )
  await Promise.allSettled(
    stale.slice(0, askedAtOnce).map(async one => {
      const known = await shop.findCertificateByCode(one.code)
      if (known) await kept.setCertificateBalance(db, one.id, known.balanceCents, now)
    }),
  )
}
