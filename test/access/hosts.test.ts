import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { orNotFound } from '../../src/base/app-error.ts'
import { updateRows } from '../../src/server/postgres/rows.ts'
import { aHost } from '../builders.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'
import {
  callAsVisitor,
  callName,
  hostStatus,
  inputFor,
  isAboutRegistry,
  moneyCalls,
  publicCalls,
  publicCallsByName,
} from './call-inputs.ts'
import { aPrivateRegistry, type PrivateRegistry, readOwnedRows } from './private-registry.ts'
import {
  aHostedRegistry,
  aRegistryIn,
  type HostedRegistry,
  hostedStates,
  hosts,
  hostsIn,
} from './registry-states.ts'

const app = opened(() => testApp({ env: { PAYOUT_DAYS: '0' } }))
let owned: PrivateRegistry

/** Operations × hosts × states of their registry. What a host changed is not the next call's: that gets a new registry. */
describe.each(hostedStates)('a registry that is %s', state => {
  // What is about no registry is the same whatever became of it.
  const asked = publicCallsByName.filter(([name]) => state === 'open' || isAboutRegistry(name))
  describe.each(hostsIn(state))('and its %s', who => {
    let hosted: HostedRegistry
    let before: unknown
    async function startOver() {
      hosted = await aHostedRegistry(app, state, who)
      before = await hosted.readRows()
    }
    beforeAll(startOver)

    test.each(asked)('%s', async (name, call) => {
      const { status } = await callAsVisitor(app, call, inputFor(call, hosted.owned), hosted.token)
      const after = await hosted.readRows()
      const isRefused = status >= 400
      const expected = { status: hostStatus(name, who, state), rows: isRefused ? before : after }
      if (!isDeepStrictEqual(after, before)) await startOver()
      expect({ status, rows: after }).toEqual(expected)
    })
  })
})

/** A registry that is gone is missing to its hosts as to everybody; find answers an empty list. */
describe.each(hosts)('the %s of a registry that was deleted', who => {
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
  const searches = ['/registry/find', '/v2/find-registry']
  const aboutIt = publicCallsByName.filter(
    ([name, call]) => isAboutRegistry(name) && !searches.includes(call.endpoint.path),
  )
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
    await updateRows(app.db, 'customer', { set: { confirmed_at: null }, where: { id: owned.owner.id } })
    const call = orNotFound(publicCalls.find(one => callName(one) === name))
    const before = await readOwnedRows(app, owned)
    const { status } = await callAsVisitor(app, call, inputFor(call, owned), owned.owner.token)
    expect(status).toBe(403)
    expect(await readOwnedRows(app, owned)).toEqual(before)
  })
})
