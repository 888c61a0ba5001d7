import { expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { loadBuiltProduct } from '../../test/test-process.ts'
import { createCart } from './hand-off.contract.ts'

/** A store refuses a cart with 422 although its data about the products gives no reason (R423). */
const app = opened(() => testApp())
let said = ''

/** The embedded shop; while `said` is set it refuses every new cart with that sentence, as the platform does. */
const askShop = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const path = String(url).replace(/^.*?\/shop(?=\/)/, '')
  if (said && init?.method === 'POST' && /\/v3\/carts(?=\?|$)/.test(path))
    return Response.json(
      { status: 422, title: said, type: 'https://developer.bigcommerce.com/' },
      { status: 422 },
    )
  return app.shop.app.request(path, init)
}

const site = opened(async () => {
  const { shopFor } = await loadBuiltProduct()
  const shop = shopFor(app.config, { ...app.shop, fetch: askShop }, app.db)
  return testApp({ pages: true, shop, db: app.db, now: () => app.clock.now })
})

async function aCart() {
  const registry = await aRegistry(app, await aHost(app))
  const gifts = [await aGift(app, registry, { quantity: 9 }), await aGift(app, registry, { quantity: 9 })]
  const names = await Promise.all(
    gifts.map(async ({ productId }) => {
      const row = app.db.selectFrom('product_text').select('name').where('product_id', '=', productId)
      return (await row.where('language', '=', 'en').executeTakeFirstOrThrow()).name
    }),
  )
  return { registry, gifts, names }
}

test('names the gift that the shop names, else all of them with its sentence; nothing is set aside', async () => {
  const { registry, gifts, names } = await aCart()
  const cart = { registry_id: registry.code, line_items: gifts.map(gift => lineOf(gift, { units: 4 })) }
  said = `You can only purchase a maximum of 2 of the ${names[1]} per order.`
  expect(await site.call(createCart, cart)).toMatchObject({
    status: 409,
    data: { code: 'cart_unbuyable', lines: [{ gift_id: gifts[1]!.id, reason: 'maximum', count: 2 }] },
  })
  said = 'Computer says no.'
  expect(await site.call(createCart, cart)).toMatchObject({
    status: 409,
    data: { said, lines: gifts.map(({ id }) => ({ gift_id: id, reason: 'unknown', count: null })) },
  })
  expect((await app.call(createCart, cart)).status).toBe(200)
  await expectInvariants(app.db, registry.id)
})

test('without scripts the page says it beside the line, and keeps cart and words', async () => {
  const { registry, gifts, names } = await aCart()
  const choices = await choose(registry.code, gifts[0]!)
  said = `You can only purchase a maximum of 2 of the ${names[0]} per order.`
  const message = 'Να ζήσετε!'
  const answer = await send(
    '/cart?lang=el',
    { intent: 'checkout', key: 'refused-by-the-shop', message },
    choices,
  )
  const html = await answer.text()
  expect(answer.headers.getSetCookie().filter(one => one.startsWith('choices='))).toEqual([])
  // Once in the notice, once beside the line.
  expect(html.match(/το κατάστημα πουλά έως 2 ανά παραγγελία/g)).toHaveLength(2)
  expect(html).toContain(message)
})

async function choose(code: string, gift: { id: number; productId: number }): Promise<string> {
  const form = { gift: String(gift.id), quantity: '4' }
  const answer = await send(`/registry/${code}/${gift.productId}`, form)
  const cookie = answer.headers.getSetCookie().find(one => one.startsWith('choices='))
  return cookie?.split(';')[0] ?? ''
}

const send = (path: string, fields: Record<string, string>, cookie = '') =>
  site.app.request(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  })
