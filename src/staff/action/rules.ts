/** What staff do by a confirmation (R963); the names are stored in the audit and stand in addresses. */
export const actionNames = [
  'line_placed',
  'line_dismissed',
  'refund_placed',
  'refund_dismissed',
  'payout_retried',
  'payout_finished',
  'payout_cancelled',
  'payment_received',
  'unit_returned',
  'receipt_recorded',
  'receipt_money_recorded',
  'receipt_reversed',
  'registry_extended',
  'registry_hidden',
  'reservation_released',
  'letter_resent',
] as const
export type ActionName = (typeof actionNames)[number]
