import type { z } from 'zod'
import { ShopFailure } from '../port.ts'
import type { ShopAddress } from './address.ts'
import type { Asked, Door } from './http.ts'
import * as wire from './wire.ts'

type Reachable = Pick<ShopAddress, 'api'> & { credentials: Pick<ShopAddress['credentials'], 'accessToken'> }

/** Asks the REST API and answers what it says, parsed; `path` begins with the API's version. */
export type Ask = <T>(
  schema: z.ZodType<T>,
  call: Omit<Asked, 'url' | 'headers'> & { path: string },
) => Promise<T>

export function asking(address: Reachable, door: Door): Ask {
  return async (schema, { path, ...call }) => {
    const answer = await door({
      ...call,
      url: address.api + path,
      headers: { 'x-auth-token': address.credentials.accessToken },
    })
    return wire.read(schema, answer, path.replace(/\?.*/, ''))
  }
}

/** A plain reading call. */
export const get = <T>(ask: Ask, schema: z.ZodType<T>, path: string) =>
  ask(schema, { method: 'GET', path, repeatable: true })

/** Null where the platform answers 404. */
export async function orNull<T>(what: () => Promise<T>): Promise<T | null> {
  try {
    return await what()
  } catch (error) {
    if (error instanceof ShopFailure && error.kind === 'missing') return null
    throw error
  }
}
