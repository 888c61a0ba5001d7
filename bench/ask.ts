import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Options } from 'autocannon'

/** An answer as it went over the wire: nothing is unpacked. */
export interface RawAnswer {
  headers: Record<string, string>
  bytes: Buffer
}

/** Asks once what a load will ask many times. Throws unless the answer is 200. */
export function ask({ url, method = 'GET', headers = {}, body }: Options): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, async answer => {
      const bytes = await buffer(answer)
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode} ${bytes}`))
      const pairs = Object.entries(answer.headers).filter(([name]) => name.startsWith('content-'))
      resolve({ headers: Object.fromEntries(pairs.map(([name, value]) => [name, String(value)])), bytes })
    })
    asked.once('error', reject)
    asked.end(body)
  })
}
