import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import { tooManyRequests } from '../../base/app-error.ts'
import { wideNetworkOf } from '../../base/networks.ts'
import { clientAddress } from './client-address.ts'

/**
 * What an expensive request costs, in points: by the first pattern that fits its path, page or call of the API. A point
 * is about what a cheap page costs; whatever is missing here is cheap, cached, or has a limit of its own.
 */
export const requestCosts: [path: RegExp, points: number][] = [
  // Files of everything that there is about a person or a registry.
  [/^\/(api\/me\/data|settings\/download)\b/, 100],
  [/^\/registry\/[^/]+\/(gifts-received\/table|guest-list)\b/, 50],
  [/^\/registry\/[^/]+\/edit\/collected-gift-cards\/statement\/csv\b/, 50],
  [/^\/api\/me\/registry\/guest\/import\b/, 50],
  // Drawn pictures and files.
  [/^\/registry\/[^/]+\/(qr|cards|gift-card)\b/, 10],
  [/^\/share\//, 10],
  [/^\/(sitemap\.xml|api\/openapi\.json|menus\/)/, 20],
  [/^\/(images|invitation-picture)\//, 2],
  // Searches of the catalogue, and what may ask the shop.
  [/^\/(api\/bigcommerce\/products|registry\/[^/]+\/add)\b/, 4],
  [/^\/(api\/bigcommerce\/product|registry\/[^/]+\/\d+)\b/, 2],
  [/^\/(api\/shop\/(page|navigation)|blog|events|inspiration)\b/, 2],
]

/**
 * Points in a minute: enough for a hall of guests behind one address, who each open some gifts and pictures at once; a
 * visitor alone needs fifty. A wide network is what one customer of a provider may have of IPv6 (48 bits).
 */
export const pointsPerMinute = { address: 3000, wideNetwork: 12_000 }

const maxAddresses = 20_000

/**
 * Refuses addresses that ask for more than `pointsPerMinute`: `refused_often` 429 with `Retry-After`. Each process counts
 * for itself and in memory, because counting in the database would cost more than most of these requests.
 */
export function limitRequestCosts(now: () => Date): MiddlewareHandler {
  const spent = new LRUCache<string, { minute: number; points: number }>({ max: maxAddresses })
  const spend = (who: string, points: number, max: number, at: Date) => {
    const minute = Math.floor(at.getTime() / 60_000)
    const known = spent.get(who)
    const entry = known?.minute === minute ? known : { minute, points: 0 }
    entry.points += points
    spent.set(who, entry)
    if (entry.points > max) throw tooManyRequests('refused_often', new Date((minute + 1) * 60_000), at)
  }
  return async (c, next) => {
    const points = costOf(c.req.path)
    const address = clientAddress(c.req.raw)
    if (points > 0 && address !== 'unknown') {
      const at = now()
      spend(address, points, pointsPerMinute.address, at)
      const wide = wideNetworkOf(address)
      if (wide !== address) spend(wide, points, pointsPerMinute.wideNetwork, at)
    }
    await next()
  }
}

function costOf(path: string): number {
  return requestCosts.find(([pattern]) => pattern.test(path))?.[1] ?? 0
}
