import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aGift, aHost, aRegistry } from '../../test/builders.ts'
import { type SingleTestApp, type TestApp, testApp } from '../../test/test-app.ts'

let app: TestApp
let site: SingleTestApp
const lines: { reference?: string; path?: string }[] = []
const log = pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line)) })
beforeAll(async () => {
  app = await testApp()
  const { shop } = app.processA
  site = await testApp({ pages: true, shop, db: app.db, now: () => app.clock.now, log })
})
afterAll(async () => {
  await site.close()
  await app.close()
})

const send = (path: string, fields: Record<string, string>, cookie = '') =>
  site.app.request(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  })

test('a checkout that fails at the shop shows the number of its log line (R937)', async () => {
  const registry = await aRegistry(app, await aHost(app))
  const gift = await aGift(app, registry)
  const chosen = await send(`/registry/${registry.code}/${gift.productId}`, {
    gift: String(gift.id),
    quantity: '1',
  })
  const choices = chosen.headers.getSetCookie().find(one => one.startsWith('choices='))
  app.shop.faults.routes = ['/graphql', '/stores'].map(path => ({ path, answer: '500', times: 1000 }))
  const failed = await send('/cart', { key: 'fails-at-the-shop' }, choices?.split(';')[0])
  const html = await failed.text()
  const shown = /role="alert"[\s\S]*?mention the number ([0-9A-F]{8})/.exec(html)?.[1]
  expect(lines).toContainEqual(expect.objectContaining({ reference: shown, path: '/cart' }))
})
