import { LRUCache } from 'lru-cache'
import { tooManyRequests } from '../../base/app-error.ts'
import { wideNetworkOf } from '../../base/networks.ts'

/**
 * Points in a minute: enough for a hall of guests behind one address, who each open some gifts and pictures at once; a
 * visitor alone needs fifty. A wide network is what one customer of a provider may have of IPv6 (48 bits).
 */
export const pointsPerMinute = { address: 3000, wideNetwork: 12_000 }

const maxAddresses = 20_000

/** Known visitors have so many times as many points as others behind the same address (R1207). */
export const knownFactor = 4

/** Spends points of an address; throws `refused_often` 429 with `Retry-After` where it has none left. */
export type SpendPoints = (visitor: { address: string; isKnown: boolean }, points: number, at: Date) => void

/**
 * Counts what each address spends in a minute. Each process counts for itself and in memory, because counting in the
 * database would cost more than most of these requests.
 */
export function createPointLimit(): SpendPoints {
  const spent = new LRUCache<string, { minute: number; points: number }>({ max: maxAddresses })
  const spend = (who: string, points: number, max: number, at: Date) => {
    const minute = Math.floor(at.getTime() / 60_000)
    const known = spent.get(who)
    const entry = known?.minute === minute ? known : { minute, points: 0 }
    entry.points += points
    spent.set(who, entry)
    if (entry.points > max) throw tooManyRequests('refused_often', new Date((minute + 1) * 60_000), at)
  }
  return ({ address, isKnown }, points, at) => {
    if (address === 'unknown') return
    // Known visitors have points of their own, which strangers at the same address can't use up.
    const [group, factor] = isKnown ? ['known ', knownFactor] : ['', 1]
    spend(group + address, points, pointsPerMinute.address * factor, at)
    const wide = wideNetworkOf(address)
    if (wide !== address) spend(group + wide, points, pointsPerMinute.wideNetwork * factor, at)
  }
}
