import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../src/base/endpoint.ts'
import { showGiftStatistics, showGifts, showUnavailableGifts } from '../../src/gift/gift.contract.ts'
import { createLinkToken } from '../../src/invitation/link-token.ts'
import { findRegistry } from '../../src/registry/registry.contract.ts'
import { updateRegistry } from '../../src/registry/settings.contract.ts'
import { signText } from '../../src/server/context/signing.ts'
import { aGift, aHost, aRegistry, type Host } from '../builders.ts'
import { opened } from '../opened.ts'
import { consoleOn, staffCookieOf } from '../staff-client.ts'
import { testApp } from '../test-app.ts'

/** Everybody but a registry's own hosts gets the same bytes (R813): words that only one person may see are planted. */
const app = opened(() => testApp({ pages: true, listens: true, env: consoleOn }))
const names = { guest: 'Πολυξενίδου', host: 'Ευανθιάδου', coHost: 'Καλλιστράτη' }
let staffCookie = ''
const people = {} as Record<keyof typeof names, Host>
/** What else one person alone sees: of a signed cookie, or of a link. */
const words = {
  ...names,
  notice: 'Δημοσθένειο',
  form: 'Χαριλάειο',
  cart: 'Ερμιονείδου',
  invited: 'Θεοδωρίδη',
  replied: 'Λυκούργειο',
  seen: 'through-the-console',
}

beforeAll(async () => {
  for (const who of ['guest', 'host', 'coHost'] as const) people[who] = await aHost(app, names[who])
  staffCookie = await staffCookieOf(app)
})

const foreign = '_ga=GA1.2.3; __cf_bm=abc; cookie_consent=1'
/** A cookie as the product signs it. */
const signed = (name: string, content: unknown) => {
  const ends = new Date(app.clock.now.getTime() + 600_000)
  return `__Host-${name}=${signText(`cookie ${name}`, JSON.stringify(content), app.config, ends)}`
}
const signedIn = (who: keyof typeof names) =>
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
  'with a notice': () => signed('notice', { tone: 'done', title: words.notice }),
  'with a saved form': () => signed('typed', { path: '/', fields: [['note', words.form]] }),
  'with a cart': () =>
    signed('choices', {
      registry: current.code,
      gifts: [
        {
          gift: current.gift,
          units: 1,
          said: [{ units: 1, answers: [{ option_id: 1, value: words.cart }] }],
        },
      ],
    }),
  staff: () => `${staffCookie}; customerName=${words.seen}`,
  'with a device': () => '__Host-giver_device=x; __Host-device=y',
}

const read = async (path: string, cookie: string, process?: 'A' | 'B') => {
  const answer = await app.request(path, { headers: { cookie } }, { ...(process && { process }) })
  return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag'), answer }
}

/** The registry that is asked for, with a guest of it who has replied. */
const current = { code: '', gift: 0, replyPath: '' }

async function aRegistryPath(): Promise<string> {
  const registry = await aRegistry(app, people.host, { co_host_id: people.coHost.id })
  const gift = await aGift(app, registry, { cents: 4000 })
  const guest = await app.db
    .insertInto('guest')
    .values({
      registry_id: registry.id,
      name: words.invited,
      language: 'el',
      people: 1,
      reply: 'coming',
      reply_message: words.replied,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = createLinkToken('reply', guest.id, app.config, app.clock.now)
  Object.assign(current, { code: registry.code, gift: gift.id, replyPath: `/reply/${token}` })
  return `/registry/${registry.code}`
}

const calls = [findRegistry, showGifts, showUnavailableGifts, showGiftStatistics]

/** A call of the API about the registry, as a script of the page sends it. */
async function call({ path }: Endpoint, cookie: string, process: 'A' | 'B') {
  const headers = { cookie, origin: app.config.SITE_URL, 'content-type': 'application/json' }
  const body = JSON.stringify({ id: current.code, registry_id: current.code })
  const answer = await app.request(`/api${path}`, { method: 'POST', headers, body }, { process })
  return { status: answer.status, text: await answer.text() }
}

/** Pages of one visitor: of a guest's link, and a registry as staff see it for somebody else (R985). */
const ownPages = ['reply', 'seen by a guest', 'seen by the host']
const ownAddress = (page: string): string | undefined =>
  ({
    reply: current.replyPath,
    'seen by a guest': `/staff/seen/guest/${current.code}`,
    'seen by the host': `/staff/seen/host/${current.code}/gifts`,
  })[page]

const sitePages = ['/', '/wedding', '/find-registry', '/search', '/categories', '/faq', '/blog']

describe('a page of all', () => {
  let path: string
  beforeEach(async () => {
    path = await aRegistryPath()
  })

  test('has nothing of anybody, whoever asked before and whatever they brought', async () => {
    const step = fc.record({
      who: fc.constantFrom(...Object.keys(visitors)),
      page: fc.constantFrom('registry', ...sitePages, ...ownPages, ...calls),
      data: fc.boolean(),
      process: fc.constantFrom('A' as const, 'B' as const),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async steps => {
        path = await aRegistryPath()
        const pathOf = (page: string, data: boolean) => {
          const address = ownAddress(page) ?? (page === 'registry' ? path : page)
          if (!data) return address
          return address === '/' ? '/_.data' : `${address}.data`
        }
        const take = (page: string | Endpoint, data: boolean, cookie: string, process: 'A' | 'B') =>
          typeof page === 'string' ? read(pathOf(page, data), cookie, process) : call(page, cookie, process)
        const visit = ({ page, data, who, process }: (typeof steps)[number]) =>
          take(page, data, visitors[who]?.() ?? '', process)
        await Promise.all(steps.map(visit))
        const shared = steps.filter(({ page }) => typeof page !== 'string' || ownAddress(page) === undefined)
        const last = { page: 'registry', data: false }
        for (const { page, data } of [...shared, last, ...calls.map(page => ({ ...last, page }))])
          for (const process of ['A', 'B'] as const) {
            const { status, text } = await take(page, data, foreign, process)
            expect(status).toBe(200)
            for (const word of Object.values(words)) expect(text).not.toContain(word)
          }
      }),
      { numRuns: process.env.TEST_FULL ? 200 : 12 },
    )
  })

  test('differs from what each of them sees themselves', async () => {
    const own = async (who: string, address = path) =>
      (await read(address, visitors[who]?.() ?? '', 'A')).text
    expect(await own('signed in', '/settings')).toContain(words.guest)
    expect(await own('host')).toContain(words.host)
    expect(await own('co-host')).toContain(words.coHost)
    expect(await own('with a notice')).toContain(words.notice)
    expect(await own('nobody', current.replyPath)).toContain(words.invited)
    expect(await own('nobody', current.replyPath)).toContain(words.replied)
    expect(await own('staff', ownAddress('seen by the host'))).toContain(words.host)
    const [plain, withCart] = [await own('nobody'), await own('with a cart')]
    expect(withCart).not.toBe(plain)
  })

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
    const { raiseRegistryVersion } = await import('../../src/registry/registry.sql.ts')
    await raiseRegistryVersion(app.db, registry.id)
    for (const process of ['A', 'B'] as const)
      await expect
        .poll(async () => (await read(path, '', process)).text, { timeout: 60_000 })
        .toContain('Χαρά μας')
    expect((await read(path, '', 'B')).etag).not.toBe(before.etag)
  })

  test('made private by one process, it is private at the other, however it is asked for', async () => {
    const ways = ['', '.data', '/share', '/calendar', '/qr?kind=svg', `?lang=el`, `/${current.gift}`]
    const open = await read(path, '', 'B')
    expect(open.text).toContain('Γιώργος')
    for (const way of ways) await read(path + way, '', 'B')
    for (const one of calls) await call(one, '', 'B')
    await app.call(
      updateRegistry,
      { id: current.code, registry_status: 'private' },
      { as: people.host.token, process: 'A' },
    )
    await expect.poll(async () => (await read(path, '', 'B')).status, { timeout: 60_000 }).toBe(302)
    for (const way of ways) {
      const { status, text } = await read(path + way, '', 'B')
      expect([way, status === 200 && text.includes('Γιώργος')]).toEqual([way, false])
    }
    const known = await app.request(path, { headers: { 'if-none-match': open.etag ?? '' } }, { process: 'B' })
    expect(known.status).toBe(302)
    for (const one of calls) {
      const { status, text } = await call(one, '', 'B')
      expect([one.path, status === 200 && text.includes('Γιώργος')]).toEqual([one.path, false])
    }
  })

  test('of the site follows the catalogue in both processes', async () => {
    await app.job('catalogue-sync')
    // What the shop does not call so: the next reading puts it right.
    await app.db.updateTable('category').set({ name: 'Picnic' }).where('parent_id', '=', 0).execute()
    for (const process of ['A', 'B'] as const)
      await expect
        .poll(async () => (await read('/categories?lang=el', '', process)).text.includes('Picnic'), {
          timeout: 60_000,
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
          timeout: 60_000,
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
