import type { z } from 'zod'
import { ShopFailure } from '../port.ts'
import type { ShopConnection } from './connection.ts'
import { type CredentialKeeper, describeRoute } from './credentials.ts'
import type { HttpClient, HttpRequest } from './http.ts'
import * as wire from './wire.ts'
import { keepUnreadable, type SetAside } from './wire-rows.ts'

type RestConnection = Pick<ShopConnection, 'restUrl'> & {
  credentials: Pick<ShopConnection['credentials'], 'accessToken'>
}

/** Makes one call and returns its validated reply; `path` begins with the API's version. Throws ShopFailure. */
export type RestClient = <T>(
  schema: z.ZodType<T>,
  call: Omit<HttpRequest, 'url' | 'headers'> & { path: string },
) => Promise<T>

/** A client of the REST Management API; the keeper learns whether the access token is accepted. */
export function createRestClient(
  { restUrl, credentials }: RestConnection,
  http: HttpClient,
  keeper?: Pick<CredentialKeeper, 'noteAccess'>,
  setAside?: SetAside,
): RestClient {
  return async (schema, { path, ...call }) => {
    const route = describeRoute(call.method, path)
    const headers = { 'x-auth-token': credentials.accessToken }
    const reply = await http({ ...call, url: restUrl + path, headers }).catch(async error => {
      if (error instanceof ShopFailure) await keeper?.noteAccess(error, route)
      throw error
    })
    await keeper?.noteAccess(null, route)
    const parsed = wire.parseReply(schema, reply, path.replace(/\?.*/, ''))
    await keepUnreadable(setAside)
    return parsed
  }
}

/** Reads one thing by its own id. Throws ShopFailure, `missing` where there is no such thing. */
export const getOne = <T>(rest: RestClient, schema: z.ZodType<T>, path: string) =>
  rest(schema, { method: 'GET', path, repeatable: true })

/**
 * Reads a list, or a part of a thing that is there. 404 says nothing of the thing itself, so that it is a failed reading
 * that is tried again (R1300).
 */
export async function getJson<T>(rest: RestClient, schema: z.ZodType<T>, path: string): Promise<T> {
  try {
    return await getOne(rest, schema, path)
  } catch (error) {
    if (!(error instanceof ShopFailure) || error.kind !== 'missing') throw error
    throw new ShopFailure('unavailable', error.message, { status: 404, cause: error })
  }
}

interface Page<T> {
  data: T[]
  meta?: { pagination?: { total_pages: number } | undefined } | undefined
}

/** Everything of a list of v3; further pages are asked for only where the reply tells of them. */
export async function getAllPages<T>(
  rest: RestClient,
  schema: z.ZodType<Page<T>>,
  path: string,
): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await getJson(rest, schema, page === 1 ? path : `${path}?page=${page}`)
    all.push(...data)
    if (data.length === 0 || page >= (meta?.pagination?.total_pages ?? 1)) return all
  }
}

/** Deletes one named thing. Throws ShopFailure, `missing` where there is no such thing. */
export async function deleteOne(rest: RestClient, path: string): Promise<void> {
  await rest(wire.ignoredReplySchema, { method: 'DELETE', path, repeatable: true })
}

/** Null where the platform answers 404 to a call that names one thing (`getOne`). */
export async function nullIfMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ShopFailure && error.kind === 'missing') return null
    throw error
  }
}
