import type { Cents } from '../base/money.ts'
import { type MoneyGroup, type MoneySource, sumCents } from './ledger.rules.ts'

/** What decides whether the money of a gift may go to another one. */
export interface TransferableGift {
  group: MoneyGroup
  isCovered: boolean
  isAvailable: boolean
}

/**
 * Whose money may be sent to another gift (R608): leftovers always; money towards a gift when it is a card, or a group
 * gift that is not covered or has gone from the shop. A covered one waits to be redeemed.
 */
export function canTransfer(
  account: MoneySource['account'],
  { group, isCovered, isAvailable }: TransferableGift,
): boolean {
  if (account === 'change' || group === 'regular') return true
  return group === 'group' && (!isCovered || !isAvailable)
}

/** What one order brought to one account of a gift; `moved` is the part sent there, less than zero where it was sent away. */
export interface OrderMoney extends MoneySource {
  cents: Cents
  moved: Cents
}

/** Money of one order that goes back to the gift that it came from. */
export interface MoveBack {
  from: MoneySource
  to: MoneySource
  cents: Cents
}

/**
 * What goes back when an order's money was moved to other gifts and then refunded: a gift that has less than nothing of
 * the order gets what it had sent away, as far as it is still where it went (R608).
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
