import type { z } from 'zod'
import type { Language } from '../../base/language.ts'
import { ShopFailure } from '../port.ts'
import type { ShopConnection } from './connection.ts'
import { type CredentialKeeper, isRefusedToken } from './credentials.ts'
import type { HttpClient } from './http.ts'
import { parseReply } from './wire.ts'
import * as wire from './wire-graphql.ts'
import { keepUnreadable, type SetAside } from './wire-rows.ts'

/** Sends one document in a language and returns its validated data. Throws ShopFailure. */
export type GraphqlClient = <T>(
  language: Language,
  document: string,
  schema: z.ZodType<T>,
  variables?: Record<string, unknown>,
) => Promise<T>

/**
 * A client of the Storefront GraphQL API. The channel of the token decides the language of the reply; where both languages
 * share a channel, the document does (R954). Where the shop refuses a token, another one is tried once (R956).
 */
export function createGraphqlClient(
  { channels, graphqlUrl }: ShopConnection,
  http: HttpClient,
  keeper: CredentialKeeper,
  setAside?: SetAside,
): GraphqlClient {
  const isOneChannel = new Set(Object.values(channels)).size === 1
  return async (language, document, schema, variables = {}) => {
    const channel = channels[language]
    const query = isOneChannel ? inLanguage(document, language) : document
    const name = /query (\w+)/.exec(document)?.[1] ?? 'query'
    const send = (token: string) =>
      http({
        method: 'POST',
        url: graphqlUrl.replaceAll('{channel}', String(channel)),
        headers: { authorization: `Bearer ${token}` },
        body: { query, variables },
        repeatable: true,
      })
    const reply = await sendWithAnyToken(send, { channel, name, keeper })
    const { data, errors } = parseReply(wire.graphqlReplySchema, reply, name)
    if (errors?.[0]) {
      const failure = toShopFailure(name, errors[0])
      if (failure.kind === 'auth') await keeper.tell({ channel, reason: 'scope', call: name })
      throw failure
    }
    const parsed = parseReply(schema, data, name)
    await keepUnreadable(setAside)
    return parsed
  }
}

/** Sends with the token in use; where that is refused, with another one, once. Throws the failure of the first. */
async function sendWithAnyToken(
  send: (token: string) => Promise<unknown>,
  { channel, name, keeper }: { channel: number; name: string; keeper: CredentialKeeper },
): Promise<unknown> {
  const token = keeper.tokenOf(channel)
  const sendNoting = async (one: string) => {
    const reply = await send(one)
    keeper.noteAccepted(one)
    return reply
  }
  try {
    return await sendNoting(token)
  } catch (error) {
    if (!isRefusedToken(error)) throw error
    const other = await keeper.replace(channel, token)
    try {
      if (other !== null) return await sendNoting(other)
    } catch (otherError) {
      if (!isRefusedToken(otherError)) throw otherError
      keeper.noteRefused(other ?? '')
    }
    await keeper.tell({ channel, reason: 'token', call: name })
    throw error
  }
}

/** A document that asks for its texts in that language; what isn't translated comes in the store's first one. */
function inLanguage(document: string, language: Language): string {
  return document.replace(
    /\b(?:query|mutation)\s+\w+\s*(?:\([^)]*\))?/,
    operation => `${operation.trimEnd()} @shopperPreferences(locale: "${language}")`,
  )
}

function toShopFailure(name: string, error: { message: string; extensions?: { code?: string | undefined } }) {
  const kind = error.extensions?.code === 'INSUFFICIENT_ACCESS_SCOPE' ? 'auth' : 'invalid'
  return new ShopFailure(kind, `${name}: ${error.message}`)
}

export function splitIntoChunks<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}
