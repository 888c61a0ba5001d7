import { dayInAthens } from '../../../base/dates.ts'
import { type ListedMovement, listedMovements } from '../contract.ts'
import { readDay } from './read-day.ts'

/** Which lines an address asks for: by default what came in since the first of this month. */
export interface LineQuery extends Record<string, string> {
  movement: ListedMovement
  from: string
  to: string
}

export function readLineQuery(url: URL): LineQuery {
  const today = dayInAthens(new Date())
  const movement = listedMovements.find(one => one === url.searchParams.get('movement')) ?? 'received'
  const to = readDay(url, 'to') ?? today
  return { movement, from: readDay(url, 'from') ?? `${to.slice(0, 8)}01`, to }
}
