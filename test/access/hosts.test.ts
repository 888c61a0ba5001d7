import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orNotFound } from '../../src/base/app-error.ts'
import { aHost } from '../builders.ts'
import { type TestApp, testApp } from '../test-app.ts'
import {
  callAsVisitor,
  callInputs,
  callName,
  inputFor,
  moneyCalls,
  ownerOnlyCalls,
  ownerStatuses,
  publicCalls,
  publicCallsByName,
} from './call-inputs.ts'
import { aPrivateRegistry, type PrivateRegistry, readOwnedRows } from './private-registry.ts'
import { aRegistryIn } from './registry-states.ts'

let app: TestApp
let owned: PrivateRegistry

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('the owner', () => {
  beforeEach(async () => {
    owned = await aPrivateRegistry(app)
  })
  test.each(publicCallsByName)('%s is open to them', async (name, call) => {
    const { status } = await callAsVisitor(app, call, inputFor(call, owned), owned.owner.token)
    expect(status).toBe(ownerStatuses[name] ?? 200)
  })
})

/** A registry that is gone is missing to its hosts as to everybody; find answers an empty list. */
describe.each(['owner', 'co-host'] as const)('the %s of a registry that was deleted', who => {
  let token: string
  let before: unknown
  beforeAll(async () => {
    owned = await aRegistryIn(app, 'deleted')
    const coHost = await aHost(app)
    const columns = { co_host_id: coHost.id }
    await app.db.updateTable('registry').set(columns).where('id', '=', owned.registry.id).execute()
    token = who === 'owner' ? owned.owner.token : coHost.token
    before = await readOwnedRows(app, owned)
  })
  const aboutIt = publicCallsByName.filter(([name, call]) => {
    const text = String(callInputs[name])
    return call.endpoint.path !== '/registry/find' && /registry\.code|gift\.id|guest\.id/.test(text)
  })
  test.each(aboutIt)('%s finds nothing', async (_, call) => {
    const { status } = await callAsVisitor(app, call, inputFor(call, owned), token)
    expect(status).toBe(404)
    expect(await readOwnedRows(app, owned)).toEqual(before)
  })
})

/** What an owner may not do before their e-mail is confirmed (R129, R706). */
describe('an owner whose e-mail is not confirmed', () => {
  const refused = [
    ...moneyCalls.filter(name => name !== 'POST /me/registry/move-change'),
    'POST /registry/co-host/invite',
    'POST /v2/invitation/send',
    'POST /v2/invitation/invite-guests',
    'POST /v2/invitation/test',
    'POST /v2/invitation/resend',
    'POST /v2/send-sms',
  ]
  test.each(refused)('%s is refused to them, and changes nothing', async name => {
    owned = await aPrivateRegistry(app)
    await app.db
      .updateTable('customer')
      .set({ confirmed_at: null })
      .where('id', '=', owned.owner.id)
      .execute()
    const call = orNotFound(publicCalls.find(one => callName(one) === name))
    const before = await readOwnedRows(app, owned)
    const { status } = await callAsVisitor(app, call, inputFor(call, owned), owned.owner.token)
    expect(status).toBe(403)
    expect(await readOwnedRows(app, owned)).toEqual(before)
  })
})

describe('a co-host', () => {
  let coHost: Awaited<ReturnType<typeof aHost>>
  beforeEach(async () => {
    owned = await aPrivateRegistry(app)
    coHost = await aHost(app)
    await app.db
      .updateTable('registry')
      .set({ co_host_id: coHost.id })
      .where('id', '=', owned.registry.id)
      .execute()
  })
  test.each(ownerOnlyCalls)('%s is refused to them, and changes nothing', async name => {
    const call = orNotFound(publicCalls.find(one => callName(one) === name))
    const before = await readOwnedRows(app, owned)
    const { status } = await callAsVisitor(app, call, inputFor(call, owned), coHost.token)
    expect(status).toBe(moneyCalls.includes(name) ? 404 : 403)
    expect(await readOwnedRows(app, owned)).toEqual(before)
  })
  const sharedCalls = publicCallsByName.filter(
    ([name, call]) => call.endpoint.who === 'customer' && !ownerOnlyCalls.includes(name),
  )
  test.each(sharedCalls)('%s is open to them', async (name, call) => {
    const { status } = await callAsVisitor(app, call, inputFor(call, owned), coHost.token)
    expect(status).toBe(ownerStatuses[name] ?? 200)
  })
})
