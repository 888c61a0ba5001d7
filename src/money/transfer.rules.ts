import type { Cents } from '../base/money.ts'
import { type MoneyGroup, type MoneySource, sumCents } from './ledger.rules.ts'

interface TransferableGift {
  group: MoneyGroup
  isCovered: boolean
  isAvailable: boolean
}

/**
 * Which money may move to another gift (R608, smart change): leftovers always; money towards a gift of a gift card, or
 * of a group gift that isn't covered or is no longer sold. A covered one waits to be redeemed.
 */
export function canTransfer(
  account: MoneySource['account'],
  { group, isCovered, isAvailable }: TransferableGift,
): boolean {
  if (account === 'change' || group === 'regular') return true
  return group === 'group' && (!isCovered || !isAvailable)
}

/**
 * What one order brought to an account of a gift; `moved` is the part that was moved there, below zero where it was
 * moved away.
 */
export interface OrderMoney extends MoneySource {
  cents: Cents
  moved: Cents
}

export interface MoveBack {
  from: MoneySource
  to: MoneySource
  cents: Cents
}

/**
 * What goes back when an order's money was moved to other gifts and then refunded: a gift below zero gets back what it
 * had sent away, as far as it is still where it went (R608, smart change).
 */
export function planMovesBack(money: OrderMoney[]): MoveBack[] {
  const gifts = [...Map.groupBy(money, ({ giftId }) => giftId).values()].map(accounts => ({
    accounts: accounts.toSorted((one, other) => one.cents - other.cents),
    cents: sumCents(accounts),
    moved: accounts.reduce((sum, { moved }) => sum + moved, 0),
  }))
  const held = gifts.flatMap(({ accounts, moved }) => {
    let room = Math.max(0, moved)
    return accounts.map(account => {
      const cents = Math.max(0, Math.min(account.cents, room))
      room -= cents
      return { account, cents }
    })
  })
  return gifts.flatMap(gift => {
    let missing = Math.min(-gift.cents, -gift.moved)
    return held.flatMap(place => {
      const cents = Math.min(missing, place.cents)
      if (cents <= 0) return []
      missing -= cents
      place.cents -= cents
      return [{ from: sourceOf(place.account), to: sourceOf(gift.accounts[0] ?? place.account), cents }]
    })
  })
}

const sourceOf = ({ giftId, account }: MoneySource): MoneySource => ({ giftId, account })
