import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCart } from '../../src/checkout/hand-off/contract.ts'
import { showGiftStatistics, showGifts, showUnavailableGifts } from '../../src/gift/gift/contract.ts'
import { changeGift, removeGift } from '../../src/gift/manage/contract.ts'
import { findRegistry } from '../../src/registry/registry/contract.ts'
import { raiseRegistryVersion } from '../../src/registry/registry/version-data.ts'
import { type AGift, aGift, aGiftCard, aHost, aRegistry, type Host, lineOf } from '../builders.ts'
import { giveGifts } from '../money.ts'
import { setShopPrice } from '../products.ts'
import { type TestApp, testApp } from '../test-app.ts'

/** What callers without a session get of a registry is kept for all of them (R812), and is never older than the registry. */
let app: TestApp
let host: Host
let coHost: Host
let registry: { id: number; code: string }
let gift: AGift
const requests: { queries: number; cache?: string; route: string }[] = []

beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: line => void requests.push(JSON.parse(line)) })
  app = await testApp({ listens: true, log })
  await app.job('webhook-registration')
  host = await aHost(app)
  coHost = await aHost(app)
  // Nothing is kept before changes are heard.
  for (const process of processes)
    await vi.waitFor(async () => expect(await isKept(process)).toBe(true), { timeout: 60_000 })
}, 160_000)
afterAll(() => app.close())

const processes = ['A', 'B'] as const
type Process = (typeof processes)[number]

async function aRegistryWithGift() {
  registry = await aRegistry(app, host, { co_host_id: coHost.id })
  gift = await aGift(app, registry, { cents: 4000, quantity: 2 })
}
beforeEach(aRegistryWithGift)

async function isKept(process: Process): Promise<boolean> {
  await aRegistryWithGift()
  // Also reads the event types, which stay in memory.
  for (const endpoint of [findRegistry, showGifts, showGifts]) await ask(endpoint, process)
  return requests.at(-1)?.cache === 'hit'
}

const endpoints = { findRegistry, showGifts, showUnavailableGifts, showGiftStatistics }
type Read = (typeof endpoints)[keyof typeof endpoints]

async function ask(endpoint: Read, process: Process, headers: Record<string, string> = {}, more = {}) {
  const address = endpoint === findRegistry ? { id: registry.code } : { registry_id: registry.code }
  const answer = await app.request(
    `/api${endpoint.path}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ ...address, ...more }),
    },
    { process },
  )
  return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text(), answer }
}

describe.each(Object.entries(endpoints))('%s', (_, endpoint) => {
  test('asks at most two queries, and none for the next caller', async () => {
    await aGiftCard(app, registry)
    const first = await ask(endpoint, 'A')
    expect(first.status).toBe(200)
    expect(requests.at(-1)).toMatchObject({ cache: 'miss' })
    expect(requests.at(-1)?.queries).toBeLessThanOrEqual(2)
    const next = await ask(endpoint, 'A', { cookie: '_ga=GA1; customerName=Somebody; cart=1' })
    expect(requests.at(-1)).toMatchObject({ cache: 'hit', queries: 0 })
    expect([next.text, next.etag]).toEqual([first.text, first.etag])
  })

  test('answers 304 to who has it, and each language for itself', async () => {
    const { etag, answer } = await ask(endpoint, 'A')
    expect(etag).toMatch(/^W\/"/)
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    const known = await ask(endpoint, 'A', { 'if-none-match': etag ?? '' })
    expect([known.status, known.text, known.etag]).toEqual([304, '', etag])
    const greek = await ask(endpoint, 'A', { 'if-none-match': etag ?? '', cookie: 'I18N_LANGUAGE=el' })
    expect(greek.status).toBe(200)
    expect(greek.etag).not.toBe(etag)
  })

  test('is made anew for whoever has a session, and nothing of it is kept', async () => {
    const plain = await ask(endpoint, 'A')
    const signedIn = ({ token }: Host): Record<string, string>[] => [
      { authorization: `Bearer ${token}` },
      { cookie: `__Host-customerToken=${token}` },
    ]
    for (const who of [host, coHost, await aHost(app)])
      for (const headers of signedIn(who)) {
        const own = await ask(endpoint, 'B', { ...headers, origin: app.config.SITE_URL })
        expect([own.status, own.etag, own.answer.headers.get('cache-control')]).toEqual([
          200,
          null,
          'no-store',
        ])
      }
    expect((await ask(endpoint, 'B')).text).toBe(plain.text)
  })
})

test('a language in the input is one of its own', async () => {
  const [english, greek] = [await ask(showGifts, 'A'), await ask(showGifts, 'A', {}, { lang: 'el' })]
  expect(greek.text).not.toBe(english.text)
  expect((await ask(showGifts, 'A', {}, { lang: 'el' })).text).toBe(greek.text)
  expect((await ask(showGifts, 'A')).text).toBe(english.text)
})

test.each([
  ['unknown', async () => ({ ...registry, code: 'AAAAAAAAAAAA' })],
  ['private', () => aRegistry(app, host, { privacy: 'private' })],
] as const)('what is %s is never kept', async (_, create) => {
  registry = await create()
  for (let time = 0; time < 2; time++) {
    expect((await ask(showGifts, 'A')).status).toBe(404)
    expect(JSON.parse((await ask(findRegistry, 'A')).text).data).toEqual([])
    expect(requests.at(-1)?.cache).toBe('miss')
  }
})

test('pages beyond the first are not kept', async () => {
  for (let time = 0; time < 2; time++) await ask(showGifts, 'A', {}, { page: 2 })
  expect(requests.at(-1)?.cache).toBeUndefined()
})

const asHost = (endpoint: Parameters<TestApp['call']>[0], input: object) =>
  app.call(endpoint, input, host.token)

/** Each changes what a caller reads of the registry in the list of the gifts, or in the registry itself. */
const changes: [string, Read, () => Promise<unknown>][] = [
  ['a host changes a gift', showGifts, () => asHost(changeGift, { gift_id: gift.id, quantity: 5 })],
  ['a host removes a gift', showGifts, () => asHost(removeGift, { gift_id: gift.id })],
  [
    'a guest goes to the checkout',
    showGifts,
    () =>
      app.call(createCart, {
        registry_id: registry.code,
        line_items: [lineOf(gift, { units: 1 })],
        giver_name: 'Άννα Δοκιμή',
      }),
  ],
  ['a gift is bought', showGifts, () => giveGifts(app, registry, [lineOf(gift, { units: 1 })])],
  ['a gift is bought', findRegistry, () => giveGifts(app, registry, [lineOf(gift, { units: 2 })])],
  ['a gift is bought', showGiftStatistics, () => giveGifts(app, registry, [lineOf(gift, { units: 1 })])],
  [
    'the shop changes a price',
    showGifts,
    async () => {
      await setShopPrice(app, gift.productId, 5500)
      await (await app.processA.createContext(new Request(app.config.SITE_URL))).refreshProducts([
        gift.productId,
      ])
    },
  ],
  [
    'a host hides it',
    findRegistry,
    async () => {
      await app.db.updateTable('registry').set({ privacy: 'private' }).where('id', '=', registry.id).execute()
      await raiseRegistryVersion(app.db, registry.id)
    },
  ],
  [
    'an event type gets another name',
    findRegistry,
    () =>
      app.db
        .updateTable('event_type_text')
        .set({ name: `Γάμος ${registry.code}` })
        .where('slug', '=', 'wedding')
        .execute(),
  ],
]

test.each(changes)('when %s, what was kept is another one in both processes', async (_, endpoint, change) => {
  const before = await ask(endpoint, 'A')
  await ask(endpoint, 'B')
  await change()
  for (const process of processes)
    await expect
      .poll(async () => (await ask(endpoint, process)).text, { timeout: 60_000 })
      .not.toBe(before.text)
  const [{ text: a }, { text: b }] = [await ask(endpoint, 'A'), await ask(endpoint, 'B')]
  expect(a).toBe(b)
})

test('minutes of a reservation and the closing day end it', async () => {
  await app.call(createCart, {
    registry_id: registry.code,
    line_items: [lineOf(gift, { units: 1 })],
    giver_name: 'Άννα Δοκιμή',
  })
  const minutes = async () => JSON.parse((await ask(showGifts, 'A')).text).data.data[0].held_minutes
  await expect.poll(minutes, { timeout: 60_000 }).toBeGreaterThan(1)
  const first = await minutes()
  app.later(1)
  expect(await minutes()).toBe(first - 1)
  app.later(first)
  expect(await minutes()).toBe(null)
  const closing = await aRegistry(app, host, { closing_day: app.clock.now.toISOString().slice(0, 10) })
  registry = closing
  const isOpen = async () => JSON.parse((await ask(findRegistry, 'A')).text).data[0].open
  expect(await isOpen()).toBe(1)
  app.later(24 * 60)
  expect(await isOpen()).toBe(0)
})
