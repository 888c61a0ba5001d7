import { SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { openTestShop, visitor } from '../../test/shop.ts'

const testShop = opened(() => openTestShop())
let customerId: number
beforeAll(async () => {
  const person = { email: 'one@example.org', first_name: 'a', last_name: 'b', channel_ids: [1] }
  const made = await testShop.rest('POST', '/v3/customers', [
    { ...person, authentication: { new_password: password } },
  ])
  const [customer] = made.json<{ data: { id: number; channel_ids: number[] }[] }>().data
  expect(customer).toMatchObject({ channel_ids: [1] })
  customerId = customer!.id
})

const password = 'a good password 1'
const change = (fields: object) => testShop.rest('PUT', '/v3/customers', [{ id: customerId, ...fields }])
const maySignIn = (channel: number, secret = password) =>
  testShop
    .graphql(`mutation { login(email: "one@example.org", password: "${secret}") { result } }`, {}, channel)
    .then(
      () => true,
      () => false,
    )
const isValid = async (channel_id?: number) =>
  (
    await testShop.rest('POST', '/v3/customers/validate-credentials', {
      email: 'one@example.org',
      password,
      ...(channel_id && { channel_id }),
    })
  ).json<{ is_valid: boolean }>().is_valid

async function mayArrive(channel_id: number): Promise<boolean> {
  const { clientId, clientSecret, storeHash } = testShop.shop.credentials
  const iat = testShop.clock.now.getTime() / 1000
  const claims = { operation: 'customer_login', store_hash: storeHash, customer_id: customerId, channel_id }
  const jwt = await new SignJWT({ ...claims, iss: clientId, iat, jti: `${channel_id} ${Math.random()}` })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(clientSecret))
  return (await visitor(testShop.send).go(`/login/token/${jwt}`)).status === 303
}

test('a customer of one channel signs in there alone, until they belong to all', async () => {
  const greek = 1481393
  const everywhere = async () => [
    [await maySignIn(1), await isValid(), await mayArrive(1)],
    [await maySignIn(greek), await isValid(greek), await mayArrive(greek)],
  ]
  expect(await everywhere()).toEqual([
    [true, true, true],
    [false, false, false],
  ])
  expect((await change({ channel_ids: null })).status).toBe(200)
  expect((await everywhere()).flat()).not.toContain(false)
})

test('who has to set another password signs in with no other, and their sessions end', async () => {
  const shopper = visitor(testShop.send)
  await shopper.go('/login.php', { email: 'one@example.org', password })
  expect((await shopper.go('/account')).status).toBe(200)
  const flagged = await change({ authentication: { force_password_reset: true } })
  expect(flagged.json()).toMatchObject({ data: [{ authentication: { force_password_reset: true } }] })
  expect([await maySignIn(1), (await shopper.go('/account')).status]).toEqual([false, 303])
  const reset = await change({ authentication: { new_password: 'another password 2' } })
  expect(reset.json()).toMatchObject({ data: [{ authentication: { force_password_reset: false } }] })
  expect(await maySignIn(1, 'another password 2')).toBe(true)
})
