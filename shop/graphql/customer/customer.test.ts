import { SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { goods, openTestShop } from '../../../test/shop.ts'
import { storefrontCaller } from '../test-helpers.ts'

const testShop = opened(() => openTestShop())
let call: ReturnType<typeof storefrontCaller>
beforeAll(() => {
  call = storefrontCaller(testShop)
})

const { plain } = goods
const password = 'thirty9steps'
const signedIn = (token: string) => ({ 'x-bc-customer-access-token': token })
const me = '{ customer { entityId email firstName company addressCount isSubscribedToNewsletter } }'

const register = (input: object) =>
  call<{ customer: { registerCustomer: { customer: { entityId: number } | null; errors: object[] } } }>(
    `mutation ($input: RegisterCustomerInput!) { customer { registerCustomer(input: $input) {
      customer { entityId firstName } errors { __typename ... on ValidationError { path } ... on Error { message } } } } }`,
    { input },
  )
const login = (email: string, secret: string, guestCartEntityId: string | null = null) =>
  call<{ login: { customerAccessToken: { value: string }; cart: { entityId: string } | null } | null }>(
    `mutation ($email: String!, $password: String!, $guestCartEntityId: String) {
      login(email: $email, password: $password, guestCartEntityId: $guestCartEntityId) {
        customer { email } cart { entityId lineItems { totalQuantity } } customerAccessToken { value expiresAt } } }`,
    { email, password: secret, guestCartEntityId },
  )

async function newCustomer(email: string): Promise<string> {
  const { errors } = (await register({ firstName: 'Ελένη', lastName: 'Π', email, password })).data.customer
    .registerCustomer
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  const answer = await login(email, password)
  return answer.data.login!.customerAccessToken.value
}

test('an account is made once; mistakes are told beside their fields', async () => {
  const person = { firstName: 'Ελένη', lastName: 'Π', email: 'eleni@example.org', password }
  const made = (await register(person)).data.customer.registerCustomer
  expect(made).toMatchObject({ customer: { firstName: 'Ελένη' }, errors: [] })
  const again = (await register({ ...person, email: 'ELENI@example.org' })).data.customer.registerCustomer
  expect(again).toMatchObject({ customer: null, errors: [{ __typename: 'EmailAlreadyInUseError' }] })
  const wrong = (await register({ ...person, firstName: ' ', email: 'nobody', password: 'short' })).data
    .customer
  expect(wrong.registerCustomer.errors).toMatchObject([
    { __typename: 'ValidationError', path: ['input', 'firstName'] },
    { path: ['input', 'email'] },
    { path: ['input', 'password'] },
  ])
})

test('a customer is signed in on one device, until the sign-out', async () => {
  const first = await newCustomer('one-device@example.org')
  expect((await call<{ customer: object }>(me, {}, signedIn(first))).data.customer).toMatchObject({
    email: 'one-device@example.org',
  })
  const second = (await login('one-device@example.org', password)).data.login!.customerAccessToken.value
  const refused = await call(me, {}, signedIn(first))
  expect(refused.data).toBeUndefined()
  expect(refused.errors?.[0]?.extensions).toEqual({ code: 'INVALID_CUSTOMER_ACCESS_TOKEN' })
  const logout = await call('mutation { logout { result } }', {}, signedIn(second))
  expect(logout.data).toEqual({ logout: { result: 'success' } })
  expect((await call(me, {}, signedIn(second))).errors?.[0]?.extensions?.code).toBe(
    'INVALID_CUSTOMER_ACCESS_TOKEN',
  )
  expect((await call(me)).data).toEqual({ customer: null })
  const wrong = await login('one-device@example.org', 'another1word')
  expect(wrong).toMatchObject({ data: null, errors: [{ message: 'Invalid login' }] })
})

test('a token ends by itself', async () => {
  const token = await newCustomer('ends@example.org')
  const { now } = testShop.clock
  testShop.clock.now = new Date(now.getTime() + 8 * 24 * 3600 * 1000)
  const late = await call(me, {}, signedIn(token))
  testShop.clock.now = now
  expect(late.errors?.[0]?.extensions?.code).toBe('INVALID_CUSTOMER_ACCESS_TOKEN')
})

test('a sign-in link signs in once, on its channel', async () => {
  const made = await testShop.rest('POST', '/v3/customers', [
    { email: 'linked@example.org', first_name: 'Α', last_name: 'Β' },
  ])
  const { id } = made.json<{ data: { id: number }[] }>().data[0]!
  const { clientId, clientSecret, storeHash } = testShop.shop.credentials
  const seconds = Math.floor(testShop.clock.now.getTime() / 1000)
  const link = (channelId: number, jti: string) =>
    new SignJWT({
      operation: 'customer_login',
      store_hash: storeHash,
      customer_id: id,
      channel_id: channelId,
    })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(clientId)
      .setIssuedAt(seconds)
      .setJti(jti)
      .sign(new TextEncoder().encode(clientSecret))
  const enter = (jwt: string) =>
    call<{ loginWithCustomerLoginJwt: object | null }>(
      `mutation ($jwt: String!) { loginWithCustomerLoginJwt(jwt: $jwt) { customer { entityId } customerAccessToken { value } } }`,
      { jwt },
    )
  const jwt = await link(1, 'once')
  expect((await enter(jwt)).data.loginWithCustomerLoginJwt).toMatchObject({ customer: { entityId: id } })
  expect((await enter(jwt)).errors?.[0]?.message).toBe('Invalid login')
  expect((await enter(await link(1481393, 'elsewhere'))).errors?.[0]?.message).toBe('Invalid login')
})

const createCart = async (headers = {}) => {
  const { data } = await call<{ cart: { createCart: { cart: { entityId: string } } } }>(
    `mutation { cart { createCart(input: { lineItems: [{ quantity: 1, productEntityId: ${plain.id} }] }) { cart { entityId } } } }`,
    {},
    headers,
  )
  return data.cart.createCart.cart.entityId
}

test('the guest’s cart becomes the customer’s, and joins the one that waits', async () => {
  const email = 'carts@example.org'
  const token = await newCustomer(email)
  const own = await createCart(signedIn(token))
  const ofNobody = await call(`{ site { cart(entityId: "${own}") { entityId } } }`)
  expect(ofNobody.data).toEqual({ site: { cart: null } })
  const guests = await createCart()
  const entered = (await login(email, password, guests)).data.login!
  expect(entered.cart).toEqual({ entityId: own, lineItems: { totalQuantity: 2 } })
  const headers = signedIn(entered.customerAccessToken.value)
  expect((await call('{ site { cart { entityId } } }', {}, headers)).data).toEqual({
    site: { cart: { entityId: own } },
  })
  const left = await call(
    `mutation { logout(cartEntityId: "${own}") { cartUnassignResult { cart { entityId } errors { __typename } } } }`,
    {},
    headers,
  )
  expect(left.data).toEqual({ logout: { cartUnassignResult: { cart: { entityId: own }, errors: [] } } })
  expect((await call(`{ site { cart(entityId: "${own}") { entityId } } }`)).data).toEqual({
    site: { cart: { entityId: own } },
  })
})

test('account, password and addresses are changed by their customer alone', async () => {
  const email = 'changes@example.org'
  const headers = signedIn(await newCustomer(email))
  const change = <T>(fields: string, with_ = headers as Record<string, string>) =>
    call<{ customer: T }>(`mutation { customer { ${fields} } }`, {}, with_)
  await change(
    'updateCustomer(input: { firstName: "Λένα", company: "Κήπος" }) { customer { firstName } errors { __typename } }',
  )
  const added = await change<{ addCustomerAddress: { address: { entityId: number } } }>(
    `addCustomerAddress(input: { firstName: "Λένα", lastName: "Π", address1: "Ερμού 2", city: "Αθήνα", countryCode: "GR", postalCode: "10563" }) {
      address { entityId countryCode country } errors { __typename } }`,
  )
  expect(added.data.customer).toMatchObject({
    addCustomerAddress: { address: { country: 'Greece' }, errors: [] },
  })
  expect((await call<{ customer: object }>(me, {}, headers)).data.customer).toMatchObject({
    firstName: 'Λένα',
    company: 'Κήπος',
    addressCount: 1,
  })
  const { entityId } = added.data.customer.addCustomerAddress.address
  const stranger = signedIn(await newCustomer('stranger@example.org'))
  const remove = `deleteCustomerAddress(input: { addressEntityId: ${entityId} }) { errors { __typename } }`
  expect((await change(remove, stranger)).data.customer).toMatchObject({
    deleteCustomerAddress: { errors: [{ __typename: 'CustomerAddressDeletionError' }] },
  })
  expect((await change(remove, {})).data.customer).toMatchObject({
    deleteCustomerAddress: { errors: [{ __typename: 'CustomerNotLoggedInError' }] },
  })
  expect((await change(remove)).data.customer).toEqual({ deleteCustomerAddress: { errors: [] } })
  const abroad = await change(
    `addCustomerAddress(input: { firstName: "Λ", lastName: "Π", address1: "", city: "Paris", countryCode: "FR" }) {
      errors { ... on ValidationError { path } } }`,
  )
  expect(abroad.data.customer).toEqual({
    addCustomerAddress: { errors: [{ path: ['input', 'address1'] }, { path: ['input', 'countryCode'] }] },
  })
  const setPassword = (current: string) =>
    change(
      `changePassword(input: { currentPassword: "${current}", newPassword: "forty2steps" }) { errors { __typename } }`,
    )
  expect((await setPassword('wrong')).data.customer).toEqual({
    changePassword: { errors: [{ __typename: 'CustomerPasswordError' }] },
  })
  expect((await setPassword(password)).data.customer).toEqual({ changePassword: { errors: [] } })
  expect((await login(email, 'forty2steps')).data.login).not.toBeNull()
})
