import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCart } from '../src/checkout/hand-off.contract.ts'
import { type TestHook, testHooks } from '../src/server/context/test-hooks.ts'
import { type AGift, aGift, aHost, aRegistry, lineOf } from './builders.ts'
import type { Giving } from './giving-process.ts'
import { expectInvariants } from './invariants.ts'
import { opened } from './opened.ts'
import { testApp } from './test-app.ts'

/** Real processes, killed with -9 at each step of a hand-off and of counting; another process continues. */
const app = opened(() => testApp())
let shopServer: Server
let registry: Awaited<ReturnType<typeof aRegistry>>
let whole: AGift
let group: AGift

beforeAll(async () => {
  shopServer = createServer(getRequestListener(app.shop.app.fetch))
  await new Promise<void>(done => shopServer.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  shopServer.close()
  shopServer.closeAllConnections()
})
beforeEach(async () => {
  registry = await aRegistry(app, await aHost(app))
  whole = await aGift(app, registry, { cents: 3000 })
  group = await aGift(app, registry, { group: true, cents: 9000 })
})

/** Runs a process of its own; answers the signal that ended it, or null when it finished. */
function runGivingProcess(does: Pick<Giving, 'cart' | 'dies'>): Promise<NodeJS.Signals | null> {
  const { port } = shopServer.address() as AddressInfo
  const giving: Giving = {
    ...does,
    databaseUrl: app.databaseUrl,
    settings: app.settings,
    shop: { credentials: app.shop.credentials, groupGift: app.shop.groupGift },
    shopUrl: `http://127.0.0.1:${port}`,
    now: app.clock.now.toISOString(),
  }
  const child = spawn(process.execPath, ['test/giving-process.ts'], {
    env: { ...process.env, NODE_ENV: 'production', GIVING: JSON.stringify(giving) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise(done => child.once('exit', (_, signal) => done(signal)))
}

const cartInput = () => ({
  registry_id: registry.code,
  line_items: [lineOf(whole, { units: 1 }), lineOf(group, { cents: 4000 })],
  idempotency_key: 'one-click',
})

async function readCartId(): Promise<string> {
  const rows = await app.db
    .selectFrom('handoff')
    .select('cart_id')
    .where('registry_id', '=', registry.id)
    .execute()
  expect(rows).toHaveLength(1)
  return rows[0]!.cart_id!
}

async function readPurchases() {
  return app.db
    .selectFrom('purchase')
    .select(['state', 'cents', 'credited_cents'])
    .where('registry_id', '=', registry.id)
    .orderBy('line_id')
    .execute()
}

const bought = [
  { state: 'paid', cents: 3000, credited_cents: 3000 },
  { state: 'paid', cents: 4000, credited_cents: 4000 },
]
const countEmails = async () => {
  const rows = app.db.selectFrom('outbox').select('cause').where('cause', 'like', `%:${registry.code}%`)
  return (await rows.execute()).length
}
const quickSteps: TestHook[] = ['gifts reserved', 'cart made', 'order counted, not committed']
const tried = (steps: readonly TestHook[]) =>
  steps.filter(step => process.env.TEST_FULL || quickSteps.includes(step))
// Between them is the end of a cart, which own-hand-off.test.ts breaks off.
const stepsOfHandOff = tried(testHooks.slice(0, testHooks.indexOf('cart ended')))
const stepsOfCounting = tried(testHooks.slice(testHooks.indexOf('order read')))

describe('kill -9 during a hand-off', () => {
  test.each(stepsOfHandOff)('after: %s', async dies => {
    expect(await runGivingProcess({ cart: cartInput(), dies })).toBe('SIGKILL')
    app.later(1)
    const repeated = await app.call(createCart, cartInput())
    expect(repeated.status).toBe(200)
    const rival = await app.call(createCart, { ...cartInput(), idempotency_key: 'another-click' })
    expect(rival.status).toBe(409)
    await app.shop.actions.pay(await readCartId())
    await app.job('order-sync')
    expect(await readPurchases()).toEqual(bought)
    await expectInvariants(app.db, registry.id)
  })
})

describe('kill -9 while an order is counted', () => {
  test.each(stepsOfCounting)('after: %s', async dies => {
    expect((await app.call(createCart, cartInput())).status).toBe(200)
    await app.shop.actions.pay(await readCartId())
    app.later(2)
    expect(await runGivingProcess({ cart: null, dies })).toBe('SIGKILL')
    await expectInvariants(app.db, registry.id)
    await app.job('order-sync')
    expect(await readPurchases()).toEqual(bought)
    expect(await countEmails()).toBe(2)
    await expectInvariants(app.db, registry.id)
  })
})
