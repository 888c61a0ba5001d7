import { beforeAll, describe, expect, test } from 'vitest'
import { aHost } from '../builders.ts'
import { opened } from '../opened.ts'
import { openPagesOf, testApp } from '../test-app.ts'
import { connectionFrom } from '../test-process.ts'
import { formOfAllCalls } from './call-inputs.ts'
import { intentsOf, sitePages } from './page-actions.ts'
import { type PrivateRegistry, readOwnedRows } from './private-registry.ts'
import { aRegistryIn, secretsIn } from './registry-states.ts'

/** Pages × those whom a private registry doesn't concern × other ways to ask for a page (R932, R933). */
const app = opened(() => testApp())
const site = opened(() => openPagesOf(app))
let owned: PrivateRegistry
let before: unknown
/** Everything that the calls about the registry take, in one form. */
let fields: Record<string, string>
beforeAll(async () => {
  owned = await aRegistryIn(app, 'private')
  before = await readOwnedRows(app, owned)
  fields = allFields()
})

/** What is sent may come back to its sender, so it has no secret. */
function allFields(): Record<string, string> {
  const secrets = secretsIn('private')
  const texts = Object.entries(formOfAllCalls(owned)).filter(([, value]) => !secrets.includes(value))
  return { ...Object.fromEntries(texts), privacy: 'public' }
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

/** In the quick run another host tries everything at each page, and the other two every third trick, in turn. */
const isTried = (who: string, turn: number) =>
  process.env.TEST_FULL || who === 'another host' || turn % 3 === Object.keys(strangers).indexOf(who)

describe.each(Object.entries(strangers))('%s', (who, signIn) => {
  test.each(sitePages)('learns and changes nothing at $path', async ({ path, file }) => {
    const cookie = await signIn()
    const all = tricks(path.replace('CODE', owned.registry.code), intentsOf(file))
    for (const [asked, init] of all.filter((_, turn) => isTried(who, turn))) {
      const answer = await ask(asked, init, cookie)
      const text = (await answer.text()) + JSON.stringify([...answer.headers])
      const leaked = secretsIn('private').filter(secret => text.includes(secret))
      const how = `${init.method ?? 'GET'} ${asked} ${String(init.body ?? '').match(/intent=\w*/)?.[0] ?? ''}`
      expect([how, answer.status, leaked]).toEqual([how, expect.toSatisfy((one: number) => one < 500), []])
    }
    expect(await readOwnedRows(app, owned)).toEqual(before)
  })
})
