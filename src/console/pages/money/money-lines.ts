import { type Day, parseDay } from '../../../base/dates.ts'
import { m } from '../../../paraglide/messages.js'
import { type ListedMovement, listedMovements, type Movement } from '../../money.rules.ts'

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

/** A day in the query; undefined for anything else. */
export function readDay({ url }: Pick<Request, 'url'>, name: string): Day | undefined {
  return parseDay(new URL(url).searchParams.get(name) ?? '') ?? undefined
}

/** Received money by default; the server chooses days that are missing. */
export function readLineQuery(request: Pick<Request, 'url'>) {
  const asked = new URL(request.url).searchParams.get('movement')
  const movement: ListedMovement = listedMovements.find(one => one === asked) ?? 'received'
  return { movement, from: readDay(request, 'from'), to: readDay(request, 'to') }
}
