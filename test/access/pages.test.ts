import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aHost } from '../builders.ts'
import { pagesAbout } from '../page-paths.ts'
import { type SingleTestApp, type TestApp, testApp } from '../test-app.ts'
import { connectionFrom } from '../test-process.ts'
import { callInputs } from './call-inputs.ts'
import { type PrivateRegistry, readOwnedRows } from './private-registry.ts'
import { aRegistryIn, secretsIn } from './registry-states.ts'

/** Pages × those whom a private registry doesn't concern × other ways to ask for a page (R932, R933). */
let app: TestApp
let site: SingleTestApp
let owned: PrivateRegistry
let before: unknown
/** Everything that the calls about the registry take, in one form. */
let fields: Record<string, string>
beforeAll(async () => {
  app = await testApp()
  site = await testApp({ pages: true, shop: app.processA.shop, db: app.db, now: () => app.clock.now })
  owned = await aRegistryIn(app, 'private')
  before = await readOwnedRows(app, owned)
  fields = allFields()
})
afterAll(async () => {
  await site.close()
  await app.close()
})

function allFields(): Record<string, string> {
  const inputs = Object.entries(callInputs).filter(([name]) => name.includes('registry'))
  const all = Object.assign({}, ...inputs.map(([, inputFor]) => inputFor(owned))) as Record<string, unknown>
  // What is sent may come back to its sender, so it has no secret.
  const secrets = secretsIn('private')
  const texts = Object.entries(all).filter(
    ([, value]) => typeof value !== 'object' && !secrets.includes(String(value)),
  )
  return { ...Object.fromEntries(texts.map(([name, value]) => [name, String(value)])), privacy: 'public' }
}

/** What the forms of the pages in a folder may ask for. */
function intentsOf(file: string): string[] {
  const folder = join('src', dirname(file))
  const sources = fs.readdirSync(folder).map(name => fs.readFileSync(join(folder, name), 'utf8'))
  const found = sources.flatMap(text => [...text.matchAll(/\bintent\b[^\n]{0,60}?['"]([a-z_]+)['"]/g)])
  return ['', ...new Set(found.map(([, intent = '']) => intent).filter(intent => intent !== 'intent'))]
}

let visitors = 0
/** From an address of its own each, so that limits hide nothing. */
function ask(path: string, init: RequestInit, cookie: string) {
  const from = `10.2.${visitors >> 8}.${visitors++ & 255}`
  const headers = { cookie, origin: site.config.SITE_URL }
  return site.app.request(path, { ...init, headers: { ...headers, ...init.headers } }, connectionFrom(from))
}

const form = (more: Record<string, string>) => ({
  method: 'POST',
  body: new URLSearchParams({ ...fields, ...more }),
})

/** Other ways to ask for the same page. */
const tricks = (path: string, intents: string[]): [string, RequestInit][] => [
  [`${path}?lang=el`, {}],
  [`${path}/`, {}],
  [`${path}.data`, {}],
  [`${path}.data?_routes=${encodeURIComponent('root')}`, {}],
  [path.toLowerCase(), {}],
  [`${path}?registry_id=${owned.registry.code}&id=${owned.registry.code}`, {}],
  ...['PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): [string, RequestInit] => [path, { method }]),
  ...intents.flatMap((intent): [string, RequestInit][] => [
    [path, form({ intent })],
    [`${path}.data`, form({ intent })],
  ]),
]

const strangers = {
  'a guest': async () => '',
  'another host': async () => `customerToken=${(await aHost(app)).token}`,
  'a host with an unconfirmed e-mail': async () =>
    `customerToken=${(await aHost(app, 'Ξένη', { confirmed: false })).token}`,
}

const pages = pagesAbout(':code').filter(({ path }) => !path.startsWith('/staff'))

describe.each(Object.entries(strangers))('%s', (_, signIn) => {
  test.each(pages)('learns and changes nothing at $path', async ({ path, file }) => {
    const cookie = await signIn()
    for (const [asked, init] of tricks(path.replace(':code', owned.registry.code), intentsOf(file))) {
      const answer = await ask(asked, init, cookie)
      const text = (await answer.text()) + JSON.stringify([...answer.headers])
      const leaked = secretsIn('private').filter(secret => text.includes(secret))
      const how = `${init.method ?? 'GET'} ${asked} ${String(init.body ?? '').match(/intent=\w*/)?.[0] ?? ''}`
      expect([how, answer.status, leaked]).toEqual([how, expect.toSatisfy((one: number) => one < 500), []])
    }
    expect(await readOwnedRows(app, owned)).toEqual(before)
  })
})
