import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, type Host } from '../builders.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

/** Whatever comes before, everybody else gets the whole page of a registry. */
const app = opened(() => testApp({ pages: true, listens: true }))
let host: Host
let referenceLength = 0

beforeAll(async () => {
  host = await aHost(app)
  const reference = await body(await aRegistryPath())
  expect(reference).toMatch(/<\/html>$/)
  referenceLength = reference.length
})

/** The page of a registry that nobody has looked at yet. */
async function aRegistryPath(): Promise<string> {
  const registry = await aRegistry(app, host)
  await aGift(app, registry, { cents: 4000 })
  return `/registry/${registry.code}`
}

const request = (target: string, init: RequestInit = {}) =>
  Promise.resolve(app.app.request(`${app.config.SITE_URL}${target}`, init))

async function body(target: string, headers: Record<string, string> = {}): Promise<string> {
  return (await request(target, { headers: { accept: 'text/html', ...headers } })).text()
}

const header = (name: string, ...values: string[]) =>
  fc.constantFrom<Record<string, string>>({}, ...values.map(value => ({ [name]: value })))

const hostileRequest = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'BREW'),
  suffix: fc.constantFrom(
    '',
    '.data',
    '/',
    '?x=1',
    '?lang=el',
    '?lang=xx',
    '?x=<script>',
    '.data?_routes=none',
    '?page=9999',
  ),
  headers: fc
    .tuple(
      header('range', 'bytes=0-0', 'bytes=5-', 'items=1'),
      header('accept-encoding', 'br', 'gzip', 'br;q=0', '*', 'deflate, br'),
      header(
        'cookie',
        'a=b',
        'notice=forged',
        'I18N_LANGUAGE=el',
        'customerToken=wrong',
        'announcement=x',
        '=;=;',
      ),
      header('user-agent', 'Googlebot/2.1', 'curl/8', ''),
      header('if-none-match', '*', '"x"'),
      header('x-forwarded-host', 'evil.example'),
    )
    .map(parts => Object.assign({}, ...parts) as Record<string, string>),
  asHost: fc.boolean(),
  leavesAtOnce: fc.boolean(),
})

test('no request before leaves anything empty, partial, failed or personal to others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostileRequest, { minLength: 1, maxLength: 4 }), async requests => {
      const path = await aRegistryPath()
      const hostCookie = `customerToken=${host.token}; __Host-customerToken=${host.token}`
      await Promise.all(
        requests.map(async ({ method, suffix, headers, asHost, leavesAtOnce }) => {
          const leaving = new AbortController()
          const answer = request(path + suffix, {
            method,
            headers: { ...headers, ...(asHost && { cookie: hostCookie }) },
            signal: leaving.signal,
          })
          if (leavesAtOnce) leaving.abort()
          await answer.then(
            one => one.text(),
            () => {},
          )
        }),
      )
      const after = await body(path)
      expect(after.length).toBeGreaterThan(0.9 * referenceLength)
      expect(after).toMatch(/<\/html>$/)
      expect(after).not.toMatch(/<script>alert|evil\.example|customerToken/)
      expect(after).toContain(`<html lang="en"`)
    }),
    { numRuns: process.env.TEST_FULL ? 300 : 25 },
  )
})

test.each([
  '/',
  '/find-registry',
  '/robots.txt',
  '/sitemap.xml',
  '/api/v2/registry-type/list',
  '/logo.svg',
  '/nothing-here',
  '/api/nothing',
])('HEAD %s is what GET is, without the body', async target => {
  const [get, head] = [await request(target), await request(target, { method: 'HEAD' })]
  expect(head.status).toBe(get.status)
  expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
  expect(await head.text()).toBe('')
  await get.text()
})

test('HEAD of a registry leaves its page as it is', async () => {
  const path = await aRegistryPath()
  const head = await request(path, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await body(path)).length).toBeGreaterThan(0.9 * referenceLength)
})

test('HEAD of live events opens no stream', async () => {
  const head = await request(`/api${await aRegistryPath()}/live`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})
