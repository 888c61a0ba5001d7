import type { TestShop } from '../../test/shop.ts'

export interface StorefrontAnswer<T> {
  status: number
  headers: Headers
  data: T
  errors?: { message: string; path?: string[]; extensions?: Record<string, unknown> }[]
}

/** Calls the Storefront API as a storefront does: with a token of its own, and further headers. */
export const storefrontCaller =
  (testShop: TestShop, { token, channel = 1 }: { token?: string; channel?: number } = {}) =>
  async <T>(query: string, variables: object = {}, headers: Record<string, string> = {}) => {
    const answer = await testShop.send(`/graphql/${channel}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token ?? testShop.shop.credentials.storefrontTokens[channel]}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ query, variables }),
    })
    const body = answer.json<Pick<StorefrontAnswer<T>, 'data' | 'errors'>>()
    return { status: answer.status, headers: answer.headers, ...body } as StorefrontAnswer<T>
  }

/** A token made through the API, for an hour. */
export async function createToken(testShop: TestShop, path: string, body: object): Promise<string> {
  const expiresAt = Math.floor(testShop.clock.now.getTime() / 1000) + 3600
  const answer = await testShop.rest('POST', `/v3/storefront/${path}`, {
    channel_ids: [1],
    expires_at: expiresAt,
    ...body,
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json<{ data: { token: string } }>().data.token
}
