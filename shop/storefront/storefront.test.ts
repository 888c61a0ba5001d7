import { Hono } from 'hono'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { goods, openTestShop, visitor } from '../../test/shop.ts'
import { categoryPath } from '../catalogue/category-tree.ts'
import { catalogue } from '../catalogue/index.ts'

const testShop = opened(() => openTestShop())

test('products, categories, pages and search are shown in both languages', async () => {
  const guest = visitor(testShop.send)
  const category = catalogue.categories.find(candidate => candidate.id === goods.plain.categories[0])!
  expect((await guest.go('/')).status).toBe(200)
  expect((await guest.go(`/${goods.plain.slug}/`)).text).toContain('Add to cart')
  const greek = await guest.go(`/${goods.plain.slug}?lang=el`)
  expect(greek.text).toContain('<html lang="el">')
  expect(greek.text).toContain('Προσθήκη στο καλάθι')
  expect((await guest.go(categoryPath(category.id))).text).toContain(
    `<h1>${category.name.el.replace('&', '&amp;')}</h1>`,
  )
  expect((await guest.go('/about-us')).text).toContain(
    catalogue.pages.find(page => page.path === '/about-us')!.title.el,
  )
  const search = `/search.php?search_query=${encodeURIComponent(goods.plain.name.el)}`
  expect((await guest.go(search)).text).toContain(`/shop/${goods.plain.slug}/`)
  expect((await guest.go('/no-such-thing')).status).toBe(404)
})

test('the checkout has the language of its cart, whatever is read elsewhere', async () => {
  const guest = visitor(testShop.send)
  await guest.go('/cart.php', { action: 'add', product: String(goods.plain.id) })
  expect((await guest.go('/?lang=el')).text).toContain('<html lang="el">')
  for (const form of [undefined, {}]) {
    const checkout = await guest.go('/checkout', form)
    expect(checkout.text).toContain('<html lang="en">')
    expect(checkout.text).toContain('Quantity: 1')
    expect(checkout.text).not.toContain('hreflang')
  }
  expect((await guest.go('/cart.php')).text).toContain('hreflang="en"')
})

test('what a visitor types is escaped', async () => {
  const page = await testShop.send(
    `/search.php?search_query=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`,
  )
  expect(page.text).not.toContain('<img src=x')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('pictures and fonts are cached forever', async () => {
  const picture = await testShop.send(`/images/${goods.plain.image}`)
  expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await testShop.send('/fonts/literata-greek.woff2')).headers.get('content-type')).toBe('font/woff2')
  expect((await testShop.send('/images/none.webp')).status).toBe(404)
})

test('the shop can be mounted at a path, by route and by mount', async () => {
  for (const app of [
    new Hono().route('/shop', testShop.shop.app),
    new Hono().mount('/shop', testShop.shop.app.fetch),
  ]) {
    const statusAt = async (path: string) => (await app.request(path)).status
    expect([
      await statusAt('/shop'),
      await statusAt(`/shop/${goods.plain.slug}/`),
      await statusAt('/shop/style.css'),
    ]).toEqual([200, 200, 200])
    expect(await statusAt('/shop/nothing-here')).toBe(404)
  }
})

test('a product with options is added to the cart, changed and removed', async () => {
  const guest = visitor(testShop.send)
  const { twoOptions: product } = goods
  const form = { action: 'add', product: String(product.id), quantity: '1' }
  expect((await guest.go('/cart.php', form)).status).toBe(422)
  const variant = product.variants[0]!
  const choices = Object.fromEntries(
    product.options.map((o, i) => [`option-${o.id}`, String(variant.values[i])]),
  )
  expect((await guest.go('/cart.php', { ...form, ...choices })).status).toBe(303)
  const cart = await guest.go('/cart.php')
  expect(cart.text).toContain(
    product.options[0]!.values.find(value => variant.values.includes(value.id))!.label.en,
  )
  const line = /name="line" value="([^"]+)"/.exec(cart.text)![1]!
  await guest.go('/cart.php', { line, quantity: '3' })
  expect((await guest.go('/cart.php')).text).toContain('value="3"')
  await guest.go('/cart.php', { line, quantity: '0' })
  expect((await guest.go('/cart.php')).text).toContain('Your cart is empty.')
})

test('a form of another site is refused', async () => {
  const answer = await testShop.send('/cart.php', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
    body: `action=add&product=${goods.plain.id}`,
  })
  expect(answer.status).toBe(403)
})

test('an address is subscribed once, and the answer does not tell whether it was', async () => {
  const guest = visitor(testShop.send)
  const form = { action: 'subscribe', nl_email: 'reader@example.org', nl_first_name: 'bc', check: '1' }
  expect((await guest.go('/subscribe.php', form)).status).toBe(200)
  expect((await guest.go('/subscribe.php', form)).status).toBe(200)
  const subscribers = await testShop.rest('GET', '/v3/customers/subscribers?email=reader@example.org')
  expect(subscribers.json<{ data: unknown[] }>().data).toHaveLength(1)
  expect((await guest.go('/subscribe.php', { nl_email: 'nonsense' })).status).toBe(400)
})

interface LinkOptions {
  age?: number
  secret?: string
  redirect?: string
  jti?: string
}

async function loginLink(
  customer: number,
  { age = 0, secret, redirect = '/checkout', jti = String(Math.random()) }: LinkOptions = {},
) {
  const { clientId, clientSecret, storeHash } = testShop.shop.credentials
  const jwt = await new SignJWT({
    operation: 'customer_login',
    store_hash: storeHash,
    customer_id: customer,
    channel_id: 1481393,
    redirect_to: redirect,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(clientId)
    .setIssuedAt(Math.floor(testShop.clock.now.getTime() / 1000) - age)
    .setJti(jti)
    .sign(new TextEncoder().encode(secret ?? clientSecret))
  return `/login/token/${jwt}`
}

test('a sign-in link works once, for 30 seconds, signed with the secret, to a path in the shop', async () => {
  const created = await testShop.rest('POST', '/v3/customers', [
    { email: 'nikos@example.org', first_name: 'Νίκος', last_name: 'Α' },
  ])
  const id = created.json<{ data: { id: number }[] }>().data[0]!.id
  const guest = visitor(testShop.send)
  const firstLink = await loginLink(id, { redirect: '/shop/cart.php?action=load' })
  const response = await guest.go(firstLink)
  expect([response.status, guest.location(response)]).toEqual([303, '/shop/cart.php?action=load'])
  expect((await guest.go(firstLink)).status).toBe(400)
  const account = await guest.go('/account')
  expect(account.text).toContain('nikos@example.org')
  expect(account.text).toContain('<html lang="el">')
  for (const redirect of ['//evil.example', '/\\evil.example', 'https://evil.example']) {
    expect(guest.location(await guest.go(await loginLink(id, { redirect })))).toBe('/shop')
  }
  expect(guest.location(await guest.go(await loginLink(id)))).toBe('/shop/checkout')
  expect((await guest.go(await loginLink(id, { age: 31 }))).status).toBe(400)
  expect((await guest.go(await loginLink(id, { secret: 'another secret of some length' }))).status).toBe(400)
  expect((await guest.go(await loginLink(999_999))).status).toBe(400)
  await guest.go(await loginLink(id, { redirect: '/login.php?action=logout' }))
  await guest.go('/login.php?action=logout')
  expect((await guest.go('/account')).status).toBe(303)
})
