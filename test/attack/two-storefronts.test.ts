import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { Language } from '../../src/base/language.ts'
import { createCart } from '../../src/checkout/hand-off.contract.ts'
import { showGifts } from '../../src/gift/gift.contract.ts'
import { updateRows } from '../../src/server/postgres/rows.ts'
import { getShopPage } from '../../src/site/content.contract.ts'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../builders.ts'
import { opened } from '../opened.ts'
import { purchasesOf } from '../orders.ts'
import { shopper } from '../shopper.ts'
import { type TestApp, testApp } from '../test-app.ts'

const english = 'http://shop.test'
const greek = 'http://el.shop.test'
const greekStorefront = `${greek}/shop`

const app = opened(() => testApp({ greekStorefront }))
const logged: string[] = []
const log = pino({ level: 'error' }, { write: line => logged.push(line) })
/** Where the shop's Greek storefront is, the settings do not say. */
const misled = opened(() =>
  testApp({ greekStorefront, greekShop: 'https://shop.test.evil.example/shop', log }),
)

interface HandedOff {
  redirects: { cart_url: string; checkout_url: string }
}

async function aCart(lang: Language, { on = app, as }: { on?: TestApp; as?: string } = {}) {
  const registry = await aRegistry(on, await aHost(on))
  const gift: AGift = await aGift(on, registry)
  const input = { registry_id: registry.code, lang, line_items: [lineOf(gift, { units: 1 })] }
  const reply = await on.call<HandedOff>(createCart, input, { ...(as && { as }) })
  return { reply, gift, urls: reply.data.redirects }
}

/** A customer of the shop who is signed in here. */
async function aBuyer(): Promise<string> {
  const { id, email, token } = await aHost(app)
  const person = { email, name: 'Ελένη', surname: 'Δοκιμή', phone: null, language: 'el' as const }
  const { id: shopCustomerId } = await app.processA.shop.createCustomer(person)
  await updateRows(app.db, 'customer', { set: { shop_customer_id: shopCustomerId }, where: { id } })
  return token
}

const payment = {
  email: 'giver@example.com',
  first_name: 'Άννα',
  last_name: 'Δ',
  delivery: 'hosts',
  payment: 'success',
}

describe('each language’s cart on its own storefront (R953)', () => {
  test.each<[Language, string, string]>([
    ['en', english, greek],
    ['el', greek, english],
  ])(
    'a cart in %s opens and is paid at its origin, not at the other, and counts',
    async (lang, here, other) => {
      const { urls, gift } = await aCart(lang)
      for (const url of Object.values(urls)) expect(new URL(url).origin).toBe(here)
      const guest = shopper(app)
      const astray = await guest.open(urls.checkout_url.replace(here, other))
      expect(astray.status).toBe(410)
      const checkout = await guest.open(urls.checkout_url)
      expect(checkout).toMatchObject({ status: 200, url: `${here}/shop/checkout` })
      expect(checkout.text).toContain(`lang="${lang}"`)
      expect((await guest.open(`${other}/shop/checkout`)).url).toBe(`${other}/shop/cart.php`)
      await guest.open(`${here}/shop/checkout`, payment)
      await app.job('order-sync')
      expect(await purchasesOf(app, gift)).toHaveLength(1)
    },
  )

  test('a signed-in buyer is signed in at the storefront of the cart alone', async () => {
    const { urls } = await aCart('el', { as: await aBuyer() })
    expect(urls.checkout_url).toMatch(/^http:\/\/el\.shop\.test\/shop\/login\/token\//)
    const buyer = shopper(app)
    expect((await buyer.open(urls.checkout_url.replace(greek, english))).status).toBe(400)
    const checkout = await buyer.open(urls.checkout_url)
    expect(checkout).toMatchObject({ status: 200, url: `${greek}/shop/checkout` })
    expect((await buyer.open(`${greek}/shop/account`)).url).toBe(`${greek}/shop/account`)
    expect((await buyer.open(`${english}/shop/account`)).url).toBe(`${english}/shop/login.php`)
  })
})

test('links on Greek pages lead to the Greek storefront, and forms are passed on to it', async () => {
  const registry = await aRegistry(app, await aHost(app))
  await aGift(app, registry)
  const linkIn = async (lang: Language) => {
    const { data } = await app.call<{ data: { url: string }[] }>(showGifts, {
      registry_id: registry.code,
      lang,
    })
    return data.data[0]?.url
  }
  expect(await linkIn('el')).toMatch(/^http:\/\/el\.shop\.test\/shop\/[\w-]+\/\?lang=el$/)
  expect(await linkIn('en')).toMatch(/^\/shop\/[\w-]+\/\?lang=en$/)
  for (const path of ['/search.php?search_query=a', '/subscribe.php']) {
    const { headers } = await app.request(path, { headers: { cookie: 'I18N_LANGUAGE=el' } })
    expect(headers.get('location')).toMatch(/^http:\/\/el\.shop\.test\/shop\/\w+\.php\?/)
  }
  const page = await app.call<{ picture: string }>(getShopPage, { path: '/events/wedding', lang: 'el' })
  expect(page.data.picture).toBe(`${greek}/shop/images/articles/wedding.avif`)
})

test('a repeated click in another language, or a channel alone, signs in where the cart is', async () => {
  const as = await aBuyer()
  const registry = await aRegistry(app, await aHost(app))
  const gift = await aGift(app, registry, { quantity: 3 })
  const input = { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] }
  const checkoutOf = async (inLanguage: Language, more: object) => {
    const reply = await app.post(`/cart/create?lang=${inLanguage}`, { ...input, ...more }, { token: as })
    return (reply.body.data as unknown as HandedOff).redirects.checkout_url
  }
  const atGreekLogin = /^http:\/\/el\.shop\.test\/shop\/login\/token\//
  expect(await checkoutOf('el', { idempotency_key: 'one-click' })).toMatch(atGreekLogin)
  expect(await checkoutOf('en', { idempotency_key: 'one-click' })).toMatch(atGreekLogin)
  expect(await checkoutOf('en', { channel_id: 1481393 })).toMatch(atGreekLogin)
})

describe('a sign-in token goes to the channel of the language alone (R419)', () => {
  const linkTo = (redirectTo: string, language: Language = 'el') =>
    app.processA.shop.createLoginUrl({ customerId: 1, language, redirectTo, now: app.clock.now })

  test.each([
    `${english}/shop/cart.php`,
    'https://evil.example/cart.php',
    '//evil.example/cart.php',
    '\\\\evil.example/cart.php',
    `${greek}@evil.example/cart.php`,
    `${greek}.evil.example/cart.php`,
    'https://el.shop.test/shop/cart.php',
    'http://el.shop.test:8080/shop/cart.php',
    `${greek}//evil.example/cart.php`,
    `${greek}/\\\\evil.example/cart.php`,
    '/shop/..//evil.example/cart.php',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://',
  ])('not for %s', target => {
    expect(linkTo(target)).toBeNull()
  })

  test('but for its own pages, by the whole address or the path', () => {
    for (const target of [`${greek}/shop/cart.php?a=b`, '/shop/cart.php?a=b'])
      expect(linkTo(target)).toMatch(/^http:\/\/el\.shop\.test\/shop\/login\/token\/[\w.-]+$/)
    expect(linkTo(`${english}/shop/cart.php`, 'en')).toMatch(/^http:\/\/shop\.test\/shop\/login\/token\//)
    const [, claims = ''] = linkTo('/shop/cart.php?a=b')!.split('/token/')[1]!.split('.')
    const { channel_id, redirect_to } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    expect([channel_id, redirect_to]).toEqual([1481393, '/shop/cart.php?a=b'])
  })
})

test('a checkout on an origin that isn’t known as the shop’s is refused, and the log says what to set (R425)', async () => {
  const { reply } = await aCart('el', { on: misled })
  expect([reply.status, reply.data]).toEqual([
    502,
    expect.objectContaining({ code: 'refused_shop_elsewhere' }),
  ])
  expect(JSON.stringify(reply)).not.toContain('evil.example')
  const [line = ''] = logged.filter(one => one.includes('shop.test.evil.example'))
  expect(line).toContain('https://shop.test.evil.example; if that is the shop')
  expect(line).toContain('SHOP_CHECKOUT_ORIGINS')
  expect(line).not.toContain('token')
  const handoffs = await misled.db.selectFrom('handoff').select(['state', 'cart_id']).execute()
  expect(handoffs).toEqual([{ state: 'failed', cart_id: null }])
  expect((await aCart('en', { on: misled })).reply.status).toBe(200)
})
