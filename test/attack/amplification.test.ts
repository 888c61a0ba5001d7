import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../src/base/app-error.ts'
import { languages } from '../../src/base/language.ts'
import { maxReadsPerMinute } from '../../src/catalogue/products.ts'
import { retryAfterHeader } from '../../src/server/errors/app-errors.ts'
import { requestCosts } from '../../src/server/http/pipeline.ts'
import { pointsPerMinute } from '../../src/server/security/request-points.ts'
import { type Shop, ShopFailure } from '../../src/shop/port.ts'
import type { ShopPage } from '../../src/shop/port-catalogue.ts'
import { shopPagePaths } from '../../src/site/content.rules.ts'
import { openCatalogueApp, visibleProducts } from '../catalogue-app.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

/** A cheap request never makes much work here or at the shop; counted are calls and renderings, never time. */

const attempts = process.env.TEST_FULL ? 2000 : 450

describe('made-up addresses of articles', () => {
  let asked: string[] = []
  let isAway = false
  let running = 0
  let mostRunning = 0
  const articleCount = { value: 3 }

  /** A shop with some articles in each section; any other page is missing. */
  async function fetchPage(path: string): Promise<ShopPage | null> {
    asked.push(path)
    mostRunning = Math.max(mostRunning, ++running)
    await new Promise(resolve => setImmediate(resolve))
    running--
    if (isAway) throw new ShopFailure('unavailable', 'away')
    const text = { html: '<p>Text.</p>', picture: null, published: null }
    const isSection = ['/blog', '/events', '/inspiration'].includes(path)
    const children = Array.from({ length: isSection ? articleCount.value : 0 }, (_, id) => ({
      ...text,
      id,
      parentId: 1,
      title: `Article ${id}`,
      href: `${path}/article-${id}/`,
    }))
    const isKnown = isSection || shopPagePaths.some(page => page === path) || /\/article-\d+$/.test(path)
    return isKnown ? { ...text, path, title: path, children } : null
  }

  const app = opened(() => testApp({ shop: { fetchPage, watchCredentials() {} } as unknown as Shop }))
  afterEach(() => {
    isAway = false
  })

  const statusAt = async (path: string, from: string) =>
    (await app.get(`/shop/page?path=${encodeURIComponent(path)}`, { from })).status
  /** One visitor's address for each few requests, as a botnet has them. */
  const addressOf = (index: number) => `198.51.${index >> 8}.${index & 255}`

  test('are not asked of the shop, and push out no text that was read', async () => {
    const known = [...shopPagePaths, '/blog', '/blog/article-1']
    for (const path of known) expect(await statusAt(path, addressOf(0))).toBe(200)
    asked = []
    for (let index = 0; index < attempts; index++) {
      const path = ['/blog', '/events', '/inspiration'][index % 3]
      expect(await statusAt(`${path}/no-such-${index}`, addressOf(index))).toBe(404)
    }
    expect(new Set(asked)).toEqual(new Set(['/events', '/inspiration']))
    asked = []
    isAway = true
    app.clock.now = new Date(app.clock.now.getTime() + 3_600_000)
    for (const path of known) expect(await statusAt(path, addressOf(1))).toBe(200)
  })

  test.each([
    '/blog/article-1?x=1',
    '/blog//article-1',
    '/blog/./article-1',
    '/blog/article-1#a',
    `/blog${'/a'.repeat(60)}`,
  ])('%s is no page of its own', async path => {
    asked = []
    expect(await statusAt(path, addressOf(2))).toBe(404)
    expect(asked).not.toContain(path)
  })

  test('are asked few at a time when the shop has more articles than its list names', async () => {
    app.clock.now = new Date(app.clock.now.getTime() + 3_600_000)
    articleCount.value = 50
    for (const path of shopPagePaths) await statusAt(path, addressOf(3))
    await statusAt('/blog', addressOf(3))
    await expect.poll(() => running).toBe(0)
    expect(await statusAt('/blog/article-77', addressOf(3))).toBe(200)
    mostRunning = 0
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => statusAt(`/blog/unknown-${index}`, addressOf(index))),
    )
    expect(mostRunning).toBeLessThanOrEqual(2)
    expect(new Set(statuses)).toEqual(new Set([404, 503]))
    const busy = await app.app.request('/api/shop/page?path=/blog/article-77')
    expect(busy.status).toBe(200)
    for (let index = 0; index < 150; index++) await statusAt(`/blog/other-${index}`, addressOf(index))
    isAway = true
    app.clock.now = new Date(app.clock.now.getTime() + 3_600_000)
    for (const path of ['/faq', '/blog']) expect(await statusAt(path, addressOf(4))).toBe(200)
  })
})

describe('product details', () => {
  const catalogue = opened(() => openCatalogueApp())
  let calls = 0
  beforeAll(() => catalogue.sync())
  const fetchProduct: Shop['fetchProduct'] = (...asked) => {
    calls++
    return catalogue.shop.fetchProduct(...asked)
  }
  const app = opened(() => testApp({ shop: { ...catalogue.shop, fetchProduct }, db: catalogue.app.db }))
  beforeEach(() => {
    calls = 0
    app.clock.now = new Date(app.clock.now.getTime() + 3_600_000)
  })

  const statusOf = async (id: number, lang: string, index: number) =>
    (
      await app.get(`/bigcommerce/product?id=${id}&lang=${lang}`, {
        from: `203.0.${index >> 8}.${index & 255}`,
      })
    ).status

  test('of products that the catalogue lacks are not asked of the shop', async () => {
    for (let index = 0; index < 100; index++)
      expect(await statusOf(900_000_000 + index, 'en', index)).toBe(404)
    expect(calls).toBe(0)
  })

  test('of one product are asked once, however many want them at once and again', async () => {
    const id = visibleProducts[0]!.id
    const ask = () => Promise.all(Array.from({ length: 40 }, (_, index) => statusOf(id, 'en', index)))
    expect(new Set([...(await ask()), ...(await ask())])).toEqual(new Set([200]))
    expect(calls).toBe(1)
  })

  test('of the whole catalogue cost the shop a bounded number of calls a minute, and all are answered', async () => {
    const statuses: number[] = []
    for (const lang of languages)
      for (const [index, { id }] of visibleProducts.entries()) statuses.push(await statusOf(id, lang, index))
    expect(statuses.length).toBeGreaterThan(2 * maxReadsPerMinute)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(calls).toBeLessThanOrEqual(maxReadsPerMinute)
  })
})

test('searches during the first sync cost the shop a bounded number of calls a minute', async () => {
  let searches = 0
  const searchProducts = async () => {
    searches++
    return []
  }
  const shop = {
    searchProducts,
    fetchProducts: async () => ({ products: [], unread: [] }),
    watchCredentials() {},
  } as unknown as Shop
  const app = await testApp({ shop })
  for (let index = 0; index < 80; index++) {
    const { status } = await app.get(`/bigcommerce/products?search=word${index}`, {
      from: `203.0.113.${index}`,
    })
    expect(status).toBe(200)
  }
  expect(searches).toBe(30)
  await app.close()
})

describe('requests that cost much', () => {
  const app = opened(() => testApp({ shop: 'none' }))
  beforeEach(() => {
    app.clock.now = new Date(app.clock.now.getTime() + 60_000)
  })

  /** Sends so many requests; answers how many were let in. */
  async function countLetIn(path: string, count: number, fromOf: (index: number) => string) {
    let letIn = 0
    for (let index = 0; index < count; index++) {
      const { status, headers } = await app.get(path, { from: fromOf(index) })
      if (status !== 429) letIn++
      else expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    return letIn
  }

  test('are refused beyond the points of an address, with Retry-After, until the next minute', async () => {
    expect(await countLetIn('/me/data', 40, () => '198.51.100.7')).toBe(pointsPerMinute.address / 100)
    expect(await countLetIn('/me/data', 2, () => '198.51.100.8')).toBe(2)
    app.clock.now = new Date(app.clock.now.getTime() + 60_000)
    expect(await countLetIn('/me/data', 2, () => '198.51.100.7')).toBe(2)
  })

  test('are refused beyond the points of a provider’s customer, whatever networks they use', async () => {
    const letIn = await countLetIn('/me/data', 130, index => `2001:db8:9:${index.toString(16)}::1`)
    expect(letIn).toBe(pointsPerMinute.wideNetwork / 100)
  })

  test('leave room for a hall of guests behind one address', () => {
    const costOf = (path: string) => requestCosts.find(([pattern]) => pattern.test(path))?.[1] ?? 0
    const visit = [
      '/registry/KH7M3459ABEZ',
      `/images/${'0'.repeat(40)}.jpg`,
      '/registry/KH7M3459ABEZ/123',
      '/cart',
    ]
    const points = visit.reduce((sum, path) => sum + costOf(path), 0)
    expect(points * 300).toBeLessThanOrEqual(pointsPerMinute.address)
  })
})

test('every refusal that is worth a retry says when (R947)', () => {
  const header = (status: number, detail?: Record<string, unknown>) =>
    retryAfterHeader(new AppError('refused_often', status, detail ? { detail } : {}))['retry-after']
  expect(header(429, { retry_after: 7 })).toBe('7')
  expect([header(429), header(429, { retry_after: 'soon' }), header(503)]).toEqual(['60', '60', '5'])
  expect([header(500), header(409, { retry_after: 7 })]).toEqual([undefined, undefined])
})
