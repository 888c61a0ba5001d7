import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { watched } from '../../../test/published-calls.ts'
import { goods, openTestShop, type TestShop } from '../../../test/shop.ts'
import type { Shop } from '../port.ts'
import type { CertificateRequest, HostOrderRequest } from '../port-orders.ts'
import { connectShop } from './connect.ts'
import { embeddedShopConnection } from './connection.ts'

/** What the connector does for people, on the embedded shop: accounts, certificates, orders for hosts. */

const mount = 'http://shop.test/shop'
let world: TestShop
let shop: Shop
const published = watched((url, init) => world.shop.app.request(url.slice(mount.length), init))
beforeAll(async () => {
  world = await openTestShop()
  const address = embeddedShopConnection(mount, world.shop, { SHOP_CHANNEL_EN: 1, SHOP_CHANNEL_EL: 1481393 })
  shop = connectShop(address, {
    fetch: published.fetch,
    sleep: async () => {},
  })
})
afterAll(() => world.close())
afterEach(() => {
  expect(published.mistakes.splice(0)).toEqual([])
  world.shop.faults.routes = []
})

const person = (email: string) =>
  ({ email, name: 'Μαρία', surname: 'Παππά', phone: '+306900000000', language: 'el' }) as const

describe('customers', () => {
  test('made once, found whatever the case of the letters', async () => {
    const made = await shop.createCustomer(person('maria@example.org'))
    expect(made).toMatchObject({ email: 'maria@example.org', name: 'Μαρία', surname: 'Παππά' })
    expect(await shop.findCustomerByEmail('Maria@Example.org')).toEqual(made)
    expect(await shop.findCustomerByEmail('nobody@example.org')).toBeNull()
    await expect(shop.createCustomer(person('MARIA@example.org'))).rejects.toMatchObject({ kind: 'invalid' })
  })

  test('a password is asked of the shop, and changed', async () => {
    const { id } = await shop.createCustomer(person('password@example.org'))
    expect(await shop.checkCustomerPassword('password@example.org', '', 'el')).toBeNull()
    await shop.setCustomerPassword(id, 'pomegranate')
    expect(await shop.checkCustomerPassword('password@example.org', 'pomegranate', 'en')).toBe(id)
    expect(await shop.checkCustomerPassword('password@example.org', 'Pomegranate', 'en')).toBeNull()
    await shop.setCustomerPassword(id, 'quince-tree')
    expect(await shop.checkCustomerPassword('password@example.org', 'pomegranate', 'en')).toBeNull()
  })

  test('too many passwords asked do not close the shop for others', async () => {
    const path = '/stores/:hash/v3/customers/validate-credentials'
    world.shop.faults.routes = [{ path, answer: '429', times: 1 }]
    const asked = shop.checkCustomerPassword('password@example.org', 'quince-tree', 'en')
    await expect(asked).rejects.toMatchObject({ kind: 'rate' })
    expect(shop.isCircuitOpen()).toBe(false)
    expect(await shop.findCustomerByEmail('password@example.org')).not.toBeNull()
  })
})

describe('the sign-in link', () => {
  const link = async (redirectTo: string, customerId?: number) =>
    shop.createLoginUrl({
      customerId: customerId ?? (await shop.findCustomerByEmail('password@example.org'))!.id,
      language: 'el',
      redirectTo,
      now: world.clock.now,
    })
  const open = (address: string) => world.send(address.slice(mount.length))

  test('signs in once, in the language, and leads on inside the shop', async () => {
    const address = (await link('/shop/account'))!
    const answer = await open(address)
    expect(answer.headers.get('location')).toBe('/shop/account')
    const page = await world.send('/account', { headers: { cookie: answer.headers.get('set-cookie') ?? '' } })
    expect(page.text).toContain('password@example.org')
    expect(page.text).toContain('lang="el"')
    expect((await open(address)).status).toBe(400)
  })

  test('a whole address of the storefront becomes a relative one', async () => {
    const answer = await open((await link(`${mount}/cart.php?a=b`))!)
    expect(answer.headers.get('location')).toBe('/shop/cart.php?a=b')
  })

  test('after half a minute it is too late', async () => {
    const address = (await link('/account'))!
    const then = world.clock.now
    world.clock.now = new Date(then.getTime() + 31_000)
    expect((await open(address)).status).toBe(400)
    world.clock.now = then
  })

  test.each(['//evil.example/', 'https://evil.example/shop', 'javascript:alert(1)', '\\\\evil.example'])(
    'an address elsewhere gets none: %s',
    async address => expect(await link(address)).toBeNull(),
  )
})

describe('gift certificates', () => {
  const wanted: CertificateRequest = {
    code: 'DRN-7KM4-PXZ3-9TAB',
    cents: 12_345,
    toName: 'Μαρία',
    toEmail: 'maria@example.org',
    fromName: 'Doron',
    fromEmail: 'registry@doron.example',
    message: 'λ'.repeat(300),
    language: 'el',
    expiresOn: '2031-06-30',
  }

  test('made, found by our code, switched off and on; the money stays', async () => {
    const made = await shop.createCertificate(wanted)
    expect(made).toEqual({
      id: made.id,
      code: wanted.code,
      cents: 12_345,
      balanceCents: 12_345,
      state: 'active',
      expiresAt: new Date('2031-06-30T20:59:59Z'),
    })
    expect(await shop.findCertificateByCode(wanted.code.toLowerCase())).toEqual(made)
    expect(await shop.findCertificateByCode('DRN-UNKNOWN')).toBeNull()
    await shop.setCertificateState(made.id, 'disabled')
    expect(await shop.findCertificateByCode(wanted.code)).toEqual({ ...made, state: 'disabled' })
    await shop.setCertificateState(made.id, 'active')
    expect(await shop.findCertificateByCode(wanted.code)).toEqual(made)
  })

  test('the same code is refused; without an end it never ends', async () => {
    await expect(shop.createCertificate(wanted)).rejects.toMatchObject({ kind: 'invalid' })
    const endless = { ...wanted, code: 'ENDLESS', message: null, expiresOn: null }
    expect(await shop.createCertificate(endless)).toMatchObject({ expiresAt: null })
  })

  test('after a lost answer it is found by its code', async () => {
    world.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', answer: 'lost', times: 1 }]
    const lost = { ...wanted, code: 'LOST-ANSWER' }
    await expect(shop.createCertificate(lost)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await shop.findCertificateByCode('LOST-ANSWER')).toMatchObject({ cents: 12_345, state: 'active' })
  })

  test('a code that the platform would cut off is not sent', async () => {
    const long = shop.createCertificate({ ...wanted, code: 'X'.repeat(21) })
    await expect(long).rejects.toThrow('1 to 20 characters')
  })

  test.each([0, -1, 1.5, Number.NaN])('the state of certificate %s is nobody’s', async id => {
    await expect(shop.setCertificateState(id, 'disabled')).rejects.toThrow('no id of a certificate')
  })
})

describe('an order for a host', () => {
  const variant = goods.twoOptions.variants[1]!
  const wanted: HostOrderRequest = {
    externalId: 'redeem-1',
    language: 'el',
    customerId: 0,
    customer: { name: 'Μαρία', surname: 'Παππά', email: 'maria@example.org', phone: null },
    shipTo: {
      name: 'Νίκος',
      surname: 'Παππάς',
      street: 'Ερμού 1',
      city: 'Αθήνα',
      region: 'Αττική',
      postcode: '105 63',
      country: 'GR',
      phone: '+302100000000',
    },
    lines: [{ productId: goods.twoOptions.id, variantId: variant.id, quantity: 2, cents: 4999, options: [] }],
    staffNote: 'Registry KH7M',
  }

  test('is placed with our prices and found again by our id', async () => {
    const id = await shop.placeOrder(wanted)
    expect(await shop.fetchOrder(id)).toMatchObject({
      state: 'paid',
      statusId: 11,
      channelId: 1481393,
      totalCents: 9998,
      lines: [{ productId: goods.twoOptions.id, variantId: variant.id, quantity: 2, totalCents: 9998 }],
    })
    expect(await shop.findOrderByExternalId('redeem-1')).toBe(id)
    expect(await shop.findOrderByExternalId('redeem-2')).toBeNull()
    const sent = (await world.rest('GET', `/v2/orders/${id}`)).json()
    expect(sent).toMatchObject({
      staff_notes: 'Registry KH7M',
      customer_locale: 'el',
      billing_address: { zip: '105 63', country: 'Greece', country_iso2: 'GR' },
    })
  })

  test('digital goods need no address', async () => {
    const { digital } = goods
    const line = {
      productId: digital.id,
      variantId: digital.variants[0]!.id,
      quantity: 1,
      cents: 0,
      options: [],
    }
    const id = await shop.placeOrder({ ...wanted, externalId: 'digital-1', shipTo: null, lines: [line] })
    expect(await shop.fetchOrder(id)).toMatchObject({ totalCents: 0 })
  })

  test('after a lost answer it is found, not placed again', async () => {
    world.shop.faults.routes = [{ path: '/stores/:hash/v2/orders', method: 'POST', answer: 'lost', times: 1 }]
    const lost = shop.placeOrder({ ...wanted, externalId: 'lost-1' })
    await expect(lost).rejects.toMatchObject({ kind: 'unavailable' })
    const id = await shop.findOrderByExternalId('lost-1')
    expect(await shop.fetchOrder(id!)).toMatchObject({ totalCents: 9998 })
  })

  test('for goods that are not in the shop none is placed', async () => {
    const lines = [{ productId: 999_999_999, variantId: 0, quantity: 1, cents: 1, options: [] }]
    const failure = shop.placeOrder({ ...wanted, externalId: 'unknown-1', lines })
    await expect(failure).rejects.toMatchObject({ kind: 'invalid' })
    expect(await shop.findOrderByExternalId('unknown-1')).toBeNull()
  })
})

test('the gift card has its values as variants', async () => {
  const card = await shop.fetchGiftCardProduct('el')
  expect(card).toMatchObject({ id: 186584, name: 'Δωροκάρτα' })
  expect(card?.variants.map(one => one.priceCents)).toEqual([2500, 5000, 10000, 15000, 20000, 30000])
})

test('an address is put on the newsletter’s list, twice is once', async () => {
  const reader = { email: 'reader@example.org', name: 'Άννα', language: 'el' } as const
  await shop.subscribeToNewsletter(reader)
  await shop.subscribeToNewsletter({ ...reader, email: 'Reader@example.org' })
  const { data } = (await world.rest('GET', '/v3/customers/subscribers?email=reader@example.org')).json<{
    data: object[]
  }>()
  expect(data).toMatchObject([{ first_name: 'Άννα', channel_id: 1481393 }])
  await expect(shop.subscribeToNewsletter({ ...reader, email: '' })).rejects.toMatchObject({
    kind: 'invalid',
  })
})

test('an address is taken off the lists of both languages, and nobody else’s', async () => {
  for (const language of ['en', 'el'] as const)
    await shop.subscribeToNewsletter({ email: 'leaver@example.org', name: 'Άννα', language })
  await shop.subscribeToNewsletter({ email: 'stays@example.org', name: 'Άννα', language: 'en' })
  await shop.unsubscribeFromNewsletter('Leaver@example.org')
  await shop.unsubscribeFromNewsletter('leaver@example.org')
  const { data } = (await world.rest('GET', '/v3/customers/subscribers')).json<{
    data: { email: string }[]
  }>()
  expect(data.map(one => one.email)).toContain('stays@example.org')
  expect(data.map(one => one.email)).not.toContain('leaver@example.org')
})
