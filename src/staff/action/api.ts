import type { Handler } from '../../server/context/handler.ts'
import * as contract from './contract.ts'
import { emailCorrection } from './email-service.ts'
import { giftAdding } from './gift-adding-service.ts'
import { giftRemoval } from './gift-service.ts'
import { giverRenaming } from './giver-service.ts'
import { letterResending } from './letter-service.ts'
import { lineDismissal, linePlacing } from './line-service.ts'
import { moneyMove } from './move-service.ts'
import { paymentReceipt } from './payment-service.ts'
import { payoutCancel, payoutFinish, payoutRetry } from './payout-service.ts'
import { receiptRenumbering, receiptReversal } from './receipt-correction-service.ts'
import { receiptMoneyRecording, receiptRecording } from './receipt-service.ts'
import { refundDismissal, refundPlacing } from './refund-service.ts'
import { registryExtension, registryHiding, reservationRelease } from './registry-service.ts'
import { unitReturn } from './return-service.ts'
import { handleAction } from './service.ts'
import { linePlacingUndo, refundPlacingUndo } from './undo-service.ts'

export const calls: Handler[] = [
  ...handleAction(contract.placeLine, linePlacing),
  ...handleAction(contract.dismissLine, lineDismissal),
  ...handleAction(contract.placeRefundPart, refundPlacing),
  ...handleAction(contract.dismissRefund, refundDismissal),
  ...handleAction(contract.retryPayout, payoutRetry),
  ...handleAction(contract.finishPayout, payoutFinish),
  ...handleAction(contract.cancelPayout, payoutCancel),
  ...handleAction(contract.receivePayment, paymentReceipt),
  ...handleAction(contract.returnUnit, unitReturn),
  ...handleAction(contract.unplaceLine, linePlacingUndo),
  ...handleAction(contract.unplaceRefund, refundPlacingUndo),
  ...handleAction(contract.moveMoney, moneyMove),
  ...handleAction(contract.addGift, giftAdding),
  ...handleAction(contract.takeGiftOff, giftRemoval),
  ...handleAction(contract.recordReceipt, receiptRecording),
  ...handleAction(contract.recordReceiptMoney, receiptMoneyRecording),
  ...handleAction(contract.takeReceiptBack, receiptReversal),
  ...handleAction(contract.renumberReceipt, receiptRenumbering),
  ...handleAction(contract.extendRegistry, registryExtension),
  ...handleAction(contract.hideRegistry, registryHiding),
  ...handleAction(contract.releaseHandoff, reservationRelease),
  ...handleAction(contract.resendLetter, letterResending),
  ...handleAction(contract.correctEmail, emailCorrection),
  ...handleAction(contract.renameGiver, giverRenaming),
]
