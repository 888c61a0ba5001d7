import { Hono } from 'hono'
import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aHost, aRegistry } from '../../../test/builders.ts'
import { opened } from '../../../test/opened.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { noShop } from '../../../test/test-process.ts'
import { type SpanStart, setTracer } from '../../base/traces.ts'
import { createRouteNames, logRequests } from './access-log.ts'
import { scopeFields } from './traces.ts'

interface Line {
  msg: string
  level: number
  request?: string
  reference?: string
  [field: string]: unknown
}

const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
let code: string
const lines: Line[] = []
const log = pino({ mixin: scopeFields }, { write: (line: string) => lines.push(JSON.parse(line)) })
const app = opened(() => testApp({ pages: true, listens: true, log }))
beforeAll(async () => {
  const host = await aHost(app)
  const registry = await aRegistry(app, host)
  code = registry.code
})
beforeEach(() => void lines.splice(0))

const requestLines = () => lines.filter(({ msg }) => msg === 'request')

/** Whether pages are cached yet: the listener has to receive its own probe first. */
async function isKept(): Promise<boolean> {
  await app.processA.app.request(`/registry/${code}?lang=en`)
  return requestLines().at(-1)?.cache === 'hit'
}

test('a line of each request has its route, status, time, page cache and queries, and nothing of the visitor', async () => {
  await expect.poll(isKept, { timeout: 60_000 }).toBe(true)
  lines.splice(0)
  for (const path of [
    `/registry/${code}?lang=el`,
    `/registry/${code}?lang=el`,
    `/registry/${code}?lang=el&q=secret`,
    `/registry/${code}/gifts`,
    `/api/places?country=GR`,
    `/reply/a-long-secret-token-of-a-letter`,
    `/no/such/page/${code}`,
    '/assets/none.js',
  ])
    await app.processA.app.request(path)
  expect(requestLines().map(({ route, status, cache }) => [route, status, cache])).toEqual([
    ['/registry/:', 200, 'miss'],
    ['/registry/:', 200, 'hit'],
    ['/registry/:', 200, undefined],
    ['/registry/:/gifts', 302, undefined],
    ['/api/places', 200, undefined],
    ['/reply/:', expect.any(Number), undefined],
    ['other', 404, undefined],
    ['/assets/*', 404, undefined],
  ])
  for (const line of requestLines()) {
    expect(line).toMatchObject({ level: 30, method: 'GET', request: expect.stringMatching(/^[\dA-F]{8}$/) })
    expect(line.ms).toBeGreaterThanOrEqual(0)
  }
  expect(requestLines()[0]?.queries).toBeGreaterThan(1)
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`secret|${code}|192\\.0\\.2`))
})

test('the number that a visitor is shown is that of all lines of the request', async () => {
  const away = await testApp({ shop: noShop(), pages: true, log, db: failingDatabase(app.db) })
  const page = await (await away.app.request(`/registry/${code}?lang=en`)).text()
  await away.close()
  const [failure] = lines.filter(({ msg }) => msg === 'failed')
  expect(failure?.reference).toMatch(/^[\dA-F]{8}$/)
  expect(page).toContain(failure?.reference)
  expect(requestLines().map(({ request }) => request)).toEqual([failure?.reference])
})

/** A database whose first table can't be read. */
function failingDatabase(db: TestApp['db']): TestApp['db'] {
  return new Proxy(db, {
    get: (target, name) =>
      name === 'selectFrom'
        ? () => {
            throw new Error('broken')
          }
        : Reflect.get(target, name),
  })
}

test('health checks leave no line', async () => {
  await app.processA.app.request('/healthz')
  await app.processA.app.request('/readyz')
  expect(requestLines()).toEqual([])
})

test('routes are named by their patterns, whatever the path holds', () => {
  const nameOf = createRouteNames([
    '/',
    '/registry/:id',
    '/registry/:id/edit',
    '/find/:type?',
    '/blog/*',
    '/edit',
  ])
  expect(
    ['/', '/registry/x', '/registry/edit', '/registry/x/edit', '/find', '/find/wedding'].map(nameOf),
  ).toEqual(['/', '/registry/:', '/registry/:', '/registry/:/edit', '/find', '/find/:'])
  expect(['/registry/x.data', '/blog/a/b', '/x', `/${'x/'.repeat(50)}`].map(nameOf)).toEqual([
    '/registry/:',
    '/blog/*',
    'other',
    'other',
  ])
})

test.each([
  [true, parent],
  [false, undefined],
])('with TRUST_PROXY=traces: %s a request belongs to the trace %s that it names', async (trusts, taken) => {
  const starts: SpanStart[] = []
  setTracer({
    run: (start, work) => {
      starts.push(start)
      return work({ note() {}, fail() {} })
    },
    add() {},
    fields: () => ({}),
  })
  const product = new Hono()
    .use(logRequests({ log, routeOf: () => '/registry/:', trustsTraceparent: trusts }))
    .get('/registry/:code', c => c.text('here'))
  await product.request('/registry/KH7M', { headers: { traceparent: parent } })
  setTracer(undefined)
  expect(starts).toMatchObject([{ name: 'GET /registry/:', isRoot: true }])
  expect(starts[0]?.traceparent).toBe(taken)
})
