import { type Shop, ShopFailure } from '../port.ts'
import type { ShopConnection } from './connection.ts'
import type { FetchFunction } from './http/http-client.ts'

/** How long a picture may take in all, and how large it may be. */
const maxMs = 5000
const maxBytes = 5_000_000

/** Where the platform keeps the pictures of its stores. */
const platformHosts = /^cdn\d+\.bigcommerce\.com$/

/**
 * Pictures of products, from the hosts of the shop alone: what staff of the shop write into an address of a picture must
 * not make this server ask for anything else.
 */
export function pictureOperations(
  { storefrontUrls, checkoutOrigins }: ShopConnection,
  fetch: FetchFunction,
): Pick<Shop, 'fetchPicture'> {
  const isStorefront = (origin: string) =>
    Object.values(storefrontUrls).some(url => new URL(url).origin === origin) ||
    Object.values(checkoutOrigins).flat().includes(origin)
  const isOwn = ({ origin, protocol, hostname }: URL) =>
    isStorefront(origin) || (protocol === 'https:' && platformHosts.test(hostname))
  return {
    async fetchPicture(url) {
      if (!URL.canParse(url) || !isOwn(new URL(url))) throw new ShopFailure('origin', 'a picture elsewhere')
      const response = await request(fetch, url)
      if ([404, 410].includes(response.status)) return null
      if (!response.ok)
        throw new ShopFailure(response.status >= 500 ? 'unavailable' : 'invalid', 'a picture is refused', {
          status: response.status,
        })
      return readBytes(response)
    },
  }
}

async function request(fetch: FetchFunction, url: string): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'GET',
      headers: { accept: 'image/webp,image/png,image/jpeg' },
      redirect: 'error',
      signal: AbortSignal.timeout(maxMs),
    })
  } catch (cause) {
    throw new ShopFailure('unavailable', 'a picture got no answer', { cause })
  }
}

async function readBytes({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      size += chunk.length
      if (size > maxBytes) throw new ShopFailure('invalid', 'a picture is too large')
      chunks.push(chunk)
    }
  } catch (cause) {
    if (cause instanceof ShopFailure) throw cause
    throw new ShopFailure('unavailable', 'a picture broke off', { cause })
  }
  return Buffer.concat(chunks)
}
