import type { z } from 'zod'
import type { Language } from '../../base/language.ts'
import { ShopFailure } from '../port.ts'
import type { ShopConnection } from './connection.ts'
import type { HttpClient } from './http/http-client.ts'
import { parseReply } from './wire.ts'
import * as wire from './wire-graphql.ts'

/** Sends one document in a language and returns its validated data. Throws ShopFailure. */
export type GraphqlClient = <T>(
  language: Language,
  document: string,
  schema: z.ZodType<T>,
  variables?: Record<string, unknown>,
) => Promise<T>

/** A client of the Storefront GraphQL API. The token of a channel decides the language of the reply. */
export function createGraphqlClient(
  { channels, graphqlUrl, credentials }: ShopConnection,
  http: HttpClient,
): GraphqlClient {
  return async (language, document, schema, variables = {}) => {
    const channel = channels[language]
    const reply = await http({
      method: 'POST',
      url: graphqlUrl.replaceAll('{channel}', String(channel)),
      headers: { authorization: `Bearer ${credentials.storefrontTokens[channel]}` },
      body: { query: document, variables },
      repeatable: true,
    })
    const name = /query (\w+)/.exec(document)?.[1] ?? 'query'
    const { data, errors } = parseReply(wire.graphqlReplySchema, reply, name)
    if (errors?.[0]) throw toShopFailure(name, errors[0])
    return parseReply(schema, data, name)
  }
}

function toShopFailure(name: string, error: { message: string; extensions?: { code?: string | undefined } }) {
  const kind = error.extensions?.code === 'INSUFFICIENT_ACCESS_SCOPE' ? 'auth' : 'invalid'
  return new ShopFailure(kind, `${name}: ${error.message}`)
}

/** A list in parts of at most `size`. */
export function splitIntoChunks<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}
