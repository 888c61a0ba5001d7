import type { Shop, ShopNotice } from '../port.ts'
import type { ShopAddress } from './address.ts'
import { asking } from './ask-rest.ts'
import { certificates } from './certificates.ts'
import { customers } from './customers.ts'
import { reading } from './graphql.ts'
import { hostOrders } from './host-orders.ts'
import { type DoorParts, openDoor } from './http.ts'
import { loginAddress } from './login.ts'
import { writing } from './rest.ts'
import { type GenuineHook, readGenuine } from './signature.ts'

/**
 * The one connector: BigCommerce, or the embedded shop that speaks the same. The two APIs have a door each, so
 * that one being away does not close the other.
 */
export function connectShop(address: ShopAddress, parts: DoorParts = { fetch: globalThis.fetch }): Shop {
  const { secret, signed } = address.hooks
  const { storeHash, clientSecret } = address.credentials
  const proof = { secret, signed, storeHash, ...(clientSecret !== undefined && { clientSecret }) }
  const doors = [openDoor(parts), openDoor(parts)] as const
  const ask = asking(address, doors[1])
  return {
    ...reading(address, doors[0]),
    ...writing(address, doors[1]),
    ...customers(address, ask, asking(address, openDoor(parts))),
    ...certificates(ask),
    ...hostOrders(address, ask),
    loginAddress: wanted => loginAddress(address, wanted),
    isResting: () => doors.some(door => door.isResting()),
    readHook: (headers, body, now) => noticeOf(readGenuine(headers, body, now, proof)),
  }
}

function noticeOf({ id, scope, data, stale }: GenuineHook): ShopNotice {
  return { id, scope, stale, about: aboutOf(scope, data) }
}

/** `store/cart/converted` says the order in `orderId`; all others say their own id in `id`. */
function aboutOf(scope: string, data: Record<string, unknown>): ShopNotice['about'] {
  const kind = (['order', 'product', 'category'] as const).find(one => scope.startsWith(`store/${one}/`))
  const id = Number(scope === 'store/cart/converted' ? data.orderId : data.id)
  if (!Number.isSafeInteger(id) || id <= 0) return null
  if (scope === 'store/cart/converted') return { kind: 'order', id }
  return kind === undefined ? null : { kind, id }
}
