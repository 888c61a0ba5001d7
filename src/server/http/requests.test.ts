import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'
import { networkPrefix } from './address.ts'

const site = opened(() => testApp({ shop: 'none' }))
let token: string
const person = { password: 'abcdef', repassword: 'abcdef', name: 'Ελένη', surname: 'Παππά' }

beforeAll(async () => {
  const { body } = await site.post('/register', { ...person, email: 'door@example.gr' })
  token = String(body.data.token)
})

test('a field that can’t be read is told from a missing one, and no reply is for search engines', async () => {
  const line_items = [{ product_id: 1, quantity: 1 }]
  const refused = async (more: object) => {
    const { body } = await site.post('/cart/create', { registry_id: 'ABEZHKMNPTYX', line_items, ...more })
    return (body.data as unknown as { keys?: Record<string, string> }).keys
  }
  expect(await refused({ channel_id: 'abc' })).toEqual({ channel_id: 'field_malformed' })
  expect(await refused({ lang: 'xx' })).toEqual({ lang: 'field_malformed' })
  expect(await refused({ line_items: [{ quantity: 1 }] })).toEqual({
    'line_items.0.product_id': 'field_required',
  })
  const reply = await site.app.request('/api/registry/types', { method: 'POST' })
  expect(reply.headers.get('x-robots-tag')).toBe('noindex')
})

describe('a changing request must come from our own pages', () => {
  const own = 'http://registry.example'
  test.each<[string, Record<string, string>, boolean, number]>([
    ['cookie, own origin', { origin: own }, true, 200],
    ['cookie, foreign origin', { origin: 'https://evil.example' }, true, 403],
    ['cookie, origin null', { origin: 'null' }, true, 403],
    ['cookie, no origin', {}, true, 403],
    ['cookie, same-origin fetch', { 'sec-fetch-site': 'same-origin' }, true, 200],
    ['cookie, typed address', { 'sec-fetch-site': 'none' }, true, 200],
    ['cookie, sibling site', { 'sec-fetch-site': 'same-site', origin: own }, true, 403],
    ['cookie, cross-site', { 'sec-fetch-site': 'cross-site', origin: own }, true, 403],
    ['no cookie, foreign origin (login CSRF)', { origin: 'https://evil.example' }, false, 403],
    ['no cookie, a program', {}, false, 200],
  ])('%s', async (_, headers, hasCookie, expected) => {
    const all = hasCookie ? { ...headers, cookie: 'customerToken=whatever' } : headers
    const { status, body } = await site.post(
      '/login',
      { email: 'door@example.gr', password: 'abcdef' },
      { headers: all },
    )
    expect(status).toBe(expected)
    if (expected === 403) expect(body.data.code).toBe('refused_origin')
  })

  test('a bearer token passes from anywhere', async () => {
    const { status } = await site.get('/me', { token, headers: { origin: 'https://evil.example' } })
    expect(status).toBe(200)
    const posted = await site.post(
      '/login',
      { email: 'door@example.gr', password: 'abcdef' },
      {
        token: 'some-token',
        headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      },
    )
    expect(posted.status).toBe(200)
  })
})

describe('bodies', () => {
  const ask = (body: BodyInit, type: string) =>
    site.app.request('/api/login', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
      duplex: 'half',
    } as RequestInit)

  test('a body with too large a length is refused without reading it', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '100000000' }
    const answer = await site.app.request('/api/login', { method: 'POST', headers, body: '{}' })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ success: false, data: { code: 'refused_large' } })
  })

  test('an endless body is counted while it is read, and aborted', async () => {
    let given = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(stream) {
        given += 65_536
        stream.enqueue(new Uint8Array(65_536).fill(97))
      },
    })
    expect((await ask(endless, 'application/json')).status).toBe(413)
    expect(given).toBeLessThan(1_300_000)
  })

  test.each([
    ['broken JSON', '{"email":', 'application/json'],
    ['deep JSON', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'application/json'],
    ['deep objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, 'application/json'],
    ['a multipart without its boundary', 'hello', 'multipart/form-data'],
    [
      'ten thousand fields',
      Array.from({ length: 10_000 }, (_, i) => `f${i}=1`).join('&'),
      'application/x-www-form-urlencoded',
    ],
  ])('%s is refused as unreadable, not answered 500', async (_, body, type) => {
    const answer = await ask(body, type)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ data: { code: 'refused_unreadable' } })
  })

  test('a body of another type is answered 415; a missing one has wrong fields', async () => {
    const person = JSON.stringify({ email: 'door@example.gr', password: 'abcdef' })
    for (const type of ['text/plain', 'application/xml', '']) {
      const answer = await ask(person, type)
      expect([type, answer.status]).toEqual([type, 415])
      expect(await answer.json()).toMatchObject({ data: { code: 'refused_unreadable' } })
    }
    expect((await ask('', 'text/plain')).status).toBe(422)
  })

  test('HEAD has the same input as GET', async () => {
    const ask = (path: string) => site.app.request(`/api${path}`, { method: 'HEAD' })
    expect((await ask('/v2/find-registry?q=eleni')).status).toBe(200)
    expect((await ask('/v2/find-registry')).status).toBe(422)
  })

  test.each([
    'null',
    '[]',
    '7',
    '"text"',
    '{"email":{"$ne":1},"password":["a"]}',
    '{"__proto__":{"email":"a@b.gr"}}',
    '',
  ])('JSON %s has wrong fields', async body => {
    expect((await ask(body, 'application/json')).status).toBe(422)
  })
})

describe("the visitor's address", () => {
  const guess = (more: Parameters<typeof site.post>[2]) =>
    site.post('/login', { email: 'nobody@example.gr', password: 'wrong' }, more)

  test('is the socket’s, whatever the headers contain', async () => {
    const statuses = []
    for (let i = 0; i < 11; i++) {
      const forged = `203.0.113.${i}`
      const headers = {
        'x-forwarded-for': forged,
        'x-doron-address': forged,
        'x-real-ip': forged,
        forwarded: `for=${forged}`,
      }
      statuses.push((await guess({ from: '198.51.100.1', headers })).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  test('is the one that the trusted proxy wrote, when there is one', async () => {
    const behind = await testApp({ shop: 'none', env: { TRUST_PROXY: 'true' } })
    try {
      const from = (forged: number, real: string) =>
        behind.post(
          '/login',
          { email: `nobody${forged}@example.gr`, password: 'wrong' },
          { from: '10.0.0.1', headers: { 'x-forwarded-for': `9.9.9.${forged}, ${real}` } },
        )
      const statuses = []
      for (let i = 0; i < 31; i++) statuses.push((await from(i, '198.51.100.7')).status)
      expect(statuses.at(-1)).toBe(429)
      expect((await from(31, '198.51.100.8')).status).toBe(401)
    } finally {
      await behind.close()
    }
  })

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', null],
    ['192.0.2.1:5678', '192.0.2.1'],
    ['[2001:db8:1:2::9]:5678', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['999.1.1.1', null],
    ['x'.repeat(9999), null],
    ['', null],
  ])('%s counts as %s', (address, network) => {
    expect(networkPrefix(address)).toBe(network)
  })
})
