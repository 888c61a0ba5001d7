import { connect, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { findFormTargets } from '../../src/server/context/storefront-moves.ts'
import {
  closeHttp,
  createHttpServer,
  createRequestListener,
  listenHttp,
} from '../../src/server/http/http-server.ts'
import { aHost, aRegistry } from '../builders.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'
import { connectionFrom } from '../test-process.ts'

const site = opened(() => testApp({ shop: 'none', env: { ALLOWED_HOSTS: 'www.registry.example' } }))
let server: ReturnType<typeof createHttpServer>
let port = 0

beforeAll(async () => {
  server = createHttpServer(createRequestListener(site.app))
  await listenHttp(server, { HOST: '127.0.0.1', PORT: 0 })
  port = (server.address() as { port: number }).port
})
afterAll(() => closeHttp(server))

/** Sends bytes as they are; the statuses of all answers until the connection is closed. */
function sendRaw(text: string): Promise<number[]> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', part => {
      answer += part
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(one => Number(one[1]))))
  })
}

describe('a request for another host', () => {
  const ask = async (host: string, path = '/api/registry/type') =>
    (await site.app.request(path, { headers: { host } })).status

  test.each([
    'evil.example',
    'registry.example.evil.example',
    'evil.example:80',
    'registry.example.',
    'registry.example@evil.example',
    'localhost',
    '127.0.0.1',
    '',
    'registry.example#',
    ' ',
    'a b',
  ])('«%s» is refused', async host => {
    for (const path of ['/', '/api/me', '/robots.txt', '/images/x.jpg', '/dev/mail'])
      expect([path, await ask(host, path)]).toEqual([path, 421])
  })

  test('its own names, in any case and at any port, are served, and probes by every name', async () => {
    for (const host of [
      'registry.example',
      'REGISTRY.example',
      'registry.example:8443',
      'www.registry.example',
    ])
      expect(await ask(host, '/robots.txt')).toBe(200)
    for (const path of ['/healthz', '/readyz']) expect(await ask('10.0.0.7:3000', path)).not.toBe(421)
    expect(
      await sendRaw(hidden.replace('\r\n', '\r\nHost: evil.example\r\n').replace('healthz', '')),
    ).toEqual([421])
  })

  test('a demonstration goes by the names of this machine, and by no other one', async () => {
    const demo = await testApp({ shop: 'none', env: { SITE_URL: 'http://127.0.0.1:4100' } })
    const statusOf = async (host: string) =>
      (await demo.app.request('/dev/mail', { headers: { host } })).status
    for (const host of ['localhost:4100', '127.0.0.1:4100', '[::1]:4100', 'localhost:8080'])
      expect(await statusOf(host)).toBe(200)
    for (const host of ['rebound.evil.example:4100', '192.0.2.1:4100']) expect(await statusOf(host)).toBe(421)
    await demo.close()
  })
})

const head = 'POST /api/login HTTP/1.1\r\nHost: registry.example\r\nContent-Type: application/json\r\n'
const hidden = 'GET /healthz HTTP/1.1\r\nHost: registry.example\r\nConnection: close\r\n\r\n'

test.each([
  ['two lengths', `${head}Content-Length: 2\r\nContent-Length: 90\r\n\r\n{}${hidden}`],
  ['a length and chunks', `${head}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['chunks by a twisted name', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['chunks twice', `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`],
  ['a blank before the colon', `${head}Content-Length : 5\r\n\r\n{}${hidden}`],
  ['a length that is none', `${head}Content-Length: +2\r\n\r\n{}${hidden}`],
  ['a folded header', `${head}X-A: b\r\n Content-Length: 5\r\n\r\n${hidden}`],
  ['a bare line feed', `${head}X-A: b\nContent-Length: 5\r\n\r\n${hidden}`],
  ['a chunk size that is none', `${head}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n${hidden}`],
])('a request with %s does not hide a second one', async (_, text) => {
  const statuses = await sendRaw(text)
  expect(statuses).toHaveLength(1)
  expect(statuses[0]).toBeGreaterThanOrEqual(400)
})

test('a thousand headers are served or refused, and the connection works on', async () => {
  const many = Array.from({ length: 1000 }, (_, count) => `x-${count}: 1`).join('\r\n')
  const [status] = await sendRaw(
    `GET /healthz HTTP/1.1\r\nHost: registry.example\r\n${many}\r\n${hidden.slice(23)}`,
  )
  expect([200, 400, 431]).toContain(status)
  expect(await sendRaw(hidden)).toEqual([200])
})

test('a form of ten thousand parts is refused as any wrong form is', async () => {
  const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'
  const body = `${part.repeat(10_000)}--x--\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const { status } = await site.app.request('/api/login', { method: 'POST', headers, body })
  expect([400, 422]).toContain(status)
})

test('a HEAD has the status and headers of its GET, and no body', async () => {
  for (const path of [
    '/healthz',
    '/robots.txt',
    '/api/registry/type',
    '/api/nothing',
    '/no-such-page',
    '/api/me',
  ]) {
    const [get, look] = await Promise.all(
      ['GET', 'HEAD'].map(method => fetch(`http://127.0.0.1:${port}${path}`, { method, headers: hostOf })),
    )
    const headersOf = (answer?: Response) =>
      [...(answer?.headers ?? [])].filter(
        ([name]) => !/^(date|connection|keep-alive|transfer-encoding)$/.test(name),
      )
    const length = String((await get?.arrayBuffer())?.byteLength)
    const expected = new Map(headersOf(get)).set('content-length', length)
    expect([path, look?.status, new Map(headersOf(look))]).toEqual([path, get?.status, expected])
    expect(await look?.text()).toBe('')
  }
})
const hostOf = { 'accept-encoding': 'identity' }

describe('every answer', () => {
  const paths = [
    '/',
    '/healthz',
    '/robots.txt',
    '/sitemap.xml',
    '/api/me',
    '/api/openapi.json',
    '/%00',
    '/icon-192.png',
    '/after-paying.js',
  ]

  test.each(paths)('%s can’t be framed, sniffed, or read by other sites', async path => {
    const { headers } = await site.app.request(path)
    expect(headers.get('content-security-policy')).toMatch(/(^|; )default-src '(none|self)'(;|$)/)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe(
      ['/icon-192.png', '/after-paying.js'].includes(path) ? 'cross-origin' : 'same-origin',
    )
    expect([...headers.keys()].filter(name => name.startsWith('access-control-'))).toEqual([])
    if (headers.get('content-type')?.startsWith('text/'))
      expect(headers.get('content-type')).toMatch(/charset=utf-8/i)
  })
})

test('forms lead to this store’s own hosts and to no other store', () => {
  const SECRET = 'x'.repeat(32)
  const config = readConfig({
    SECRET,
    SITE_URL: 'https://registry.example',
    SHOP_STORE_HASH: 'abc123',
    SHOP_ACCESS_TOKEN: 'x',
    SHOP_WEBHOOK_SECRET: 'x',
    SHOP_CHANNELS: 'en:1:x:https://shop.example,el:1481393:x:https://shop.example',
    SHOP_PRODUCTS: 'group:7:7:7:7',
    SHOP_CHECKOUT_ORIGINS: 'https://checkout.example, https://shop.example',
  })
  expect(findFormTargets(config)).toEqual([
    'https://shop.example',
    'https://store-abc123.mybigcommerce.com',
    'https://store-abc123-1.mybigcommerce.com',
    'https://checkout.example',
    'https://store-abc123-1481393.mybigcommerce.com',
  ])
  expect(findFormTargets(site.config)).toEqual([])
})

test('one network has at most 400 open live streams; others still get theirs', async () => {
  const host = await aHost(site)
  const registry = await aRegistry(site, host)
  const open = (from: string) =>
    site.app.request(`/api/registry/${registry.code}/live`, {}, connectionFrom(from))
  const streams = []
  // Other /64 networks of one /48 are the same customer's.
  for (let count = 0; count < 400; count++) streams.push(await open(`2001:db8:7:${count.toString(16)}::1`))
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
  const refused = await open('2001:db8:7:ffff::1')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  const other = await open('2001:db8:8::1')
  expect(other.status).toBe(200)
  await streams[0]?.body?.cancel()
  const again = await open('2001:db8:7:ffff::1')
  expect(again.status).toBe(200)
  for (const one of [...streams, other, again]) await one.body?.cancel()
})

test('an attacker with 65,536 networks asks for no more codes than one of them may', async () => {
  const ask = (network: number) =>
    site.post(
      '/password-email',
      { email: `nobody${network}@example.gr` },
      {
        from: `2001:db8:9:${network.toString(16)}::1`,
      },
    )
  const statuses = await Promise.all(Array.from({ length: 100 }, async (_, turn) => (await ask(turn)).status))
  expect(statuses.filter(status => status !== 429)).toHaveLength(20)
})

test('one network holds at most a quarter of the connections, and closed ones count no more', async () => {
  const limited = createHttpServer(() => {}, { maxConnections: 16, TRUST_PROXY: false })
  const arrive = (remoteAddress: string) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
    limited.emit('connection', socket)
    return socket
  }
  expect(limited.maxConnections).toBe(16)
  const greedy = [1, 2, 3, 4, 5, 6].map(count => arrive(`2001:db8:5:${count}::1`))
  expect(greedy.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false, true, true])
  expect(arrive('198.51.100.9').destroyed).toBe(false)
  greedy[0]?.destroy()
  await new Promise(done => greedy[0]?.once('close', done))
  expect(arrive('2001:db8:5:7::1').destroyed).toBe(false)
  expect([1, 2, 3, 4, 5, 6].map(() => arrive('127.0.0.1').destroyed)).not.toContain(true)
})
