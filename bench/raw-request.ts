import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Options } from 'autocannon'

/** A response as it was sent, still compressed. */
export interface RawResponse {
  headers: Record<string, string>
  bytes: Buffer
}

/** Sends one request of a load. Throws when the response is not 200. */
export function fetchRaw({ url, method = 'GET', headers = {}, body }: Options): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers }, async answer => {
      const bytes = await buffer(answer)
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode} ${bytes}`))
      const pairs = Object.entries(answer.headers).filter(([name]) => name.startsWith('content-'))
      resolve({ headers: Object.fromEntries(pairs.map(([name, value]) => [name, String(value)])), bytes })
    })
    call.once('error', reject)
    call.end(body)
  })
}
