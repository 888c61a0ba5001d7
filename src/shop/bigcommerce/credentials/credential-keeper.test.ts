import { expect, test } from 'vitest'
import { scripted, testConnection } from '../../../../test/scripted-shop.ts'
import type { CredentialRefusal } from '../../port-store.ts'
import { connectShop } from '../connect.ts'
import { describeRoute, expiryOf } from '../credentials.ts'

const refused = (message: string) => ({ status: 401, body: { errors: [{ message }] } })
const categories = { body: { data: { site: { categoryTree: [] } } } }

/** The connector to a scripted shop, and what it reports; `found` is taken into use when a token is looked for. */
function connected(found: string | null, ...replies: Parameters<typeof scripted>) {
  const far = scripted(...replies)
  const shop = connectShop(testConnection, far)
  const told: CredentialRefusal[] = []
  const searches: number[] = []
  shop.watchCredentials({
    async replaceToken(_store, channel) {
      searches.push(channel)
      if (found !== null) shop.takeStorefrontToken(channel, found)
    },
    async tell(refusal) {
      told.push(refusal)
    },
  })
  const tokens = () => far.calls.map(call => call.headers.get('authorization'))
  return { far, shop, told, searches, tokens }
}

test.each(['JWT is expired', 'Unknown JWT token', "JWT channel id doesn't match channel id of the URL"])(
  '“%s”: another token is looked for, and tried once',
  async message => {
    const { shop, told, tokens } = connected('newer', refused(message), categories)
    expect(await shop.fetchCategories('en')).toEqual([])
    expect([tokens(), told]).toEqual([['Bearer token-en', 'Bearer newer'], []])
  },
)

test('a token that is refused too is told once, and not tried again and again', async () => {
  const { shop, told, searches, tokens } = connected('newer', refused('Unknown JWT token'))
  for (let time = 0; time < 3; time++) await expect(shop.fetchCategories('en')).rejects.toThrow('401')
  expect(told).toEqual([{ channel: 1, reason: 'token', call: expect.any(String) }])
  expect([searches, tokens().length <= 6]).toEqual([[1], true])
  expect(shop.takeStorefrontToken(1, 'newer')).toBe(true)
  expect(shop.credentialStatus().storefrontTokens[0]).toMatchObject({ channel: 1, isRefused: true })
})

test('a query beyond the scopes of the token is told, and no other token is looked for', async () => {
  const error = { message: 'no', extensions: { code: 'INSUFFICIENT_ACCESS_SCOPE' } }
  const { shop, told, searches } = connected(null, { body: { data: null, errors: [error] } })
  await expect(shop.fetchCategories('el')).rejects.toMatchObject({ kind: 'auth' })
  expect([told, searches]).toEqual([[{ channel: 1481393, reason: 'scope', call: expect.any(String) }], []])
})

test('a shop that is away says nothing of the access token; an answer does', async () => {
  const { far, shop, told } = connected(null, { status: 401 }, { status: 503 }, { body: { data: [] } })
  const ask = () => shop.fetchWebhooks()
  await expect(ask()).rejects.toThrow('401')
  expect(shop.credentialStatus().isAccessRefused).toBe(true)
  far.clock.now += 60_000
  await ask()
  expect([shop.credentialStatus().isAccessRefused, told.length]).toEqual([false, 1])
})

test('a call is told without ids, which name carts and people', () => {
  const path = '/v3/carts/9a1f4c1e-7a5b-4b6e-8f3d-0123456789ab/redirect_urls?include=a@b.c'
  expect(describeRoute('POST', path)).toBe('POST /v3/carts/…/redirect_urls')
  expect(describeRoute('GET', '/v2/orders/77/products')).toBe('GET /v2/orders/…/products')
})

test('the end of a token is read from its own claims, if it has any', () => {
  const token = (claims: unknown) => `a.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c`
  expect(expiryOf(token({ eat: 1_900_000_000 }))).toEqual(new Date(1_900_000_000_000))
  expect(expiryOf(token({ exp: 1_900_000_000, eat: 1_800_000_000 }))).toEqual(new Date(1_800_000_000_000))
  for (const other of ['', 'hex', 'a.b.c', token(null), token({ eat: '9' }), token({ exp: Infinity })])
    expect(expiryOf(other)).toBeNull()
})
