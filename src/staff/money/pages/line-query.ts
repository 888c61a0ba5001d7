import { type ListedMovement, listedMovements } from '../contract.ts'
import { readDay } from './read-day.ts'

/** Which lines an address asks for: by default what came in; days that it does not name are the server's to choose. */
export function readLineQuery(url: URL) {
  const movement: ListedMovement =
    listedMovements.find(one => one === url.searchParams.get('movement')) ?? 'received'
  return { movement, from: readDay(url, 'from'), to: readDay(url, 'to') }
}
