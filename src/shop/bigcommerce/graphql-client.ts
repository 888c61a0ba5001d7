import type { z } from 'zod'
import type { Language } from '../../base/language.ts'
import { ShopFailure } from '../port.ts'
import type { ShopConnection } from './connection.ts'
import type { HttpClient } from './http-client.ts'
import { parseReply } from './wire.ts'
import * as wire from './wire-graphql.ts'

/** Asks one document in a language and answers what it says, parsed. */
export type GraphqlClient = <T>(
  language: Language,
  document: string,
  schema: z.ZodType<T>,
  variables?: Record<string, unknown>,
) => Promise<T>

/** The channel's token decides the language of the answer. */
export function createGraphqlClient(address: ShopConnection, door: HttpClient): GraphqlClient {
  return async (language, document, schema, variables = {}) => {
    const channel = address.channels[language]
    const answer = await door({
      method: 'POST',
      url: address.graphqlUrl.replaceAll('{channel}', String(channel)),
      headers: { authorization: `Bearer ${address.credentials.storefrontTokens[channel]}` },
      body: { query: document, variables },
      repeatable: true,
    })
    const name = /query (\w+)/.exec(document)?.[1] ?? 'query'
    const { data, errors } = parseReply(wire.graphqlReplySchema, answer, name)
    if (errors?.[0]) throw refused(name, errors[0])
    return parseReply(schema, data, name)
  }
}

function refused(name: string, error: { message: string; extensions?: { code?: string | undefined } }) {
  const kind = error.extensions?.code === 'INSUFFICIENT_ACCESS_SCOPE' ? 'auth' : 'invalid'
  return new ShopFailure(kind, `${name}: ${error.message}`)
}

/** A list in parts of at most so many. */
export function splitIntoChunks<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}
