import type { Cents } from '../../base/money.ts'
import type { CollectedGift } from './contract.ts'

/** The state of a gift's money (R602): under way first, then open, then what the latest payout made of it. */
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
