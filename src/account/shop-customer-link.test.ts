import { beforeEach, describe, expect, test } from 'vitest'
import { anAccount, confirmByEmail, person } from '../../test/account-client.ts'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { createCart } from '../checkout/hand-off.contract.ts'
import { getRow } from '../server/postgres/rows.ts'
import { login } from './session.contract.ts'
import { getAccount } from './settings.contract.ts'

const app = opened(() => testApp())
beforeEach(() => {
  app.shop.faults.routes = []
})

const linkedShopCustomer = async (id: number) => (await getRow(app.db, 'customer', { id })).shop_customer_id
const findShopCustomer = (email: string) => app.processA.shop.findCustomerByEmail(email)
const makeShopCustomer = (email: string) =>
  app.processA.shop.createCustomer({ email, name: 'Νίκος', surname: 'Πελάτης', phone: null, language: 'el' })

describe('an account and the shop’s customer', () => {
  test('a missing customer is created once the e-mail is confirmed', async () => {
    const { id } = await anAccount(app, 'missing@example.com')
    await app.job('shop-tasks')
    expect(await findShopCustomer('missing@example.com')).toBeNull()
    await confirmByEmail(app, 'missing@example.com')
    await app.job('shop-tasks')
    expect(await linkedShopCustomer(id)).toBe((await findShopCustomer('missing@example.com'))?.id)
    expect(await linkedShopCustomer(id)).toEqual(expect.any(Number))
  })

  test('an existing customer is linked only once the e-mail is confirmed', async () => {
    const known = await makeShopCustomer('known@example.com')
    const { id } = await anAccount(app, 'known@example.com')
    await app.job('shop-tasks')
    expect(await linkedShopCustomer(id)).toBeNull()
    await confirmByEmail(app, 'known@example.com')
    await app.job('shop-tasks')
    expect(await linkedShopCustomer(id)).toBe(known.id)
  })

  test('a failure of the shop is tried again later', async () => {
    const { id } = await anAccount(app, 'later@example.com')
    await confirmByEmail(app, 'later@example.com')
    app.shop.faults.routes = [{ path: '/stores', answer: '500' }]
    await app.job('shop-tasks')
    expect(await linkedShopCustomer(id)).toBeNull()
    app.shop.faults.routes = []
    await app.job('shop-tasks')
    expect(await linkedShopCustomer(id)).toBeNull()
    app.later(5)
    await app.job('shop-tasks')
    expect(await linkedShopCustomer(id)).toEqual(expect.any(Number))
  })

  test('two processes at the same time create one customer', async () => {
    const { id } = await anAccount(app, 'twice@example.com')
    await confirmByEmail(app, 'twice@example.com')
    await Promise.all([app.job('shop-tasks', 'A'), app.job('shop-tasks', 'B')])
    expect(await linkedShopCustomer(id)).toEqual(expect.any(Number))
  })
})

describe('signing in with the shop’s password', () => {
  test('makes an account, whose own password counts from then on', async () => {
    const { id } = await makeShopCustomer('shopper@example.com')
    await app.processA.shop.setCustomerPassword(id, 'a password of the shop')
    const first = await app.call<{ id: number; token: string }>(login, {
      email: 'Shopper@example.com',
      password: 'a password of the shop',
    })
    expect(first.status).toBe(200)
    const person = await app.call<object>(getAccount, {}, { as: first.data.token })
    expect(person.data).toMatchObject({ name: 'Νίκος', surname: 'Πελάτης', confirmed: false })
    expect(await linkedShopCustomer(first.data.id)).toBe(id)
    await app.processA.shop.setCustomerPassword(id, 'another one at the shop')
    const answers = await Promise.all(
      ['a password of the shop', 'another one at the shop'].map(entered =>
        app.call(login, { email: 'shopper@example.com', password: entered }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 401])
  })

  test('a wrong password is answered as such', async () => {
    await makeShopCustomer('careful@example.com')
    const answer = await app.call(login, { email: 'careful@example.com', password: 'guess one' })
    expect(answer).toMatchObject({ status: 401, data: { code: 'account_login_wrong' } })
  })

  test('while the shop can’t be asked, everybody is told so but those who sign in to an account', async () => {
    await makeShopCustomer('patient@example.com')
    await anAccount(app, 'here@example.com')
    app.shop.faults.routes = [{ path: '/stores', answer: '500' }]
    const tries = ['patient@example.com', 'here@example.com', 'nobody@example.com'].map(async email => {
      const { data, ...answer } = await app.call<object>(login, { email, password: 'guess one' })
      return { ...answer, data: { ...data, reference: null } }
    })
    const [customer, known, unknown] = await Promise.all(tries)
    expect(customer).toMatchObject({ status: 503, data: { code: 'account_login_away' } })
    expect([known, unknown]).toEqual([customer, customer])
    expect((await app.call(login, { email: 'here@example.com', password: person.password })).status).toBe(200)
  })
})

describe('arriving at the shop’s checkout', () => {
  async function checkoutUrlFor(token: string | undefined) {
    const registry = await aRegistry(app, await aHost(app))
    const gift = await aGift(app, registry)
    const { data } = await app.call<{ redirects: { cart_url: string; checkout_url: string } }>(
      createCart,
      { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] },
      { ...(token && { as: token }) },
    )
    return data.redirects.checkout_url
  }

  /** Follows the redirects with cookies, as a browser does, and answers the last page. */
  async function visit(address: string): Promise<string> {
    const jar = new Map<string, string>()
    let url = new URL(address)
    for (let step = 0; step < 6; step++) {
      const path = url.pathname.replace(/^\/shop/, '') + url.search
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await app.shop.app.request(path, { headers: { cookie } })
      for (const one of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (one.split(';')[0] ?? '').split('=')
        jar.set(name, value)
      }
      const next = answer.headers.get('location')
      if (!next) return answer.text()
      url = new URL(next, url)
    }
    throw new Error('too many redirects')
  }

  test('a giver who is signed in arrives signed in (R419)', async () => {
    const { token } = await anAccount(app, 'buyer@example.com')
    await confirmByEmail(app, 'buyer@example.com')
    await app.job('shop-tasks')
    const page = await visit(await checkoutUrlFor(token))
    expect(page).toContain('buyer@example.com')
  })

  test('an unconfirmed customer and a guest arrive as guests', async () => {
    const { token } = await anAccount(app, 'unsure@example.com')
    await app.job('shop-tasks')
    for (const one of [token, undefined]) {
      const address = await checkoutUrlFor(one)
      expect(address).not.toContain('/login/token/')
      expect(await visit(address)).not.toContain('unsure@example.com')
    }
  })
})
