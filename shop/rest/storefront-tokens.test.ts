import { expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { openTestShop } from '../../test/shop.ts'

const testShop = opened(() => openTestShop())

const greekChannel = 1481393
const inOneHour = () => Math.floor(testShop.clock.now.getTime() / 1000) + 3600
const create = (kind: string, body: object) => testShop.rest('POST', `/v3/storefront/${kind}`, body)

async function createPrivate(channels: number[]): Promise<string> {
  const body = { channel_ids: channels, expires_at: inOneHour(), scopes: ['Unauthenticated'] }
  return (await create('api-token-private', body)).json<{ data: { token: string } }>().data.token
}

async function ask(token: string, channel: number | '' = ''): Promise<[number, string | undefined]> {
  const answer = await testShop.send(`/graphql/${channel}`.replace(/\/$/, ''), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ channel { entityId } }' }),
  })
  return [answer.status, answer.json<{ errors?: { message: string }[] }>().errors?.[0]?.message]
}

const revoke = (token: string) =>
  testShop.send(`/stores/${testShop.shop.credentials.storeHash}/v3/storefront/api-token`, {
    method: 'DELETE',
    headers: { 'x-auth-token': testShop.shop.credentials.accessToken, 'sf-api-token': token },
  })

test('a token is refused in the platform’s words once it has expired', async () => {
  const token = await createPrivate([1])
  expect(await ask(token, 1)).toEqual([200, undefined])
  const before = testShop.clock.now
  testShop.clock.now = new Date(before.getTime() + 3_600_000)
  expect(await ask(token, 1)).toEqual([401, 'JWT is expired'])
  testShop.clock.now = before
  expect(await ask('none', 1)).toEqual([401, 'Unknown JWT token'])
})

test('a revoked token is unknown from then on, one of the first start too', async () => {
  const first = testShop.shop.credentials.storefrontTokens[greekChannel]!
  for (const token of [await createPrivate([1]), first]) {
    expect(await ask(token)).toEqual([200, undefined])
    expect((await revoke(token)).status).toBe(200)
    expect(await ask(token)).toEqual([401, 'Unknown JWT token'])
  }
  expect((await revoke('none')).status).toBe(422)
})

test('a token works on the channels it was made for, and on no other', async () => {
  const token = await createPrivate([1, greekChannel])
  expect([await ask(token, 1), await ask(token, greekChannel)]).toEqual([
    [200, undefined],
    [200, undefined],
  ])
  const english = await createPrivate([1])
  const refusal = "JWT channel id doesn't match channel id of the URL"
  expect(await ask(english, greekChannel)).toEqual([401, refusal])
})

test.each([
  ['api-token-private', { channel_id: 1 }, 'scopes'],
  ['api-token-private', { channel_id: 1, scopes: ['Everything'] }, 'scopes'],
  ['api-token-private', { channel_ids: [7], scopes: ['Customer'] }, 'channel_ids'],
  ['api-token-private', { scopes: ['Customer'] }, 'channel_ids'],
  ['api-token', { channel_id: 1, channel_ids: [1] }, 'channel_ids'],
  ['api-token', { channel_id: 1, allowed_cors_origins: ['https://a.example/path'] }, 'allowed_cors_origins'],
  ['api-token-customer-impersonation', { channel_id: 1, expires_at: 1 }, 'expires_at'],
])('%s refuses %j by the name of the field', async (kind, body, field) => {
  const answer = await create(kind, { expires_at: inOneHour(), ...body })
  expect([answer.status, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([422, [field]])
})
