import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orNotFound } from '../../src/base/app-error.ts'
import { aHost } from '../builders.ts'
import { type TestApp, testApp } from '../test-app.ts'
import {
  callAsVisitor,
  callName,
  inputFor,
  moneyCalls,
  ownerOnlyCalls,
  ownerStatuses,
  publicCalls,
  publicCallsByName,
} from './call-inputs.ts'
import { aPrivateRegistry, type PrivateRegistry, readOwnedRows } from './private-registry.ts'

let app: TestApp
let owned: PrivateRegistry

beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  owned = await aPrivateRegistry(app)
})
afterAll(() => app.close())

describe('the owner', () => {
  test.each(publicCallsByName)('%s is open to them', async (name, call) => {
    const { status } = await callAsVisitor(app, call, inputFor(call, owned), owned.owner.token)
    expect(status).toBe(ownerStatuses[name] ?? 200)
  })
})

describe('a co-host', () => {
  let coHost: Awaited<ReturnType<typeof aHost>>
  beforeEach(async () => {
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
