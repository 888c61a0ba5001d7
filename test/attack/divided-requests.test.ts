import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { discoveryPath, maxDiscoveredPaths } from '../../src/base/paths.ts'
import { bouncePath } from '../../src/server/email/bounces.ts'
import { webhookPath } from '../../src/shop/port.ts'
import { inputFor, publicCalls, setField } from '../access/call-inputs.ts'
import { aPrivateRegistry, type PrivateRegistry } from '../access/private-registry.ts'
import { listFields } from '../access/text-fields.ts'
import { dividedAddresses, dividedHeaders, hostileRequests } from '../hostile-input.ts'
import { opened } from '../opened.ts'
import { watchPlans } from '../plans.ts'
import { consoleOn, staffCookieOf } from '../staff-client.ts'
import { testApp } from '../test-app.ts'
import { countWork, growthBeyond } from '../work-count.ts'

/**
 * Every part of a request, as long and as divided as it may be, against every kind of route: twice as much of it is at
 * most 2.5 times the work. Counted are calls of functions, statements and rows; the time is measured in bench/.
 */
const plans = watchPlans()
let owned: PrivateRegistry
let staffCookie: string
let work: Awaited<ReturnType<typeof countWork>>
const mailToken = 'a token of the mail server, long enough'
const app = opened(() =>
  testApp({
    pages: true,
    env: { ...consoleOn, MAIL_BOUNCE_TOKEN: mailToken },
    watchPool: plans.watch,
  }),
)

beforeAll(async () => {
  owned = await aPrivateRegistry(app)
  staffCookie = await staffCookieOf(app, 'owner')
  work = await countWork(plans)
})
afterAll(() => work.stop())

/** An address and what follows it. */
const join = (path: string, more: string) => (path === '/' && more.startsWith('/') ? more : path + more)

/** Sends a request of that size and reads its answer. */
type Send = (size: number) => Promise<unknown>

/**
 * What grows too fast when that is sent in one size and in twice the size; the first time loads what is loaded once. What
 * grows with the size does so each time: other work of the process, which falls into one of them, does not.
 */
async function growthOf(send: Send, size: number): Promise<string[]> {
  await send(size)
  const grown = await growthOnce(send, size)
  return grown.length > 0 ? growthOnce(send, size) : []
}

async function growthOnce(send: Send, size: number): Promise<string[]> {
  await work.take()
  await send(size)
  const once = await work.take()
  await send(2 * size)
  return growthBeyond(once, await work.take())
}

let visitors = 0
/** Of one process, whose caches the first request fills; from an address of its own each, so that limits hide nothing. */
const sender = () => ({ process: 'A', from: `10.5.${visitors >> 8}.${visitors++ & 255}` }) as const

/** Sends a request and reads the answer; the shop's own pages lie below `/shop`. */
async function ask(path: string, init: RequestInit = {}) {
  const answer = path.startsWith('/shop')
    ? await app.shop.app.request(path.slice('/shop'.length) || '/', init)
    : await app.request(path, init, sender())
  return { status: answer.status, text: await answer.text() }
}

const asHost = () => ({ authorization: `Bearer ${owned.owner.token}` })
const asStaff = () => ({ cookie: staffCookie })
const asMailServer = () => ({ authorization: `Bearer ${mailToken}` })
const asAnybody = () => ({})

/** An address of each kind of route, and who asks. */
const asked: [kind: string, path: () => string, who: () => Record<string, string>][] = [
  ['the home page', () => '/', asAnybody],
  ['a registry', () => `/registry/${owned.registry.code}`, asHost],
  ['data of a host', () => `/registry/${owned.registry.code}/gifts.data`, asHost],
  ['a search', () => '/find-registry', asAnybody],
  ['a text of the shop', () => '/blog', asAnybody],
  ['no page', () => '/nothing', asAnybody],
  ['a call', () => '/api/me', asHost],
  ['a call that anybody makes', () => '/api/places', asAnybody],
  ['discovery', () => discoveryPath, asAnybody],
  ['a built file', () => '/assets/root.js', asAnybody],
  ['a picture', () => '/share/x/el.jpg', asAnybody],
  ['the map of the site', () => '/sitemap.xml', asAnybody],
  ['the console', () => '/staff/search', asStaff],
  ['the door of the console', () => '/staff/login', asAnybody],
  ['a search in the shop', () => '/shop/search.php', asAnybody],
  ['the cart of the shop', () => '/shop/cart.php', asAnybody],
]

/** The longest address and the largest headers are 16 KB (R927). */
const headerSize = 7_000

/** In the quick run each kind of route gets every eighth form, each another one; with TEST_FULL all. */
function formsFor<Form>(kind: number, forms: Record<string, Form>): [string, Form][] {
  return Object.entries(forms).filter((_, turn) => process.env.TEST_FULL || (turn + kind) % 8 === 0)
}

describe.each(asked.map((row, kind) => [...row, kind] as const))('an address of %s', (_, path, who, kind) => {
  test.each(formsFor(kind, dividedAddresses))('of %s', async (__, make) => {
    const send: Send = size => ask(join(path(), make(size)), { headers: who() })
    expect(await growthOf(send, headerSize)).toEqual([])
  })

  // The longest paths of all are tried everywhere.
  test('of segments, longer than any', async () => {
    const send: Send = size => ask(join(path(), '/a'.repeat(size)), { headers: who() })
    expect(await growthOf(send, headerSize / 2)).toEqual([])
  })

  test.each(formsFor(kind, dividedHeaders))('with %s', async (__, make) => {
    const send: Send = size => ask(path(), { headers: { ...who(), ...make(size) } })
    expect(await growthOf(send, headerSize)).toEqual([])
  })
})

describe('the largest that is not refused', () => {
  test.each([
    ['a page', (segments: string) => `/blog${segments}`],
    ['data', (segments: string) => `/registry/x${segments}.data`],
    ['a call', (segments: string) => `/api/registry${segments}`],
    ['a file', (segments: string) => `/assets${segments}`],
    ['the shop', (segments: string) => `/shop${segments}`],
  ])('path of %s', async (_, path) => {
    expect(await growthOf(size => ask(path('/a'.repeat(size))), 7)).toEqual([])
  })

  test('number of paths that a browser asks about, and their length', async () => {
    const version = /"version":\s*"([^"]+)"/.exec((await ask('/faq')).text)?.[1]
    const discover = (count: number, segments: number) => {
      const paths = Array.from({ length: count }, (_, at) => `/p${at}${'/a'.repeat(segments - 1)}`)
      return ask(`${discoveryPath}?version=${version}&paths=${paths.join(',')}`)
    }
    expect((await discover(maxDiscoveredPaths, 16)).status).toBe(200)
    expect(await growthOf(size => discover(size, 16), maxDiscoveredPaths / 2)).toEqual([])
    expect(await growthOf(size => discover(maxDiscoveredPaths, size), 8)).toEqual([])
    expect((await discover(maxDiscoveredPaths + 1, 1)).status).toBe(400)
    expect((await discover(1, 17)).status).toBe(400)
  })
})

const sent: [kind: string, path: string, who: () => Record<string, string>][] = [
  ['a page', '/login', asAnybody],
  ['data', '/login.data', asAnybody],
  ['a call', '/api/registry/find', asAnybody],
  ['a call of a host', '/api/me/registry/add/products', asHost],
  ['the webhook', webhookPath, asAnybody],
  ['mail that came back', bouncePath, asMailServer],
  ['the door of the console', '/staff/login', asAnybody],
  ['the shop', '/shop/cart.php', asAnybody],
  ['the API of the shop', '/shop/graphql', asAnybody],
]

describe.each(sent.map((row, kind) => [...row, kind] as const))('a body for %s', (_, path, who, kind) => {
  test.each(formsFor(kind, hostileRequests))('%s', async (__, make) => {
    const send: Send = size => {
      const { headers, ...init } = make(size)
      return ask(path, { ...init, headers: { ...headers, ...who(), origin: 'https://doron.test' } })
    }
    expect(await growthOf(send, 40_000)).toEqual([])
  })
})

describe('a call with a list twice as long', () => {
  const lists = publicCalls.flatMap(call =>
    listFields(call.endpoint.input).map(path => [call.endpoint.path, path.join('.'), call, path] as const),
  )
  test('there are some', () => expect(lists.length).toBeGreaterThan(5))

  test.each(lists)('%s %s', async (_, __, call, path) => {
    const input = inputFor(call, owned)
    const [one = {}] = (path.reduce<unknown>((at, step) => (at as never)?.[step], input) as unknown[]) ?? []
    const send: Send = length =>
      app.call(call.endpoint, setField(input, path, Array(length).fill(one)), {
        as: owned.owner.token,
        ...sender(),
      })
    for (const length of [50, 1000]) expect(await growthOf(send, length)).toEqual([])
  })
})

test('work that grows with the square is noticed', async () => {
  const square: Send = async size => {
    for (let one = 0; one < size; one++) Array.from({ length: size }, (_, other) => other)
  }
  expect(await growthOf(square, 50)).toEqual([expect.stringMatching(/^calls/)])
})
