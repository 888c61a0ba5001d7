import { beforeEach, expect, test } from 'vitest'
import { contracts, mistakes, mistakesSent } from '../../../test/contracts.ts'
import { opened } from '../../../test/opened.ts'
import { openTestShop, visitor } from '../../../test/shop.ts'

const testShop = opened(() => openTestShop({ admin: true }))
beforeEach(async () => {
  for (const { uuid } of await list()) await testShop.rest('DELETE', `/v3/content/scripts/${uuid}`)
})

interface Row {
  uuid: string
  name: string
  src: string
  channel_id: number
}
const src = 'https://gifts.example/button.js'
const hash = `sha384-${'A'.repeat(64)}`
const button = {
  name: 'Gift registry',
  kind: 'src',
  src: `${src}?v=2`,
  load_method: 'defer',
  location: 'footer',
  visibility: 'storefront',
  consent_category: 'essential',
  channel_id: 1,
  integrity_hashes: [hash],
}
const list = async (query = '') =>
  (await testShop.rest('GET', `/v3/content/scripts${query}`)).json<{ data: Row[] }>().data
const create = (more: object = {}) => testShop.rest('POST', '/v3/content/scripts', { ...button, ...more })
const created = async (more: object = {}) => {
  const answer = await create(more)
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return answer.json<{ data: Row }>().data
}
const policyOf = (answer: { headers: Headers }) => answer.headers.get('content-security-policy') ?? ''
const tag = `<script src="${src}?v=2" defer integrity="${hash}" crossorigin="anonymous"></script>`

test('an essential script is on the pages of its channel, and the policy allows it and no other', async () => {
  expect(policyOf(await testShop.send('/'))).not.toContain('script-src')
  await created()
  const page = await testShop.send('/?lang=en')
  expect(page.text).toMatch(new RegExp(`${tag.replaceAll(/[.?+]/g, '\\$&')}\\s*</body>`))
  expect(policyOf(page)).toContain(`script-src ${src}; connect-src https://gifts.example;`)
  const greek = await testShop.send('/?lang=el')
  expect([greek.text.includes('<script'), policyOf(greek).includes('gifts.example')]).toEqual([false, false])
})

test('a script is where it says: not at the checkout, not in the back office, in the head', async () => {
  await created({ location: 'head' })
  await created({ name: 'Thanks', src: 'https://gifts.example/thanks.js', visibility: 'checkout' })
  const home = await testShop.send('/?lang=en')
  expect(home.text).toMatch(/button\.js[^>]*><\/script><\/head>/)
  expect(home.text).not.toContain('thanks.js')
  const cart = await testShop.rest('POST', '/v3/carts?include=redirect_urls', {
    line_items: [
      {
        product_id: testShop.shop.groupGift.productId,
        quantity: 1,
        list_price: 5,
        option_selections: texts(),
      },
    ],
  })
  const guest = visitor(testShop.send)
  await guest.go(
    cart.json<{ data: { redirect_urls: { checkout_url: string } } }>().data.redirect_urls.checkout_url,
  )
  const checkout = await guest.go('/checkout')
  expect([checkout.text.includes('thanks.js'), checkout.text.includes('button.js')]).toEqual([true, false])
  expect((await testShop.send('/admin/orders')).text).not.toContain('<script')
})

const texts = () =>
  Object.values(testShop.shop.groupGift.options).map(option_id => ({ option_id, option_value: '1' }))

test('other scripts wait for consent, which is asked for and can be taken back', async () => {
  await created({ consent_category: 'analytics' })
  await created({ name: 'Unknown', src: 'https://gifts.example/unknown.js', consent_category: undefined })
  const guest = visitor(testShop.send)
  const before = await guest.go('/?lang=en')
  expect([before.text.includes('<script'), before.text.includes('name="consent"')]).toEqual([false, true])
  await guest.go('/consent', { consent: 'all' })
  const after = await guest.go('/?lang=en')
  expect([after.text.includes('button.js'), after.text.includes('unknown.js')]).toEqual([true, false])
  await guest.go('/consent', { consent: 'essential' })
  expect((await guest.go('/?lang=en')).text).not.toContain('<script')
})

test('scripts are as published, changed, listed by channel and removed', async () => {
  const { uuid } = await created()
  await created({ name: 'Greek', channel_id: 1481393 })
  const call = '/content/scripts'
  if (contracts) {
    const file = 'scripts.v3.yml'
    expect(mistakesSent(file, `post ${call}`, button)).toEqual([])
    expect(
      mistakes(file, `get ${call} 200`, (await testShop.rest('GET', '/v3/content/scripts')).json()),
    ).toEqual([])
    const one = await testShop.rest('GET', `/v3/content/scripts/${uuid}`)
    expect(mistakes(file, `get ${call}/{uuid} 200`, one.json())).toEqual([])
  }
  expect((await list('?channel_id:in=1481393')).map(({ name }) => name)).toEqual(['Greek'])
  await testShop.rest('PUT', `/v3/content/scripts/${uuid}`, { enabled: false })
  expect((await testShop.send('/?lang=en')).text).not.toContain('<script')
  expect((await testShop.rest('DELETE', `/v3/content/scripts/${uuid}`)).status).toBe(204)
  expect((await testShop.rest('GET', `/v3/content/scripts/${uuid}`)).status).toBe(404)
  expect((await testShop.rest('GET', '/v3/content/scripts/none')).status).toBe(404)
})

test('an app has ten scripts, also when it makes them at once', async () => {
  const answers = await Promise.all(Array.from({ length: 14 }, (_, index) => create({ name: `No ${index}` })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(await list()).toHaveLength(10)
})

test.each([
  ['a tag of its own', { kind: 'script_tag', src: undefined, html: '<script>alert(1)</script>' }],
  ['a kind of its own', { kind: 'script_tag' }],
  ['no https', { src: 'http://gifts.example/button.js' }],
  ['another scheme', { src: 'javascript:alert(1)' }],
  ['another directive of the policy', { src: "https://gifts.example/a;script-src 'unsafe-inline'" }],
  ['no real hash', { integrity_hashes: ['sha384-"><script>'] }],
  ['an unknown place', { location: 'middle' }],
  ['an unknown channel', { channel_id: 7 }],
  ['no name', { name: '' }],
])('a script with %s is refused', async (_, more) => {
  expect((await create(more)).status).toBe(422)
  expect((await testShop.send('/?lang=en')).text).not.toContain('<script')
})

test('a consent that another site sends is not kept, and nobody is led away', async () => {
  await created({ consent_category: 'analytics' })
  const answer = await testShop.send('/consent', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
      referer: 'https://evil.example//shop.evil.example/shop/x',
    },
    body: 'consent=all',
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/shop'])
  expect(answer.headers.getSetCookie()).toEqual([])
})
