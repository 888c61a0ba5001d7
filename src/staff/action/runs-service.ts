import { emailCorrection } from './email-service.ts'
import { giftAdding, giftRemoval } from './gift-service.ts'
import { giverRenaming } from './giver-service.ts'
import { letterResending } from './letter-service.ts'
import { lineDismissal, lineExchange, linePlacing } from './line-service.ts'
import { paymentReceipt, proofAcceptance, refundDismissal, refundPlacing } from './payment-service.ts'
import { payoutCancel, payoutFinish, payoutRetry } from './payout-service.ts'
import {
  receiptMoneyRecording,
  receiptRecording,
  receiptRenumbering,
  receiptReversal,
} from './receipt-service.ts'
import { moneyMove, registryExtension, registryHiding, reservationRelease } from './registry-service.ts'
import { unitFreeing, unitReturn } from './return-service.ts'
import type { ActionRuns } from './service.ts'
import { linePlacingUndo, refundPlacingUndo } from './undo-service.ts'

/** How each action is done, by its name. */
export const actionRuns: ActionRuns = {
  line_placed: linePlacing,
  line_dismissed: lineDismissal,
  line_exchanged: lineExchange,
  refund_placed: refundPlacing,
  refund_dismissed: refundDismissal,
  payout_retried: payoutRetry,
  payout_finished: payoutFinish,
  payout_cancelled: payoutCancel,
  payment_received: paymentReceipt,
  unit_returned: unitReturn,
  units_freed: unitFreeing,
  proof_accepted: proofAcceptance,
  line_unplaced: linePlacingUndo,
  refund_unplaced: refundPlacingUndo,
  money_moved: moneyMove,
  gift_added: giftAdding,
  gift_removed: giftRemoval,
  receipt_recorded: receiptRecording,
  receipt_money_recorded: receiptMoneyRecording,
  receipt_reversed: receiptReversal,
  receipt_renumbered: receiptRenumbering,
  registry_extended: registryExtension,
  registry_hidden: registryHiding,
  reservation_released: reservationRelease,
  letter_resent: letterResending,
  email_corrected: emailCorrection,
  giver_renamed: giverRenaming,
}
