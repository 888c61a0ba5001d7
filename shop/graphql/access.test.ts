import { expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { goods, openTestShop } from '../../test/shop.ts'
import { createToken, storefrontCaller } from './test-helpers.ts'

const testShop = opened(() => openTestShop())

const origin = 'https://gifts.example'
const anyQuery = '{ site { settings { storeName } } }'

test('a browser token answers on the origins that it names, and nowhere else', async () => {
  const token = await createToken(testShop, 'api-token', { allowed_cors_origins: [origin] })
  const call = storefrontCaller(testShop, { token })
  const allowed = await call(anyQuery, {}, { origin })
  expect(allowed.data).toEqual({ site: { settings: { storeName: 'Doron Shop' } } })
  expect(allowed.headers.get('access-control-allow-origin')).toBe(origin)
  for (const headers of [{ origin: 'https://elsewhere.example' }, {}]) {
    const refused = await call(anyQuery, {}, headers as Record<string, string>)
    expect(refused.status).toBe(403)
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
    expect(refused.data).toBeUndefined()
  }
})

test('a browser may ask before it posts, from an origin that a living token names', async () => {
  const named = 'https://asked.example'
  const ask = async (from: string) => {
    const answer = await testShop.send('/graphql/1', {
      method: 'OPTIONS',
      headers: { origin: from, 'access-control-request-method': 'POST' },
    })
    expect(answer.status).toBe(204)
    return answer.headers
  }
  expect((await ask(named)).get('access-control-allow-origin')).toBeNull()
  const token = await createToken(testShop, 'api-token', { allowed_cors_origins: [named] })
  const allowed = await ask(named)
  expect(allowed.get('access-control-allow-origin')).toBe(named)
  expect(allowed.get('access-control-allow-headers')).toContain('Authorization')
  const { storeHash, accessToken } = testShop.shop.credentials
  await testShop.send(`/stores/${storeHash}/v3/storefront/api-token`, {
    method: 'DELETE',
    headers: { 'x-auth-token': accessToken, 'sf-api-token': token },
  })
  expect((await ask(named)).get('access-control-allow-origin')).toBeNull()
})

test('a server token is refused from a browser, and for what it has no scope for', async () => {
  const token = await createToken(testShop, 'api-token-private', { scopes: ['Unauthenticated'] })
  const call = storefrontCaller(testShop, { token })
  expect((await call(anyQuery)).errors).toBeUndefined()
  expect((await call(anyQuery, {}, { origin })).status).toBe(403)
  const { data, errors } = await call<{ customer: null }>('{ customer { entityId } }')
  expect(data.customer).toBeNull()
  expect(errors?.[0]?.extensions).toEqual({
    code: 'INSUFFICIENT_ACCESS_SCOPE',
    requiredScopes: ['Customer'],
  })
  const forCustomers = await createToken(testShop, 'api-token-private', { scopes: ['Customer'] })
  const other = await storefrontCaller(testShop, { token: forCustomers })(anyQuery)
  expect(other.errors?.[0]?.extensions?.requiredScopes).toEqual(['Unauthenticated'])
})

test('with an impersonation token a server speaks for the customer it names', async () => {
  const made = await testShop.rest('POST', '/v3/customers', [
    { email: 'named@example.org', first_name: 'Νίκη', last_name: 'Π' },
  ])
  const { id } = made.json<{ data: { id: number }[] }>().data[0]!
  const token = await createToken(testShop, 'api-token-customer-impersonation', {})
  const call = storefrontCaller(testShop, { token })
  const query = '{ customer { entityId firstName } }'
  const named = await call(query, {}, { 'x-bc-customer-id': String(id) })
  expect(named.data).toEqual({ customer: { entityId: id, firstName: 'Νίκη' } })
  expect((await call(query)).data).toEqual({ customer: null })
  // A token of another kind can't name a customer.
  const plain = await storefrontCaller(testShop)(query, {}, { 'x-bc-customer-id': String(id) })
  expect(plain.data).toEqual({ customer: null })
})

test('a request changes one thing; two changes are refused and neither is made', async () => {
  const call = storefrontCaller(testShop)
  const line = `{ lineItems: [{ quantity: 1, productEntityId: ${goods.plain.id} }] }`
  const { errors, data } = await call(`mutation {
    cart { createCart(input: ${line}) { cart { entityId } } ...Second }
  } fragment Second on CartMutations { again: createCart(input: ${line}) { cart { entityId } } }`)
  expect(data).toBeUndefined()
  expect(errors?.[0]?.message).toContain('one mutation')
  const spread = await call(`mutation { login(email: "a", password: "b") { result } logout { result } }`)
  expect(spread.errors?.[0]?.message).toContain('one mutation')
})

test('what is too deep is refused', async () => {
  const nest = (levels: number): string =>
    levels === 0
      ? 'entityId'
      : `categories(first: 1) { edges { node { products(first: 1) { edges { node { ${nest(levels - 1)} } } } } } }`
  const { errors } = await storefrontCaller(testShop)(
    `{ site { product(entityId: ${goods.plain.id}) { ${nest(3)} } } }`,
  )
  expect(errors?.[0]?.message).toContain('too deep')
})
