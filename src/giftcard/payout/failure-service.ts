import type { PayoutTrouble } from '../../base/payout-troubles.ts'
import { isShopFailure, type ShopFailureKind } from '../../shop/port.ts'

/** Why a payout can't be made, when the shop has answered. */
export class PayoutFailure extends Error {
  readonly trouble: PayoutTrouble

  constructor(trouble: PayoutTrouble, message: string) {
    super(message)
    this.name = 'PayoutFailure'
    this.trouble = trouble
  }
}

const troublesByKind: Record<ShopFailureKind, PayoutTrouble> = {
  unavailable: 'shop_away',
  rate: 'shop_away',
  invalid: 'shop_refused',
  auth: 'shop_connection',
  origin: 'shop_connection',
  missing: 'shop_connection',
  shape: 'shop_connection',
}

/** What staff read of the failure of a try (R1040). */
export function payoutTroubleOf(error: unknown): PayoutTrouble {
  if (error instanceof PayoutFailure) return error.trouble
  return isShopFailure(error) ? troublesByKind[error.kind] : 'other'
}
