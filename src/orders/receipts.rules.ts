import { foldText } from '../base/greek/fold.ts'

/** Lines of a receipt are counted as those of an order whose number is the receipt's id below zero (R967). */
export const orderIdOfReceipt = (receiptId: number) => -receiptId

/** Whether a number in the place of an order's stands for a receipt of the till. */
export const isReceipt = (orderId: number) => orderId < 0

/** Whether a text has a digit, as the numbers of receipts do. */
export const isReceiptNumber = (typed: string) => /\p{N}/u.test(typed)

/**
 * A receipt's number as it is compared: however it is spaced, on whichever keyboard its letters were typed, with or
 * without a hyphen, point or slash (R967). Between two digits such a mark tells numbers apart, and is kept as a hyphen.
 */
export function foldReceiptNumber(typed: string): string {
  return foldText(typed)
    .replaceAll(/\s/g, '')
    .replaceAll(/(?<![0-9])[-‐‑‒–—―−./_#:]+|[-‐‑‒–—―−./_#:]+(?![0-9])/g, '')
    .replaceAll(/[-‐‑‒–—―−./_#:]+/g, '-')
}
