import { m } from '../../../paraglide/messages.js'
import type { Movement } from '../contract.ts'

/** What each movement is called, in the head of a column and of its lines. */
export const movementMessages: Record<Movement, () => string> = {
  received: m.staff_money_received,
  till: m.staff_money_till,
  refunded: m.staff_money_refunded,
  unplaced: m.staff_money_unplaced,
  certificates: m.staff_money_certificates,
  orders: m.staff_money_orders,
  returned: m.staff_money_returned,
  goods: m.staff_money_goods,
  within: m.staff_money_within,
}
