import { addDays, type Day, dayInAthens } from '../../base/dates.ts'

/** What the term is looked at by: an order as the shop tells of it. */
export interface WithdrawalOrder {
  isShipped: boolean | null
  isCompleted: boolean
  orderedAt: Date
  changedAt: Date
}

/** For how many days money waits for the refund that a withdrawal asks for; the shop has 14 to make it (R517). */
export const withdrawalHoldDays = 30

/** The term of withdrawal in days, and the days that a parcel may take: the arrival, from which the term runs, is not known. */
const termDays = 14
const parcelDays = 14

/**
 * The last day on which a giver may withdraw here (R517), never too early: of goods that are not sent there is none yet;
 * of those sent it is counted from the order's last change; of money and digital goods from the order.
 */
export function lastWithdrawalDay(order: WithdrawalOrder, hasGoods: boolean): Day | null {
  if (!hasGoods) return addDays(dayInAthens(order.orderedAt), termDays)
  const isSent = order.isShipped || order.isCompleted
  return isSent ? addDays(dayInAthens(order.changedAt), parcelDays + termDays) : null
}

/** Whether the term of any of the orders still runs on that day. */
export function mayWithdraw(lastDays: (Day | null)[], today: Day): boolean {
  return lastDays.some(day => day === null || day >= today)
}
