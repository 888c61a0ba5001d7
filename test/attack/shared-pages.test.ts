import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pageChangingCookies } from '../../src/shareable-requests.ts'
import { readSources } from '../arch/sources.ts'
import { aGift, aHost, aRegistry, type Host } from '../builders.ts'
import { type TestApp, testApp } from '../test-app.ts'

/** Everybody but a registry's own hosts gets the same bytes (R813): words that only one person may see are planted. */
let app: TestApp
const words = { guest: 'Πολυξενίδου', host: 'Ευανθιάδου', coHost: 'Καλλιστράτη' }
const people = {} as Record<keyof typeof words, Host>

beforeAll(async () => {
  app = await testApp({ pages: true, listens: true })
  for (const who of ['guest', 'host', 'coHost'] as const) people[who] = await aHost(app, words[who])
}, 120_000)
afterAll(() => app.close())

const foreign = '_ga=GA1.2.3; __cf_bm=abc; cookie_consent=1'
const signedIn = (who: keyof typeof words) =>
  `__Host-customerToken=${people[who].token}; customerName=${encodeURIComponent(words[who])}`
const visitors: Record<string, () => string> = {
  nobody: () => '',
  'of another site': () => foreign,
  'signed in': () => `${foreign}; ${signedIn('guest')}`,
  host: () => signedIn('host'),
  'co-host': () => signedIn('coHost'),
  'host without the name': () => `__Host-customerToken=${people.host.token}`,
  'with an ended session': () =>
    `__Host-customerToken=ended; customerName=${encodeURIComponent(words.guest)}`,
  'with a forged name': () => `customerName=${encodeURIComponent(words.coHost)}`,
  'with a forged notice': () => `notice=${encodeURIComponent(words.guest)}`,
  'with a device': () => '__Host-giver_device=x; __Host-device=y',
}

const read = async (path: string, cookie: string, process?: 'A' | 'B') => {
  const answer = await app.request(path, { headers: { cookie } }, { ...(process && { process }) })
  return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag'), answer }
}

async function aRegistryPath(): Promise<string> {
  const registry = await aRegistry(app, people.host, { co_host_id: people.coHost.id })
  await aGift(app, registry, { cents: 4000 })
  return `/registry/${registry.code}`
}

const sitePages = ['/', '/wedding', '/find-registry', '/search', '/categories', '/faq', '/blog']

describe('a page of all', () => {
  let path: string
  beforeEach(async () => {
    path = await aRegistryPath()
  })

  test('has nothing of anybody, whoever asked before and whatever they brought', async () => {
    const step = fc.record({
      who: fc.constantFrom(...Object.keys(visitors)),
      page: fc.constantFrom('registry', ...sitePages),
      data: fc.boolean(),
      process: fc.constantFrom('A' as const, 'B' as const),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async steps => {
        path = await aRegistryPath()
        const pathOf = ({ page, data }: { page: string; data: boolean }) => {
          const address = page === 'registry' ? path : page
          if (!data) return address
          return address === '/' ? '/_.data' : `${address}.data`
        }
        await Promise.all(steps.map(one => read(pathOf(one), visitors[one.who]?.() ?? '', one.process)))
        for (const one of steps)
          for (const process of ['A', 'B'] as const) {
            const { status, text } = await read(pathOf(one), foreign, process)
            expect(status).toBe(200)
            for (const word of Object.values(words)) expect(text).not.toContain(word)
          }
      }),
      { numRuns: process.env.TEST_FULL ? 200 : 12 },
    )
  }, 600_000)

  test.each(['registry', ...sitePages])('%s is the same bytes for guests of every kind', async page => {
    const address = page === 'registry' ? path : page
    const { etag, text } = await read(address, '', 'A')
    expect(etag).toMatch(/^W\/"/)
    for (const who of ['nobody', 'of another site', 'signed in', 'with a device']) {
      const seen = await read(address, visitors[who]?.() ?? '', 'A')
      expect([who, seen.etag, seen.text === text]).toEqual([who, etag, true])
      expect(seen.answer.headers.getSetCookie()).toEqual([])
    }
    const again = await app.request(address, { headers: { 'if-none-match': etag ?? '' } }, { process: 'A' })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  })

  test.each(['host', 'co-host', 'host without the name'])(
    'of a registry is rendered for its %s',
    async who => {
      await read(path, '', 'A')
      const own = await read(path, visitors[who]?.() ?? '', 'A')
      expect([own.status, own.etag]).toEqual([200, null])
      expect(own.text).toContain(who === 'co-host' ? words.coHost : words.host)
    },
  )

  test('of a registry is another one as soon as its host has changed it, in both processes', async () => {
    const before = await read(path, '', 'B')
    await read(path, '', 'A')
    const registry = await app.db
      .updateTable('registry')
      .set({ message: 'Χαρά μας' })
      .where('code', '=', path.slice('/registry/'.length))
      .returning('id')
      .executeTakeFirstOrThrow()
    const { raiseRegistryVersion } = await import('../../src/registry/registry/version-data.ts')
    await raiseRegistryVersion(app.db, registry.id)
    for (const process of ['A', 'B'] as const)
      await expect
        .poll(async () => (await read(path, '', process)).text, { timeout: 20_000 })
        .toContain('Χαρά μας')
    expect((await read(path, '', 'B')).etag).not.toBe(before.etag)
  })

  test('of the site follows the catalogue in both processes', async () => {
    await app.job('catalogue-sync')
    // What the shop does not call so: the next reading puts it right.
    await app.db.updateTable('category').set({ name: 'Picnic' }).where('parent_id', '=', 0).execute()
    for (const process of ['A', 'B'] as const)
      await expect
        .poll(async () => (await read('/categories?lang=el', '', process)).text.includes('Picnic'), {
          timeout: 20_000,
        })
        .toBe(true)
    await app.db
      .updateTable('catalogue_sync')
      .set({ finished_at: new Date(0) })
      .execute()
    await app.job('catalogue-sync')
    for (const process of ['A', 'B'] as const)
      await expect
        .poll(async () => (await read('/categories?lang=el', '', process)).text.includes('Picnic'), {
          timeout: 20_000,
        })
        .toBe(false)
  })

  test('loses the name of whose session has ended', async () => {
    const { text, answer } = await read('/', visitors['with an ended session']?.() ?? '', 'A')
    expect(text).not.toContain(words.guest)
    const [token, ...rest] = answer.headers.getSetCookie().map(cookie => cookie.split(';'))
    expect(token?.[0]).toBe('__Host-customerToken=')
    expect(rest.map(([pair]) => pair)).toContain('customerName=')
  })
})

test('each signed cookie either changes pages, or is read only by pages of one visitor', () => {
  const made = [...readSources(['src'])].flatMap(([, text]) =>
    [...text.matchAll(/createSignedCookie\('(\w+)'/g)].map(([, name]) => name ?? ''),
  )
  const onOwnPages = ['handoff', 'my_gift']
  expect(made.toSorted()).toEqual([...pageChangingCookies, ...onOwnPages].toSorted())
})
