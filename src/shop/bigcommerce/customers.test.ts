import { describe, expect, test } from 'vitest'
import { connectTestShop, shopUrl } from '../../../test/shop-connector.ts'

const connected = connectTestShop()

const person = (email: string) =>
  ({ email, name: 'Μαρία', surname: 'Παππά', phone: '+306900000000', language: 'el' }) as const

describe('customers', () => {
  test('a customer is created once, and found whatever the case of the letters', async () => {
    const customer = await connected.shop.createCustomer(person('maria@example.org'))
    expect(customer).toMatchObject({ email: 'maria@example.org', name: 'Μαρία', surname: 'Παππά' })
    expect(await connected.shop.findCustomerByEmail('Maria@Example.org')).toEqual(customer)
    expect(await connected.shop.findCustomerByEmail('nobody@example.org')).toBeNull()
    await expect(connected.shop.createCustomer(person('MARIA@example.org'))).rejects.toMatchObject({
      kind: 'invalid',
    })
  })

  test('a password is checked by the shop, and changed', async () => {
    const { id } = await connected.shop.createCustomer(person('password@example.org'))
    expect(await connected.shop.checkCustomerPassword('password@example.org', '', 'el')).toBeNull()
    await connected.shop.setCustomerPassword(id, 'pomegranate')
    expect(await connected.shop.checkCustomerPassword('password@example.org', 'pomegranate', 'en')).toBe(id)
    expect(await connected.shop.checkCustomerPassword('password@example.org', 'Pomegranate', 'en')).toBeNull()
    await connected.shop.setCustomerPassword(id, 'quince-tree')
    expect(await connected.shop.checkCustomerPassword('password@example.org', 'pomegranate', 'en')).toBeNull()
  })

  test('too many password checks do not open the circuit for other calls', async () => {
    const path = '/stores/:hash/v3/customers/validate-credentials'
    connected.far.shop.faults.routes = [{ path, answer: '429', times: 3 }]
    const check = connected.shop.checkCustomerPassword('password@example.org', 'quince-tree', 'en')
    await expect(check).rejects.toMatchObject({ kind: 'rate' })
    expect(connected.shop.isCircuitOpen()).toBe(false)
    expect(await connected.shop.findCustomerByEmail('password@example.org')).not.toBeNull()
  })
})

describe('the sign-in link', () => {
  const createLink = async (redirectTo: string, customerId?: number) =>
    connected.shop.createLoginUrl({
      customerId: customerId ?? (await connected.shop.findCustomerByEmail('password@example.org'))!.id,
      language: 'el',
      redirectTo,
      now: connected.far.clock.now,
    })
  const openLink = (address: string) => connected.far.send(address.slice(shopUrl.length))

  test('signs in once, in the language, and redirects within the shop', async () => {
    const address = (await createLink('/shop/account'))!
    const response = await openLink(address)
    expect(response.headers.get('location')).toBe('/shop/account')
    const page = await connected.far.send('/account', {
      headers: { cookie: response.headers.get('set-cookie') ?? '' },
    })
    expect(page.text).toContain('password@example.org')
    expect(page.text).toContain('lang="el"')
    expect((await openLink(address)).status).toBe(400)
  })

  test('an absolute URL of the storefront becomes a path', async () => {
    const response = await openLink((await createLink(`${shopUrl}/cart.php?a=b`))!)
    expect(response.headers.get('location')).toBe('/shop/cart.php?a=b')
  })

  test('expires after half a minute', async () => {
    const address = (await createLink('/account'))!
    const then = connected.far.clock.now
    connected.far.clock.now = new Date(then.getTime() + 31_000)
    expect((await openLink(address)).status).toBe(400)
    connected.far.clock.now = then
  })

  test.each(['//evil.example/', 'https://evil.example/shop', 'javascript:alert(1)', '\\\\evil.example'])(
    'there is none for another origin: %s',
    async address => expect(await createLink(address)).toBeNull(),
  )
})
