/** Why a payout waits after a try, as staff read it (R1040). */
export const payoutTroubles = [
  'shop_away',
  'shop_refused',
  'shop_connection',
  'code_taken',
  'card_changed',
  'order_gone',
  'owner_held',
  'owner_unconfirmed',
  'other',
] as const
export type PayoutTrouble = (typeof payoutTroubles)[number]
