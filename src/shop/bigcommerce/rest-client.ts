import type { z } from 'zod'
import { ShopFailure } from '../port.ts'
import type { ShopConnection } from './connection.ts'
import type { HttpClient, HttpRequest } from './http-client.ts'
import * as wire from './wire.ts'

type Reachable = Pick<ShopConnection, 'restUrl'> & {
  credentials: Pick<ShopConnection['credentials'], 'accessToken'>
}

/** Asks the REST API and answers what it says, parsed; `path` begins with the API's version. */
export type RestClient = <T>(
  schema: z.ZodType<T>,
  call: Omit<HttpRequest, 'url' | 'headers'> & { path: string },
) => Promise<T>

export function createRestClient(address: Reachable, door: HttpClient): RestClient {
  return async (schema, { path, ...call }) => {
    const answer = await door({
      ...call,
      url: address.restUrl + path,
      headers: { 'x-auth-token': address.credentials.accessToken },
    })
    return wire.parseReply(schema, answer, path.replace(/\?.*/, ''))
  }
}

/** A plain reading call. */
export const getJson = <T>(ask: RestClient, schema: z.ZodType<T>, path: string) =>
  ask(schema, { method: 'GET', path, repeatable: true })

/** Null where the platform answers 404. */
export async function nullIfMissing<T>(what: () => Promise<T>): Promise<T | null> {
  try {
    return await what()
  } catch (error) {
    if (error instanceof ShopFailure && error.kind === 'missing') return null
    throw error
  }
}
