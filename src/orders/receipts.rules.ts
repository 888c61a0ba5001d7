import { foldText } from '../base/greek/fold.ts'

/** Receipts are counted as orders whose number is the receipt's id below zero (R967). */
export const orderIdOfReceipt = (receiptId: number) => -receiptId

export const isReceipt = (orderId: number) => orderId < 0

/** Numbers of receipts have a digit. */
export const isReceiptNumber = (typed: string) => /\p{N}/u.test(typed)

/**
 * A receipt's number as it is compared (R967): without spaces, letters as if typed on one keyboard, and without
 * hyphens, points or slashes. Between two digits such a mark makes a difference, and is kept as a hyphen.
 */
export function foldReceiptNumber(typed: string): string {
  return foldText(typed)
    .replaceAll(/\s/g, '')
    .replaceAll(/(?<![0-9])[-‐‑‒–—―−./_#:]+|[-‐‑‒–—―−./_#:]+(?![0-9])/g, '')
    .replaceAll(/[-‐‑‒–—―−./_#:]+/g, '-')
}
