import type { MoneyGroup, MoneySource } from '../ledger/rules.ts'

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
