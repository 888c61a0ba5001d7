import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../opened.ts'
import { openPagesOf, testApp } from '../test-app.ts'
import { connectionFrom } from '../test-process.ts'
import { formOfAllCalls } from './call-inputs.ts'
import { sitePages } from './page-actions.ts'
import {
  aHostedRegistry,
  type Host,
  type HostedRegistry,
  hostedStates,
  hostsIn,
  type RegistryState,
} from './registry-states.ts'

/** Pages and their forms × hosts × states of their registry. What a host changed is not the next one's. */
const app = opened(() => testApp({ env: { PAYOUT_DAYS: '0' } }))
const site = opened(() => openPagesOf(app))

type Answer = number | ((who: Host, state: RegistryState) => number)

/** What a page answers when it is opened, where it is not 200. */
const reads: Record<string, Answer> = {
  '/login': 302,
  '/register': 302,
  '/reset-password': 302,
  '/settings/download/file': 302,
  '/registry/CODE/gift-card/nonsense': 302,
  '/co-host': 404,
  '/reply/nonsense': 404,
  '/reply/nonsense/gifts': 404,
  '/invited/nonsense': 404,
  '/thank-you/nonsense': 404,
  '/after-paying': 204,
  '/my-gift/nonsense': 302,
  '/menus/nonsense/nonsense': 404,
  '/announcement': 302,
  '/nonsense': 404,
  '/404': 404,
}

/** What each form answers, sent with everything that calls about the registry take; a new one needs its line. */
const forms: Record<string, Record<string, Answer>> = {
  '/login': { '': 302 },
  '/register': { '': 302 },
  '/logout': { '': 302 },
  '/forgot-password': { '': 302 },
  '/reset-password': { '': 302 },
  '/email-confirmation': { '': 302 },
  '/email-change': { '': 422 },
  '/email-change/stop': { '': 422 },
  '/settings': { '': 422 },
  '/settings/update-password': { '': 422 },
  '/settings/second-factor': { '': 422, add: 422, renew: 409, remove: 409 },
  '/second-factor/stop': { '': 422 },
  '/settings/email': { '': 422 },
  '/settings/deactivate': { '': 422 },
  '/settings/download/file': { '': 200 },
  '/create-registry/wedding': { '': 422, back: 200, places: 200, next: 422, create: 422 },
  '/my-registries': { '': (who, state) => (who === 'co-host' ? 403 : state === 'paid out' ? 302 : 409) },
  '/registry/CODE/add/nonsense': { '': 422, undo: 302 },
  '/registry/CODE/gifts': {
    '': 302,
    change: 302,
    changed: 302,
    keep: 302,
    move: 200,
    swap: 409,
    remove: 302,
  },
  '/registry/CODE/gifts-received': { '': 302, thank: 302 },
  // The event would come after the day on which the registry closed.
  '/registry/CODE/edit': { '': (_, state) => (state === 'open' ? 302 : 422), picture: 415 },
  '/registry/CODE/edit/photos': { '': 404, letter: 415, afterwards: 415 },
  '/registry/CODE/edit/registry-url': { '': 302 },
  '/registry/CODE/edit/registry-shipping-address': { '': 302, places: 200 },
  '/registry/CODE/edit/guests': { '': 404, save: 404, remove: 404, import: 302, preview: 200 },
  '/registry/CODE/edit/day': { '': 302, renew: 302 },
  '/registry/CODE/edit/invitation-settings': { '': 422, continue: 422, save: 422 },
  '/registry/CODE/edit/invitation-settings/send': {
    '': 422,
    guests: 422,
    send: 422,
    test: 302,
    resend: 404,
    remove: 404,
  },
  '/registry/CODE/edit/invitation-settings/sms': { '': 422, sms: 422 },
  '/registry/CODE/edit/privacy-settings': { '': 302, surprise: 302 },
  '/registry/CODE/edit/co-host': { '': who => (who === 'owner' ? 302 : 403), remove: 302 },
  '/registry/CODE/edit/collected-gift-cards': { '': 422, several: 422 },
  '/registry/CODE/nonsense': { '': 302, add: 302, checkout: 302 },
  '/co-host': { '': 404 },
  '/reply/nonsense': { '': 422 },
  '/invited/nonsense': { '': 422 },
  '/stop-invitations/nonsense': { '': 404 },
  '/cart': {
    '': 200,
    change: 200,
    checkout: 200,
    continue: 200,
    less: 302,
    more: 302,
    remove: 302,
    reset: 302,
    taken: 200,
  },
  '/my-gift': { '': 422, withdraw: 422 },
  '/contact-us': { '': 422 },
  '/announcement': { '': 302 },
}

const answerTo = (answer: Answer, who: Host, state: RegistryState) =>
  typeof answer === 'number' ? answer : answer(who, state)

test('every form of a page has its answer here', () => {
  const found = sitePages.filter(({ intents }) => intents.length > 0)
  const listed = found.map(({ path, intents }): [string, string[]] => [path, intents.toSorted()])
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(Object.entries(forms).map(([path, answers]) => [path, Object.keys(answers).sort()])),
  )
})

let visitors = 0
describe.each(hostedStates)('a registry that is %s', state => {
  describe.each(hostsIn(state))('and its %s', who => {
    let hosted: HostedRegistry
    let before: unknown
    async function startOver() {
      hosted = await aHostedRegistry(app, state, who)
      before = await hosted.readRows()
    }
    beforeAll(startOver)

    async function ask(path: string, fields?: Record<string, string>) {
      const headers = { cookie: `customerToken=${hosted.token}`, origin: site.config.SITE_URL }
      const sent = fields && { method: 'POST', body: new URLSearchParams(fields) }
      const from = `10.3.${visitors >> 8}.${visitors++ & 255}`
      const at = path.replace('CODE', hosted.owned.registry.code)
      return site.app.request(at, { ...sent, headers }, connectionFrom(from))
    }

    test('opens its pages, which changes nothing', async () => {
      const opened: Record<string, number> = {}
      const expected: Record<string, number> = {}
      for (const { path } of sitePages) {
        opened[path] = (await ask(path)).status
        expected[path] = answerTo(reads[path] ?? 200, who, state)
      }
      expect(opened).toEqual(expected)
      expect(await hosted.readRows()).toEqual(before)
    })

    test.each(Object.keys(forms))('sends the forms of %s', async path => {
      for (const [intent, answer] of Object.entries(forms[path] ?? {})) {
        const { status } = await ask(path, { ...formOfAllCalls(hosted.owned), intent })
        const rows = await hosted.readRows()
        const expected = { status: answerTo(answer, who, state), rows: status >= 400 ? before : rows }
        if (!isDeepStrictEqual(rows, before)) await startOver()
        expect({ intent, status, rows }).toEqual({ intent, ...expected })
      }
    })
  })
})
