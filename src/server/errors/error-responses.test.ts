import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'
import type { Shop } from '../../shop/port.ts'
import { hashInlineScripts } from '../pages/page-cache.ts'
import { createDb, createPool } from '../postgres/database.ts'
import type { Db } from '../postgres/tables.ts'

const signedIn = { cookie: 'customerToken=somebody' }
let lines: { reference: string; path: string; cause: { message: string } }[] = []
const log = pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line)) })
afterEach(() => {
  lines = []
})

/** A shop without pages in its menus, and without anything else. */
const shop = { fetchPages: async () => [], watchCredentials() {} } as Partial<Shop> as Shop

/** The number that the page tells the visitor. */
const told = (text: string) =>
  /\b[0-9A-F]{8}\b/.exec(text.replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, ''))?.[0]

describe('when the database is unavailable', () => {
  const away = createDb(createPool('postgres://nobody@127.0.0.1:1/nothing'))
  const site = opened(() => testApp({ pages: true, db: away, shop, log }))
  afterAll(() => away.destroy())
  const ask = (path: string, init: RequestInit = {}) => site.app.request(path, init)

  test.each([
    ['a page', '/?lang=el', {}],
    ['a page of somebody signed in', '/my-registries?lang=el', signedIn],
    ['a page that all share', '/registry/ABEZHKMNPTYX?lang=el', {}],
    ['a page, in the language remembered', '/', { cookie: 'I18N_LANGUAGE=el' }],
  ])('%s says so in Greek, and when to retry', async (_, path, headers) => {
    const answer = await ask(path, { headers })
    const text = await answer.text()
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(answer.headers.get('content-language')).toBe('el')
    expect(text).toContain('<html lang="el">')
    expect(text).toContain('Επιστρέφουμε αμέσως')
    expect(text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|\.ts:/)
    expect(lines).toContainEqual(expect.objectContaining({ reference: told(text) }))
  })

  test('the page is in English too, and its policy allows what is inline on it', async () => {
    const answer = await ask('/registry/ABEZHKMNPTYX?a="><script>', { headers: signedIn })
    const text = await answer.text()
    expect(text).toContain('We will be back in a moment')
    expect(hashInlineScripts(text)).toEqual([])
    expect(text).toMatch(/<link rel="stylesheet" href="\/assets\//)
    expect(answer.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-[^']+';/)
  })

  test('the API answers its envelope, with the reference of the log line', async () => {
    const answer = await ask('/api/me', { headers: { authorization: 'Bearer secret-of-the-session' } })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    const { data } = (await answer.json()) as { data: { reference: string } }
    expect(data).toMatchObject({ code: 'refused_away' })
    expect(lines).toMatchObject([{ reference: data.reference, path: '/api/me' }])
    expect(JSON.stringify(lines)).not.toContain('secret-of-the-session')
    const inGreek = await ask('/api/me?lang=el', { headers: signedIn })
    expect(await inGreek.json()).toMatchObject({ message: expect.stringMatching(/[α-ω]/) })
  })

  test('a form shows again what was typed', async () => {
    const body = new URLSearchParams({ email: 'eleni@example.gr', password: 'abcdef' })
    const answer = await ask('/login', { method: 'POST', body, headers: { 'sec-fetch-site': 'same-origin' } })
    expect(answer.status).toBe(503)
    const text = await answer.text()
    expect(text).toContain('eleni@example.gr')
    expect(text).toContain('We will be back in a moment')
    expect(lines).toContainEqual(expect.objectContaining({ reference: told(text) }))
    expect(JSON.stringify(lines)).not.toContain('eleni')
  })
})

describe('when something unexpected happens', () => {
  const bare = new Proxy({} as Db, {
    get() {
      throw new TypeError('the cupboard is bare')
    },
  })
  const site = opened(() => testApp({ pages: true, db: bare, shop, log }))

  test.each([
    ['within a page', '/?lang=el&token=of-a-letter', {}],
    ['before any page', '/thank-you/a-reference-of-a-handoff?lang=el', signedIn],
  ])('%s, the visitor is shown the reference of the log line and nothing else', async (_, path, headers) => {
    const answer = await site.app.request(path, { headers })
    const text = await answer.text()
    expect(answer.status).toBe(500)
    expect(text).toContain('Κάτι πήγε στραβά από τη μεριά μας')
    expect(text).not.toContain('cupboard')
    const line = lines.find(one => one.reference === told(text))
    expect(line?.cause.message).toBe('the cupboard is bare')
    expect(JSON.stringify(lines)).not.toMatch(/of-a-letter|of-a-handoff/)
  })
})

describe('a malformed request is refused and is never a failure of ours', () => {
  const site = opened(() => testApp({ pages: true, shop, log }))

  const odd = [
    '%c0%af',
    '%00',
    '%',
    '%zz',
    '%ff%fe',
    '%ed%a0%80',
    '..%2f..%2fetc%2fpasswd',
    '%E2%80%AE',
    'a'.repeat(5000),
  ]
  const places = [
    '/',
    '/registry/',
    '/registry/x/',
    '/thank-you/',
    '/create-registry/',
    '/assets/',
    '/api/',
    '/api/registry/',
  ]
  test.each(places.flatMap(place => odd.map(what => [place, what] as const)))('%s%s', async (place, what) => {
    for (const more of ['', '?lang=%00', `?q=${what}`, '/live', '.data']) {
      const answer = await site.app.request(place + what + more)
      expect({ path: place + what + more, status: answer.status }).toEqual({
        path: place + what + more,
        status: expect.toSatisfy((status: number) => status >= 200 && status < 500),
      })
      expect(lines).toEqual([])
    }
  })

  test.each([
    'customerToken=%',
    'customerToken=%00; I18N_LANGUAGE=%ff',
    '=;;;=; ===',
    `customerToken=${'a'.repeat(8000)}`,
    'choices=eyJ9.x',
    'choices=%',
    'notice=%7B',
    '__proto__=1; constructor=2',
  ])('the cookies %s', async cookie => {
    for (const path of ['/', '/cart', '/my-registries', '/api/me']) {
      const { status } = await site.app.request(path, { headers: { cookie } })
      expect(status).toBeLessThan(500)
    }
    expect(lines).toEqual([])
  })

  test.each([
    ['a page that takes none', '/', 'application/x-www-form-urlencoded', 'a=1', 405],
    ['JSON', '/login', 'application/json', '{}', 400],
    ['nothing at all', '/login', '', '', 400],
    ['a broken multipart form', '/login', 'multipart/form-data; boundary=x', 'hello', 400],
    [
      'a form without its fields',
      '/login',
      'application/x-www-form-urlencoded',
      '%00=%ff&[]=&[[=&email[]=1',
      422,
    ],
    ['ten thousand fields', '/login', 'application/x-www-form-urlencoded', 'f=1&'.repeat(10_000), 422],
  ])('a form: %s', async (_, path, type, body, status) => {
    const headers = { 'content-type': type, 'sec-fetch-site': 'same-origin' }
    const answer = await site.app.request(path, { method: 'POST', headers, body })
    expect(answer.status).toBe(status)
    expect(await answer.text()).toContain('<html')
    expect(lines).toEqual([])
  })

  test('a page that fails before the site’s data is loaded shows the name with a link home', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    const answer = await site.app.request('/faq?lang=el', { method: 'POST', headers, body: 'a=1' })
    expect(answer.status).toBe(405)
    expect(await answer.text()).toMatch(/<header(?:(?!<\/header>).)*href="\/\?lang=el"[^>]*>Doron</s)
  })

  test.each(['PUT', 'DELETE', 'PATCH', 'PROPFIND', 'OPTIONS', 'HEAD', 'BREW'])(
    'the method %s',
    async method => {
      for (const path of ['/', '/login', '/registry/x', '/api/me', '/api/nothing', '/assets/x.js', '/404']) {
        const { status } = await site.app.request(path, {
          method,
          headers: { 'sec-fetch-site': 'same-origin' },
        })
        expect({ path, status }).toEqual({ path, status: expect.toSatisfy((one: number) => one < 500) })
      }
      expect(lines).toEqual([])
    },
  )
})
