import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import type { Cents } from '../base/money.ts'
import { tileColourOf } from '../catalogue/products.rules.ts'
import { listGiftModifiers, openQuestions } from '../gift/modifier.rules.ts'
import { registryForHosts } from '../orders/received.ts'
import { canOwn, isRegistryOpen } from '../registry/registry.rules.ts'
import type { RegistryRow } from '../registry/registry.sql.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext } from '../server/context/request-context.ts'
import { updateRows } from '../server/postgres/rows.ts'
import type { CollectedGift } from './collected.contract.ts'
import * as contract from './collected.contract.ts'
import {
  availableFrom,
  isSameSource,
  type MoneySource,
  moneyGroupOf,
  moneyTowards,
  type RegistryBalance,
  type ReleaseTerm,
  readyBalance,
  waitingMoneyOf,
} from './ledger.rules.ts'
import { findGiftsWithMoney, type GiftWithMoney, readBalance, releaseTerm } from './ledger.ts'
import { cardCodeFor, redeemableUnits, unitsLeftToOrder } from './payout/payout.rules.ts'
import { findPayouts, type PayoutWithParts } from './payout/payout.sql.ts'
import { isTakenBack, toPayoutView } from './payout/payout.ts'
import { canTransfer } from './transfer.rules.ts'
import { findTransferTargets } from './transfer.ts'

export const calls: Handler[] = [handle(contract.getCollectedGifts, getCollectedGifts)]

/** All collected money of a registry (R601), from the ledger and the shop's current balances; cents. */
async function getCollectedGifts(
  { registry_id }: ParsedOf<typeof contract.getCollectedGifts>,
  ctx: CustomerContext,
): Promise<contract.CollectedMoney> {
  const { db, language, customer, now, isReadOnly } = ctx
  const registry = await registryForHosts(registry_id, ctx)
  await refreshCertificateBalances(registry.id, ctx)
  const balance = await readBalance(db, registry.id)
  const gifts = await findGiftsWithMoney(db, registry.id, language)
  const payouts = await findPayouts(db, registry.id)
  const isOwner = canOwn(registry, customer)
  const isClosed = !isRegistryOpen(registry, dayInAthens(now))
  const term = releaseTerm(ctx)
  const paid = readyBalance(balance, 'paid', term)
  const money = { all: balance, paid, ripe: readyBalance(balance, 'ripe', term), term }
  const rows = gifts
    .filter(gift => gift.collected !== 0 || payouts.some(payout => isPaidFrom(payout, moneyTowards(gift.id))))
    .map(gift => toCollectedGift(gift, money, payouts, registry))
  return {
    group: rows.filter(row => row.type === 'group'),
    virtual: rows.filter(row => row.type === 'virtual'),
    regular: rows.filter(row => row.type === 'regular'),
    change: gifts.flatMap(gift => toLeftover(gift, money)),
    targets: isClosed ? [] : await findTransferTargets(registry.id, ctx),
    payouts: payouts.map(toPayoutView).map(payout => ({
      ...payout,
      code: payout.code === null ? null : cardCodeFor(payout.code, { isOwner, isReadOnly }),
    })),
    open: balance.available,
    free: money.ripe.available,
    waiting: waitingMoneyOf(balance, balance.accounts, term),
    owed: balance.negativeBalance,
    may_redeem: isOwner,
    closing_day: registry.closing_day,
    closed: isClosed,
  }
}

const isPaidFrom = ({ parts }: PayoutWithParts, source: MoneySource) =>
  parts.some(part => isSameSource(part, source))

/** The balance, and what of it is paid (R510) and ripe (R511). */
interface RegistryMoney {
  all: RegistryBalance
  paid: RegistryBalance
  ripe: RegistryBalance
  term: ReleaseTerm
}

function amountsOf(source: MoneySource, { all, ripe, term }: RegistryMoney) {
  return {
    open: availableFrom(all, [source]),
    free: availableFrom(ripe, [source]),
    waiting: waitingMoneyOf(all, [source], term, ripe),
  }
}

function toCollectedGift(
  gift: GiftWithMoney,
  money: RegistryMoney,
  payouts: PayoutWithParts[],
  registry: RegistryRow,
): contract.CollectedGift {
  const source = moneyTowards(gift.id)
  const group = moneyGroupOf(gift)
  const amounts = amountsOf(source, money)
  const { open, free } = amounts
  const paid = availableFrom(money.paid, [source])
  const unitsLeft = unitsLeftToOrder(gift, payouts)
  const isDigital = gift.type === 'digital'
  const canBeDelivered = isDigital || registry.shipping_address !== null
  const canBeOrdered = group !== 'regular' && gift.is_available && canBeDelivered
  const orderable = canBeOrdered && open > 0 ? unitsLeft : 0
  // Goods can be stopped before they leave, so paid money suffices; what is delivered at once needs ripe money.
  const redeemable = redeemableUnits(orderable, gift.type === 'physical' ? paid : free, gift.price, gift)
  const later = redeemableUnits(orderable, open, gift.price, gift)
  const isCovered = gift.collected >= gift.price && unitsLeft > 0
  return {
    ...gift,
    type: group,
    tile: tileOf(gift),
    ...amounts,
    state: collectedGiftState(
      open,
      payouts.filter(payout => isPaidFrom(payout, source) && !isTakenBack(payout)),
    ),
    is_digital: isDigital,
    can_collect: free > 0,
    can_redeem: redeemable.units > 0,
    redeemable_units: redeemable.units,
    questions: openQuestions(listGiftModifiers(gift.product_modifiers, gift.modifiers)),
    short: later.missingCents > 0 && free > 0 ? gift.price * gift.min_quantity - free : 0,
    can_move: paid > 0 && canTransfer('gift', { group, isCovered, isAvailable: gift.is_available }),
  }
}

function toLeftover(gift: GiftWithMoney, money: RegistryMoney): contract.Leftover[] {
  const source: MoneySource = { giftId: gift.id, account: 'change' }
  const amounts = amountsOf(source, money)
  const { id, name, image } = gift
  const can_move = availableFrom(money.paid, [source]) > 0
  return amounts.open > 0 ? [{ id, name, image, tile: tileOf(gift), ...amounts, can_move }] : []
}

const tileOf = ({ product_id, category_ids }: GiftWithMoney) => tileColourOf({ id: product_id, category_ids })

const balanceStaleAfterMs = 60_000
const maxBalancesAtOnce = 10

/** Asks the shop for the balances of certificates; where it doesn't answer, the last known one stays. */
async function refreshCertificateBalances(
  registryId: number,
  { db, shop, now }: CustomerContext,
): Promise<void> {
  const stale = (await findPayouts(db, registryId)).filter(
    payout =>
      payout.method === 'certificate' &&
      payout.state === 'done' &&
      payout.balance_cents !== 0 &&
      now.getTime() - (payout.balance_at?.getTime() ?? 0) > balanceStaleAfterMs,
  )
  await Promise.allSettled(
    stale.slice(0, maxBalancesAtOnce).map(async ({ id, code }) => {
      const certificate = await shop.findCertificateByCode(code)
      if (certificate)
        await updateRows(db, 'payout', {
          set: { balance_cents: certificate.balanceCents, balance_at: now },
          where: { id },
        })
    }),
  )
}

/**
 * The state of a gift's money (R602): requested while a payout waits, else collected while any is open, else what the
 * latest payout made of it.
 */
export function collectedGiftState(
  open: Cents,
  payouts: { method: string; state: string }[],
): CollectedGift['state'] {
  if (payouts.some(payout => payout.state === 'waiting')) return 'requested'
  if (open > 0) return 'collected'
  const latest = payouts.find(payout => payout.state === 'done')
  if (!latest) return 'empty'
  return latest.method === 'order' ? 'redeemed' : 'issued'
}
