import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../../test/build.ts'
import { type World, world } from '../../../test/world.ts'
import { createCart } from '../../checkout/hand-off/contract.ts'
import { getAccount, login, register } from '../customer/contract.ts'
import { confirmEmail } from '../email-confirmation/contract.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
beforeEach(() => {
  w.shop.faults.routes = []
})
afterAll(() => w.close())

const password = 'old password'

interface SignedIn {
  id: number
  token: string
}

async function registered(email: string) {
  const person = { name: 'Ελένη', surname: 'Παππά', password, repassword: password, email }
  return (await w.call<SignedIn>(register, person)).data
}

async function confirmed(email: string) {
  const { props } = await w.db
    .selectFrom('outbox')
    .select('props')
    .where('recipient', '=', email)
    .where('template', '=', 'welcome')
    .executeTakeFirstOrThrow()
  expect((await w.call(confirmEmail, { code: props.code })).status).toBe(200)
}

const tied = async (id: number) =>
  (await w.db.selectFrom('customer').select('shop_customer_id').where('id', '=', id).executeTakeFirst())
    ?.shop_customer_id
const shopCustomer = (email: string) => w.processA.shop.findCustomerByEmail(email)
const makeShopCustomer = (email: string) =>
  w.processA.shop.createCustomer({ email, name: 'Νίκος', surname: 'Πελάτης', phone: null, language: 'el' })

describe('an account and its customer of the shop', () => {
  test('one is made when it is missing', async () => {
    const { id } = await registered('missing@example.com')
    await w.job('shop-customers')
    expect(await tied(id)).toBe((await shopCustomer('missing@example.com'))?.id)
    expect(await tied(id)).toEqual(expect.any(Number))
  })

  test('one that stands there is tied only once the e-mail is confirmed', async () => {
    const known = await makeShopCustomer('known@example.com')
    const { id } = await registered('known@example.com')
    await w.job('shop-customers')
    expect(await tied(id)).toBeNull()
    await confirmed('known@example.com')
    await w.job('shop-customers')
    expect(await tied(id)).toBe(known.id)
  })

  test('a shop that is away is asked again later', async () => {
    const { id } = await registered('later@example.com')
    w.shop.faults.routes = [{ path: '/stores', answer: '500' }]
    await w.job('shop-customers')
    expect(await tied(id)).toBeNull()
    w.shop.faults.routes = []
    await w.job('shop-customers')
    expect(await tied(id)).toBeNull()
    w.later(5)
    await w.job('shop-customers')
    expect(await tied(id)).toEqual(expect.any(Number))
  })

  test('two processes at once make one customer', async () => {
    const { id } = await registered('twice@example.com')
    await Promise.all([w.job('shop-customers', 'A'), w.job('shop-customers', 'B')])
    expect(await tied(id)).toEqual(expect.any(Number))
  })
})

describe("the shop's password", () => {
  test('signs in once and makes an account; from then on the password is kept here', async () => {
    const { id } = await makeShopCustomer('shopper@example.com')
    await w.processA.shop.setCustomerPassword(id, 'a password of the shop')
    const first = await w.call<SignedIn>(login, {
      email: 'Shopper@example.com',
      password: 'a password of the shop',
    })
    expect(first.status).toBe(200)
    const person = await w.call<object>(getAccount, {}, { as: first.data.token })
    expect(person.data).toMatchObject({ name: 'Νίκος', surname: 'Πελάτης', confirmed: true })
    expect(await tied(first.data.id)).toBe(id)
    await w.processA.shop.setCustomerPassword(id, 'another one at the shop')
    const answers = await Promise.all(
      ['a password of the shop', 'another one at the shop'].map(typed =>
        w.call(login, { email: 'shopper@example.com', password: typed }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 401])
  })

  test('a wrong one is a wrong password', async () => {
    await makeShopCustomer('careful@example.com')
    const answer = await w.call(login, { email: 'careful@example.com', password: 'guess one' })
    expect(answer).toMatchObject({ status: 401, data: { code: 'account_login_wrong' } })
  })

  test('while the shop is away, all are told so who have no account here, or mistype its password', async () => {
    await makeShopCustomer('patient@example.com')
    await registered('here@example.com')
    w.shop.faults.routes = [{ path: '/stores', answer: '500' }]
    const tries = ['patient@example.com', 'here@example.com', 'nobody@example.com'].map(async email => {
      const { data, ...answer } = await w.call<object>(login, { email, password: 'guess one' })
      return { ...answer, data: { ...data, reference: null } }
    })
    const [customer, known, unknown] = await Promise.all(tries)
    expect(customer).toMatchObject({ status: 503, data: { code: 'account_login_away' } })
    expect([known, unknown]).toEqual([customer, customer])
    expect((await w.call(login, { email: 'here@example.com', password })).status).toBe(200)
  })
})

describe('at the checkout', () => {
  async function checkoutOf(token: string | undefined) {
    const registry = await aRegistry(w, await aHost(w))
    const gift = await aGift(w, registry)
    const { data } = await w.call<{ redirects: { cart_url: string; checkout_url: string } }>(
      createCart,
      { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] },
      { ...(token && { as: token }) },
    )
    return data.redirects.checkout_url
  }

  /** Follows the address as a browser does, cookies kept; the last page. */
  async function visited(address: string): Promise<string> {
    const jar = new Map<string, string>()
    let url = new URL(address)
    for (let step = 0; step < 6; step++) {
      const path = url.pathname.replace(/^\/shop/, '') + url.search
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await w.shop.app.request(path, { headers: { cookie } })
      for (const one of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (one.split(';')[0] ?? '').split('=')
        jar.set(name, value)
      }
      const next = answer.headers.get('location')
      if (!next) return answer.text()
      url = new URL(next, url)
    }
    throw new Error('led in a circle')
  }

  test('a buyer who is signed in arrives signed in', async () => {
    const { token } = await registered('buyer@example.com')
    await confirmed('buyer@example.com')
    await w.job('shop-customers')
    const page = await visited(await checkoutOf(token))
    expect(page).toContain('buyer@example.com')
  })

  test('one whose e-mail is not confirmed, and a guest, arrive as guests', async () => {
    const { token } = await registered('unsure@example.com')
    await w.job('shop-customers')
    for (const one of [token, undefined]) {
      const address = await checkoutOf(one)
      expect(address).not.toContain('/login/token/')
      expect(await visited(address)).not.toContain('unsure@example.com')
    }
  })
})
