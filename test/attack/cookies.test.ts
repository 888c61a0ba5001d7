import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { signText } from '../../src/server/context/signing.ts'
import { readSources } from '../arch/sources.ts'
import { aHost, aRegistry } from '../builders.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

/** Whatever stands in a cookie, ours or not, signed or not: it is understood or ignored, and never a failure. */
const app = opened(() => testApp({ shop: 'none', pages: true }))
let paths: string[]
let token: string
beforeAll(async () => {
  const host = await aHost(app)
  token = host.token
  const { code } = await aRegistry(app, host)
  paths = [
    ...['/', '/cart', '/login', '/register', '/logout', '/settings', '/settings/email', '/my-registries'],
    ...['/my-gift', '/thank-you/x', '/reset-password', '/email-confirmation', '/email-change', '/co-host'],
    ...['/email-change/stop', '/create-registry/wedding', '/cookie-choices', '/404', '/nothing', '/api/me'],
    ...['', '/edit', '/edit/guests', '/edit/invitation-settings', '/qr', '/calendar'].map(
      page => `/registry/${code}${page}`,
    ),
  ]
})

const plainNames = ['customerToken', 'customerId', 'customerName', 'customerEmailAddress', 'customerType']
const names = [...plainNames, 'I18N_LANGUAGE', 'announcement', 'device', 'consent', ...signedNames()]

/** The names of the cookies that are signed, as the code says them. */
function signedNames(): string[] {
  const text = [...readSources(['src']).values()].join('\n')
  const named = text.matchAll(/create(?:SignedCookie|LinkCookie|CodeLink)(?:<[^()]*>)?\('([\w-]+)'/g)
  return [...[...named].map(([, name = '']) => name), 'giver_device']
}

const jsonTexts = [
  ...['', '{', '[', 'null', '0', '""', '[]', '{}', '{"path":1}', '{"registry":[],"gifts":{}}', '[[[[', '\0'],
  ...[
    '{"tone":"done"}',
    '{"__proto__":{"a":1}}',
    '{"values":{"a":{}},"path":"/"}',
    '{"code":{}}',
    '{"gifts":null}',
  ],
  ...[
    '{"registry":"x","gifts":[{"gift":1e9,"cents":[-1]}]}',
    '{"tone":"alert","title":{}}',
    '{"path":"/settings"}',
  ],
]
const garbage = fc.oneof(
  fc.constantFrom('%', '%E0%A4%A', '%00', '=', '"', '..', '....', 'a.b.c.d', '€', ...jsonTexts),
  fc.string({ unit: 'binary-ascii', maxLength: 60 }),
  fc.json({ maxDepth: 2 }),
)
const signedText = fc.oneof(
  fc.constantFrom(...jsonTexts),
  fc.json({ maxDepth: 2 }),
  fc.string({ maxLength: 40 }),
)

/** The value of a cookie as it may travel; what a header can't hold is encoded. */
const inHeader = (text: string) =>
  text.replace(/[^\x21-\x3a\x3c-\x7e]/g, letter => encodeURIComponent(letter.toWellFormed()))

const cookie = fc.constantFrom(...names).chain(name =>
  fc.oneof(
    garbage.map(text => [name, inHeader(text)] as const),
    signedText.map(text => {
      const until = new Date(app.clock.now.getTime() + 3_600_000)
      return [name, signText(`cookie ${name}`, text.toWellFormed(), app.config, until)] as const
    }),
  ),
)

/** On https, cookies out of reach of scripts have a prefix; both are sent. */
const inBothForms = (cookies: (readonly [string, string])[]) =>
  cookies.flatMap(([name, value]) => [`${name}=${value}`, `__Host-${name}=${value}`]).join('; ')

test.each(jsonTexts)('%j in every signed cookie is no failure', async text => {
  const until = new Date(app.clock.now.getTime() + 3_600_000)
  const cookies = signedNames().map(
    name => [name, signText(`cookie ${name}`, text, app.config, until)] as const,
  )
  for (const path of ['/cart', '/reset-password', '/co-host', '/settings']) {
    const cookie = inBothForms([...cookies, ['customerToken', token]])
    const { status } = await app.app.request(path, { headers: { cookie } })
    expect([path, status]).toEqual([path, expect.toSatisfy((one: number) => one < 500)])
  }
})

test('no cookie is a failure', async () => {
  expect(signedNames().length).toBeGreaterThan(6)
  const pathOf = fc.nat().map(at => paths[at % paths.length] as string)
  await fc.assert(
    fc.asyncProperty(
      pathOf,
      fc.array(cookie, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      async (path, cookies, signedIn) => {
        const all = [...cookies, ...(signedIn ? [['customerToken', token] as const] : [])]
        const header = inBothForms(all)
        const { status } = await app.app.request(path, { headers: { cookie: header } })
        expect(status).toBeLessThan(500)
      },
    ),
    { numRuns: process.env.TEST_FULL ? 2000 : 60 },
  )
})

const headerNames = [
  ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'if-modified-since', 'if-none-match'],
  ...['origin', 'range', 'referer', 'sec-fetch-site', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto'],
]

test('no header is a failure', async () => {
  const pathOf = fc.nat().map(at => paths[at % paths.length] as string)
  const value = fc.oneof(
    fc.constantFrom(
      '*',
      'W/"',
      '"',
      '""',
      ',,,',
      'br;q=',
      'bytes=0-',
      'bytes=-1,-1',
      ';q=2',
      'Bearer',
      'Bearer  ',
      'null',
    ),
    fc.constantFrom(
      'x'.repeat(9000),
      '\u00ff'.repeat(99),
      'Thu, 99 Abc',
      '-1',
      '::ffff:',
      '[::1',
      '1e999',
      'http://[',
    ),
    fc.string({ unit: 'binary-ascii', maxLength: 40 }).map(text => text.replace(/[^\x21-\x7e]/g, '?')),
  )
  const headers = fc.dictionary(fc.constantFrom(...headerNames), value, { minKeys: 1 })
  await fc.assert(
    fc.asyncProperty(pathOf, headers, async (path, sent) => {
      const { status } = await app.app.request(path, { headers: sent })
      expect(status).toBeLessThan(500)
    }),
    { numRuns: process.env.TEST_FULL ? 2000 : 60 },
  )
})
