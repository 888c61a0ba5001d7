import { beforeAll, expect, test, vi } from 'vitest'
import { m } from '../../src/paraglide/messages.js'
import { signText } from '../../src/server/context/signing.ts'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../builders.ts'
import { opened } from '../opened.ts'
import { cookiesOf } from '../page-client.ts'
import { freshDatabase } from '../postgres.ts'
import { testApp } from '../test-app.ts'

/** What visitors can't make the pages do: render what is cached, or hold more than they may. */
const database = opened(() => freshDatabase())
const main = opened(() => testApp({ database }))
const site = opened(() =>
  testApp({
    pages: true,
    shop: main.processA.shop,
    db: main.db,
    databaseUrl: database.url,
    env: main.settings,
  }),
)
let registry: Awaited<ReturnType<typeof aRegistry>>
let gifts: AGift[]
beforeAll(async () => {
  registry = await aRegistry(main, await aHost(main))
  gifts = []
  for (let index = 0; index < 7; index++) gifts.push(await aGift(main, registry))
})

const view = async (path: string, cookie = '') =>
  (await site.app.request(`${site.config.SITE_URL}${path}`, { headers: { cookie } })).text()

test('a query that a registry’s page doesn’t know is answered from the cache', async () => {
  const path = `/registry/${registry.code}`
  // Every rendering has its own error reference: two equal pages come from the cache.
  const cached = await vi.waitFor(
    async () => {
      const page = await view(path)
      expect(await view(path)).toBe(page)
      return page
    },
    { timeout: 60_000 },
  )
  for (const query of [
    '?x=1',
    '?utm_source=letter&fbclid=3',
    '?show=all',
    '?show=nonsense',
    '?q=',
    '?more=1',
    '?x=',
  ])
    expect([query, (await view(path + query)) === cached]).toEqual([query, true])
  expect(await view(path, 'giver_device=anything; __Host-giver_device=anything')).toBe(cached)
  expect(cached).not.toContain('utm_source')
  const filtered = await view(`${path}?sort=price-up`)
  expect(filtered).not.toBe(cached)
  expect(await view(`${path}?sort=price-up`)).not.toBe(filtered)
})

test('a QR code is the same file however it is asked for', async () => {
  for (const kind of ['svg', 'png']) {
    const file = () => view(`/registry/${registry.code}/qr?kind=${kind}`)
    const [first, again] = [await file(), await view(`/registry/${registry.code}/qr?kind=${kind}&x=2`)]
    expect(first.length).toBeGreaterThan(500)
    expect(again).toBe(first)
  }
})

test('the cart names the browser, and says when nothing is set aside, before the guest leaves (R413)', async () => {
  const device = cookiesOf(await site.app.request(`${site.config.SITE_URL}/cart`))
  expect(device).toContain('giver_device=')
  const again = await site.app.request(`${site.config.SITE_URL}/cart`, { headers: { cookie: device } })
  expect(cookiesOf(again)).not.toContain('giver_device=')
  /** As a browser without scripts does it: the cart is a signed cookie of choices. */
  const checkOut = (gift: AGift, language = 'en') => {
    const choices = JSON.stringify({ registry: registry.code, gifts: [{ gift: gift.id, units: 1 }] })
    const until = new Date(site.clock.now.getTime() + 3_600_000)
    const cart = `__Host-choices=${signText('cookie choices', choices, site.config, until)}`
    return site.app.request(`${site.config.SITE_URL}/cart?lang=${language}`, {
      method: 'POST',
      headers: { origin: site.config.SITE_URL, cookie: `${device}; ${cart}` },
      body: new URLSearchParams({ intent: 'checkout', key: crypto.randomUUID(), visibility: 'anonymous' }),
    })
  }
  for (const gift of gifts.slice(0, 5)) expect((await checkOut(gift)).status).toBe(302)
  for (const locale of ['en', 'el'] as const) {
    const answer = await checkOut(gifts[5]!, locale)
    const html = await answer.text()
    expect([answer.status, html.includes(m.checkout_unreserved_title({}, { locale }))]).toEqual([200, true])
    expect(html).toMatch(/href="[^"]*\/shop\/cart\.php[^"]*"/)
  }
  const other = await main.call<{ reserved: number }>(
    { method: 'POST', path: '/cart/create' },
    { registry_id: registry.code, line_items: [lineOf(gifts[5]!, { units: 1 })] },
  )
  expect(other.data.reserved).toBe(1)
})
