import { pino } from 'pino'
import { expect, test } from 'vitest'
import { aGift, aHost, aRegistry } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { openPagesOf, testApp } from '../../test/test-app.ts'

const app = opened(() => testApp())
const lines: { reference?: string; path?: string }[] = []
const log = pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line)) })
const site = opened(() => openPagesOf(app, { log }))

const send = (path: string, fields: Record<string, string>, cookie = '') =>
  site.app.request(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  })

/** The cookie of a browser with a gift in the cart. */
async function choose() {
  const registry = await aRegistry(app, await aHost(app))
  const gift = await aGift(app, registry)
  const chosen = await send(`/registry/${registry.code}/${gift.productId}`, {
    gift: String(gift.id),
    quantity: '1',
  })
  return chosen.headers
    .getSetCookie()
    .find(one => one.startsWith('choices='))
    ?.split(';')[0]
}

test('what is corrected after the shop was away goes through at the next press (R411)', async () => {
  const choices = await choose()
  const press = (key: string, message: string) => send('/cart', { key, message }, choices)
  const pressAway = async (key: string, message: string) => {
    app.shop.faults.routes = [{ path: '/stores/:hash/v3/carts', answer: '500', times: 50 }]
    const html = await (await press(key, message)).text()
    app.shop.faults.routes = []
    app.later(1)
    return /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ''
  }
  const findHandoffs = () => app.db.selectFrom('handoff').select(['state', 'message']).orderBy('id').execute()
  const first = await pressAway(crypto.randomUUID(), 'Good luk')
  const same = await pressAway(first, 'Good luk')
  expect(await findHandoffs()).toEqual([{ state: 'failed', message: 'Good luk' }])
  const answers = [await press(same, 'Good luck'), await press(same, 'Good luck')]
  expect(answers.map(({ status }) => status)).toEqual([302, 302])
  expect(await findHandoffs()).toEqual([
    { state: 'failed', message: 'Good luk' },
    { state: 'open', message: 'Good luck' },
  ])
})

test('a checkout that fails at the shop shows the number of its log line (R937)', async () => {
  const choices = await choose()
  app.shop.faults.routes = ['/graphql', '/stores'].map(path => ({ path, answer: '500', times: 1000 }))
  const failed = await send('/cart', { key: 'fails-at-the-shop' }, choices)
  const html = await failed.text()
  const shown = /role="alert"[\s\S]*?mention the number ([0-9A-F]{8})/.exec(html)?.[1]
  expect(lines).toContainEqual(expect.objectContaining({ reference: shown, path: '/cart' }))
})
