import { pino } from 'pino'
import { beforeAll, expect, test, vi } from 'vitest'
import { aGift, aHost, aRegistry } from '../builders.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

/** What is kept is sent past the code that gives every answer its headers, and has to have all of them (R812). */
let code = ''
const requests: { cache?: string }[] = []
const log = pino({ level: 'info' }, { write: line => void requests.push(JSON.parse(line)) })
const app = opened(() => testApp({ pages: true, listens: true, log }))
beforeAll(async () => {
  const host = await aHost(app)
  const registry = await aRegistry(app, host)
  await aGift(app, registry, { cents: 4000 })
  code = registry.code
})

const page = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(path, { method, headers }, { process: 'A' })

/** The answer once it is kept. */
async function kept(ask: () => Promise<Response>): Promise<Response> {
  return vi.waitFor(
    async () => {
      const answer = await ask()
      expect(requests.at(-1)?.cache).toBe('hit')
      return answer
    },
    { timeout: 60_000 },
  )
}

const securityHeaders = [
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
]
const secured = ({ headers }: Response) => securityHeaders.map(name => [name, headers.get(name)])
/** A policy without the scripts that it names, by their hashes or their nonce. */
const policyOf = ({ headers }: Response) =>
  headers.get('content-security-policy')?.replace(/ '(nonce|sha256)-[^']+'/g, '')

/** Of a visitor with a message to be shown, whose page is rendered for them alone. */
const alone = { cookie: '__Host-notice=forged' }

test.each([
  ['a registry', () => `/registry/${code}`],
  ['the data of a registry', () => `/registry/${code}.data`],
  ['home', () => '/'],
])('%s has the same headers kept as rendered for one', async (_, path) => {
  const rendered = await page(path(), alone)
  expect(requests.at(-1)?.cache).toBeUndefined()
  expect(secured(rendered).filter(([, value]) => value === null)).toEqual([])
  for (const encoding of ['identity', 'br']) {
    const answer = await kept(() => page(path(), { 'accept-encoding': encoding }))
    expect(secured(answer)).toEqual(secured(rendered))
    expect(policyOf(answer)).toBe(policyOf(rendered))
    const etag = answer.headers.get('etag') ?? ''
    const known = await kept(() => page(path(), { 'accept-encoding': encoding, 'if-none-match': etag }))
    expect(known.status).toBe(304)
    expect(secured(known)).toEqual(secured(rendered))
    const looked = await kept(() => page(path(), { 'accept-encoding': encoding }, 'HEAD'))
    expect(secured(looked)).toEqual(secured(rendered))
  }
})

test('a visitor’s own cookie is on their answer of what is kept, and on nobody else’s', async () => {
  const chosen = await kept(() => page(`/registry/${code}?lang=el`))
  expect(chosen.headers.get('set-cookie')).toMatch(/^I18N_LANGUAGE=el;/)
  const known = await kept(() => page(`/registry/${code}?lang=el`, { cookie: 'I18N_LANGUAGE=el' }))
  expect(known.headers.get('set-cookie')).toBeNull()
  expect(secured(known)).toEqual(secured(chosen))
})
