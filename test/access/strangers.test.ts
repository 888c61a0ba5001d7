import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Handler } from '../../src/server/context/handler.ts'
import { createSessionToken } from '../../src/server/context/session.ts'
import { aHost } from '../builders.ts'
import { opened } from '../opened.ts'
import { staffCookieOf } from '../staff-client.ts'
import { testApp } from '../test-app.ts'
import {
  callAsVisitor,
  callInputs,
  callName,
  inputFor,
  isAboutRegistry,
  publicCalls,
  publicCallsByName,
} from './call-inputs.ts'
import { aLeavingCustomer, type PrivateRegistry, readOwnedRows, secrets } from './private-registry.ts'
import { aRegistryIn, isHidden, type RegistryState, secretsIn, stateNames } from './registry-states.ts'

/** Operations × those whom they don't concern × states of the registry (R932): whoever adds a call adds its input. */
const app = opened(() => testApp({ env: { PAYOUT_DAYS: '0' } }))

/** Who asks with no right to the registry, and whether they are signed in. */
const strangers = {
  'a guest': { isSignedIn: false, token: async () => undefined },
  'another host': { isSignedIn: true, token: async () => (await aHost(app)).token },
  'a host with an unconfirmed e-mail': {
    isSignedIn: true,
    token: async () => (await aHost(app, 'Ξένη', { confirmed: false })).token,
  },
  'a wrong token': { isSignedIn: false, token: async () => 'no-such-token' },
  'an ended session of the owner': {
    isSignedIn: false,
    token: async ({ expiredToken }: PrivateRegistry) => expiredToken,
  },
  'a revoked session of the owner': { isSignedIn: false, token: revokedToken },
  'a customer who asked for their deletion': { isSignedIn: false, token: () => aLeavingCustomer(app) },
  'an owner of the shop’s staff': {
    isSignedIn: false,
    token: async () => (await staffCookieOf({ ...app, clock: app.clock }, 'owner')).split('=')[1],
  },
} satisfies Record<
  string,
  { isSignedIn: boolean; token: (owned: PrivateRegistry) => Promise<string | undefined> }
>
type Stranger = keyof typeof strangers
const strangerNames = Object.keys(strangers) as Stranger[]
/** Whoever has no session is refused before anything is read: in other states than the first one of them is enough. */
const strangersIn = (state: RegistryState) =>
  state === 'private'
    ? strangerNames
    : strangerNames.filter(
        who => strangers[who].isSignedIn || ['a guest', 'a revoked session of the owner'].includes(who),
      )
const readToken = (who: Stranger, owned: PrivateRegistry): Promise<string | undefined> =>
  (strangers[who].token as (owned: PrivateRegistry) => Promise<string | undefined>)(owned)

/** A token that was the owner's until they set a new password. */
async function revokedToken({ owner }: PrivateRegistry): Promise<string> {
  const { token, hash } = createSessionToken()
  const expires_at = new Date(app.clock.now.getTime() + 86_400_000)
  await app.db.insertInto('session').values({ token_hash: hash, customer_id: owner.id, expires_at }).execute()
  await app.db.deleteFrom('session').where('token_hash', '=', hash).execute()
  return token
}

/** Whether a call is about the owner's registry or gift; find answers an empty list. */
function isAboutOwner(call: Handler, owned: PrivateRegistry): boolean {
  const { id, registry_id, gift_id, registry } = inputFor(call, owned)
  const { code } = owned.registry
  return [id, registry_id, registry].includes(code) || gift_id === owned.gift.id
}

/** What anybody may do with a registry that is not hidden. */
const forEverybody: Record<string, Partial<Record<RegistryState, number | undefined>>> = {
  'POST /registry/find': {},
  'POST /registry/show/products': {},
  'POST /registry/show/unavailable': {},
  'POST /registry/show/statistic': {},
  // Three give what there is.
  'POST /cart/create': { closed: 409, 'paid out': 409, open: undefined },
}

/** What a stranger gets; undefined where it depends on what the call names, and is only no failure. */
function expectedStatus(call: Handler, who: Stranger, state: RegistryState, owned: PrivateRegistry) {
  const { endpoint } = call
  if (endpoint.bearer && who === 'a guest') return 405
  if (endpoint.who === 'customer' && !strangers[who].isSignedIn) return 401
  if (!isAboutOwner(call, owned)) return undefined
  const open = forEverybody[callName(call)]
  if (callName(call) === 'POST /registry/find') return 200
  if (!open || isHidden(state)) return 404
  return state in open ? open[state] : 200
}

test('every operation of /api/openapi.json has an input here', async () => {
  const { paths } = (await (await app.request('/api/openapi.json')).json()) as {
    paths: Record<string, object>
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      method => `${method.toLocaleUpperCase('en')} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  expect(operations.sort()).toEqual(Object.keys(callInputs).sort())
  expect(publicCalls.map(callName).sort()).toEqual(operations)
})

describe.each(stateNames)('a registry that is %s', state => {
  // What is about no registry is the same whatever became of it.
  const asked = publicCallsByName.filter(([name]) => state === 'private' || isAboutRegistry(name))
  let owned: PrivateRegistry
  let before: unknown
  const tokens = new Map<Stranger, string | undefined>()
  beforeAll(async () => {
    owned = await aRegistryIn(app, state)
    for (const who of strangersIn(state)) tokens.set(who, await readToken(who, owned))
    before = await readOwnedRows(app, owned)
  })
  afterAll(async () => {
    // Its e-mail and its words are the next one's.
    const email = `was-${owned.owner.id}@owner.example`
    await app.db.updateTable('customer').set({ email }).where('id', '=', owned.owner.id).execute()
    const removed = { removed_at: app.clock.now }
    await app.db.updateTable('registry').set(removed).where('id', '=', owned.registry.id).execute()
  })

  test.each(asked)('%s tells no stranger anything of its owner, and changes nothing', async (name, call) => {
    const extra = { customer_id: owned.owner.id, how_many_sale: 99, is_owner: 1, shop_customer_id: 1 }
    for (const who of strangersIn(state)) {
      const input = { ...inputFor(call, owned), ...extra }
      const answer = await callAsVisitor(app, call, input, tokens.get(who))
      const expected = expectedStatus(call, who, state, owned)
      expect({ who, status: answer.status }).toEqual({
        who,
        status: expected ?? expect.toSatisfy(isNoFailure),
      })
      const text = JSON.stringify(answer)
      expect([who, secretsIn(state).filter(secret => text.includes(secret))]).toEqual([who, []])
      if (name === 'POST /logout' && strangers[who].isSignedIn) tokens.set(who, await readToken(who, owned))
    }
    // Whoever may give puts something aside.
    if (name === 'POST /cart/create' && !isHidden(state)) before = await readOwnedRows(app, owned)
    expect(await readOwnedRows(app, owned)).toEqual(before)
  })
})

const isNoFailure = (status: number) => status < 500

test('what is private is in no file for machines', async () => {
  for (const path of ['/sitemap.xml', '/robots.txt', '/api/openapi.json'])
    expect(await (await app.request(path)).text()).not.toContain(secrets.word)
})
