import { dayInAthens } from '../base/dates.ts'
import { tileOf } from '../catalogue/rules.ts'
import type { RegistryRow } from '../registry/data.ts'
import { isOpen, mayOwn } from '../registry/rules.ts'
import type { CustomerVisit } from '../server/visit.ts'
import type { Collected, CollectedGift, PayoutView } from './contract.ts'
import * as data from './data.ts'
import * as kept from './payout-data.ts'
import { canMove, groupOf, openOf, type Purse, purseOf, redeemable, rowState } from './rules.ts'
import { targetsOf } from './targets.ts'

/** Everything on the page of collected gift cards, as the ledger and the shop know it at this moment. */
export async function collectedOf(registry: RegistryRow, visit: CustomerVisit): Promise<Collected> {
  const { db, language, customer, now } = visit
  await readBalances(registry.id, visit)
  const purse = purseOf(await data.sumsOf(db, registry.id))
  const gifts = await data.moneyGifts(db, registry.id, language)
  const payouts = await kept.payoutsOf(db, registry.id)
  const isOwner = mayOwn(registry, customer)
  const closed = !isOpen(registry, dayInAthens(now))
  const rows = gifts
    .filter(gift => gift.collected !== 0 || payouts.some(one => touches(one, gift.id, 'gift')))
    .map(gift => rowOf(gift, purse, payouts, registry))
  return {
    group: rows.filter(row => row.type === 'group'),
    virtual: rows.filter(row => row.type === 'virtual'),
    regular: rows.filter(row => row.type === 'regular'),
    change: gifts.flatMap(gift => leftoverOf(gift, purse)),
    targets: closed ? [] : await targetsOf(registry.id, visit),
    // A code is as good as money: the owner's alone.
    payouts: payouts.map(one => ({ ...viewOf(one), ...(!isOwner && { code: null }) })),
    open: purse.open,
    owed: purse.owed,
    may_redeem: isOwner,
    closing_day: registry.closing_day,
    closed,
  }
}

const touches = (payout: kept.KnownPayout, giftId: number, pocket: 'gift' | 'change') =>
  payout.parts.some(part => part.giftId === giftId && part.pocket === pocket)

function rowOf(
  gift: data.MoneyGift,
  purse: Purse,
  payouts: kept.KnownPayout[],
  registry: RegistryRow,
): CollectedGift {
  const type = groupOf({ isGroup: gift.is_group, type: gift.type })
  const open = openOf(purse, [{ giftId: gift.id, pocket: 'gift' }])
  const left = unitsLeft(gift, payouts)
  const isDigital = gift.type === 'digital'
  const canGo = type !== 'regular' && gift.is_there && (isDigital || registry.shipping_address !== null)
  const has = redeemable(canGo && open > 0 ? left : 0, open, gift.price)
  const isCovered = gift.collected >= gift.price && left > 0
  return {
    id: gift.id,
    type,
    product_id: gift.product_id,
    name: gift.name,
    image: gift.image,
    tile: tileOf({ id: gift.product_id, category_ids: gift.category_ids }),
    price: gift.price,
    collected: gift.collected,
    open,
    state: rowState(
      open,
      payouts.filter(one => touches(one, gift.id, 'gift') && !isBack(one)),
    ),
    is_digital: isDigital,
    can_collect: open > 0,
    can_redeem: has.units > 0,
    short: has.short,
    can_move: open > 0 && canMove('gift', { group: type, isCovered, isThere: gift.is_there }),
  }
}

/** Units that the money was given for and that were not ordered for the host yet. */
export function unitsLeft(
  gift: Pick<data.MoneyGift, 'id' | 'is_group' | 'units'>,
  payouts: Pick<kept.PayoutRow, 'gift_id' | 'units' | 'state' | 'returned_units'>[],
): number {
  const ordered = payouts
    .filter(one => one.gift_id === gift.id && one.state !== 'failed')
    .reduce((sum, one) => sum + (one.units ?? 0) - one.returned_units, 0)
  return (gift.is_group ? 1 : gift.units) - ordered
}

function leftoverOf(gift: data.MoneyGift, purse: Purse) {
  const open = openOf(purse, [{ giftId: gift.id, pocket: 'change' }])
  const tile = tileOf({ id: gift.product_id, category_ids: gift.category_ids })
  return open > 0 ? [{ id: gift.id, name: gift.name, image: gift.image, tile, open }] : []
}

/** The shop took back all of an order. */
const isBack = ({ cents, returned_cents }: kept.PayoutRow) => returned_cents === cents

/** A payout as the host sees it; the code is his once the shop has the certificate. */
export function viewOf(payout: kept.KnownPayout): PayoutView {
  const isIssued = payout.state === 'done' && payout.way === 'certificate'
  return {
    id: payout.id,
    way: payout.way,
    reason: payout.reason,
    state: payout.state === 'waiting' ? 'requested' : isBack(payout) ? 'failed' : payout.state,
    amount: payout.cents,
    returned: payout.returned_cents,
    code: isIssued ? payout.code : null,
    balance: isIssued ? payout.balance_cents : null,
    balance_at: isIssued ? (payout.balance_at?.toISOString() ?? '') : '',
    expires_on: payout.expires_on,
    order_id: payout.way === 'order' ? payout.shop_id : null,
    created_at: payout.created_at.toISOString(),
    gift_ids: [...new Set(payout.parts.map(part => part.giftId))],
  }
}

const balanceStaleMs = 60_000
const askedAtOnce = 10

/** Asks the shop what is left on the certificates; what it does not answer stays as it was last known. */
async function readBalances(registryId: number, { db, shop, now }: CustomerVisit): Promise<void> {
  const stale = (await kept.payoutsOf(db, registryId)).filter(
    one =>
      one.way === 'certificate' &&
      one.state === 'done' &&
      one.balance_cents !== 0 &&
      now.getTime() - (one.balance_at?.getTime() ?? 0) > balanceStaleMs,
  )
  await Promise.allSettled(
    stale.slice(0, askedAtOnce).map(async one => {
      const known = await shop.certificateByCode(one.code)
      if (known) await kept.noteBalance(db, one.id, known.balanceCents, now)
    }),
  )
}
