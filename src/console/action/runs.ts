import * as z from 'zod/mini'
import { type StaffCall, staffCall, staffRead } from '../../server/context/staff-call.ts'
import { type ActionRuns, actOnce, lookAt, pairAction } from './action.ts'
import { type ActionName, actionNames } from './declaration.rules.ts'
import { emailCorrection } from './email.ts'
import { giftAdding, giftRemoval } from './gift.ts'
import { giverRenaming } from './giver.ts'
import { letterResending } from './letter.ts'
import { lineDismissal, lineExchange, linePlacing } from './line.ts'
import { type ActionDoneView, type ActionLookView, confirmedFields } from './look.rules.ts'
import { moneyMove } from './money-move.ts'
import {
  linePlacingUndo,
  paymentReceipt,
  proofAcceptance,
  refundDismissal,
  refundPlacing,
  refundPlacingUndo,
  unitFreeing,
  unitReturn,
} from './order.ts'
import { payoutCancel, payoutFinish, payoutRetry } from './payout.ts'
import { receiptMoneyRecording, receiptRecording, receiptRenumbering, receiptReversal } from './receipt.ts'
import { registryExtension, registryHiding, reservationRelease } from './registry.ts'

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

type Shape = Record<string, z.ZodMiniType>

type ActionCalls = { [N in `look at ${ActionName}`]: StaffCall<Shape, ActionLookView> } & {
  [N in `do ${ActionName}`]: StaffCall<Shape, ActionDoneView>
}

/** The two calls of each action: `look at` shows what is and what will be, `do` does it (R963). */
export const calls = Object.fromEntries(
  actionNames.flatMap(name => {
    const { action, run } = pairAction(name, actionRuns)
    const { role, schema } = action
    // `is_edited`: the fields are being changed, so only choices are answered.
    const looked: Shape = { ...z.partial(schema).shape, is_edited: z.optional(z.boolean()) }
    const confirmed: Shape = { ...schema.shape, ...confirmedFields }
    return [
      [`look at ${name}`, staffRead(role, looked, (input, ctx) => lookAt(action, run, input, ctx))],
      [`do ${name}`, staffCall(role, confirmed, (input, ctx) => actOnce(action, run, input as never, ctx))],
    ]
  }),
) as ActionCalls
