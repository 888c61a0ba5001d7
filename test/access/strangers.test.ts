import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Handler } from '../../src/server/context/handler.ts'
import { aHost } from '../builders.ts'
import { type TestApp, testApp } from '../test-app.ts'
import {
  callAsVisitor,
  callInputs,
  callName,
  inputFor,
  publicCalls,
  publicCallsByName,
} from './call-inputs.ts'
import {
  aLeavingCustomer,
  aPrivateRegistry,
  type PrivateRegistry,
  readOwnedRows,
  secrets,
} from './private-registry.ts'

let app: TestApp
let owned: PrivateRegistry
let otherHost: Awaited<ReturnType<typeof aHost>>
let leavingToken: string

beforeAll(async () => {
  app = await testApp()
  otherHost = await aHost(app)
  leavingToken = await aLeavingCustomer(app)
  owned = await aPrivateRegistry(app)
})
afterAll(() => app.close())

/** Whether a call is about the owner's registry or gift, which others must find missing; find answers an empty list. */
function isAboutOwner(call: Handler): boolean {
  const { id, registry_id, gift_id, registry } = inputFor(call, owned)
  const isFind = call.endpoint.path === '/registry/find'
  const { code } = owned.registry
  return !isFind && ([id, registry_id, registry].includes(code) || gift_id === owned.gift.id)
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

describe.each(publicCallsByName)('%s', (_, call) => {
  test.each([
    ['a guest', () => undefined],
    ['another host', () => otherHost.token],
    ['a wrong token', () => 'no-such-token'],
    ['an ended session', () => owned.expiredToken],
    ['a customer who asked for their deletion', () => leavingToken],
  ])('tells %s nothing of the owner, and changes nothing of theirs', async (who, token) => {
    const before = await readOwnedRows(app, owned)
    const extra = { customer_id: owned.owner.id, how_many_sale: 99, is_owner: 1, shop_customer_id: 1 }
    const answer = await callAsVisitor(app, call, { ...inputFor(call, owned), ...extra }, token())
    expect(answer.status).toBeLessThan(500)
    if (call.endpoint.bearer && who === 'a guest') expect(answer.status).toBe(405)
    else if (call.endpoint.who === 'customer' && who !== 'another host') expect(answer.status).toBe(401)
    else if (isAboutOwner(call)) expect(answer.status).toBe(404)
    const text = JSON.stringify(answer)
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret)
    expect(await readOwnedRows(app, owned)).toEqual(before)
    if (call.endpoint.path === '/logout' && who === 'another host') otherHost = await aHost(app)
  })
})

test('what is private is in no file for machines', async () => {
  for (const path of ['/sitemap.xml', '/robots.txt', '/api/openapi.json'])
    expect(await (await app.request(path)).text()).not.toContain(secrets.word)
})
