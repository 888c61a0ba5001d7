import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createCart } from '../src/checkout/hand-off.contract.ts'
import { clusterFolder } from '../src/server/postgres/embedded-cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/server/postgres/embedded-postgres.ts'
import { migrate } from '../src/server/postgres/migrate.ts'
import { readPostmaster } from '../src/server/postgres/processes.ts'
import { type AGift, aGift, aHost, aRegistry, lineOf } from './builders.ts'
import { quickFolder } from './folders.ts'
import { expectInvariants } from './invariants.ts'
import { type TestApp, testApp } from './test-app.ts'

/** R910 and R920: a database of its own that is killed, and one that hangs, while people give. */
const dataDir = fs.mkdtempSync(join(quickFolder(), 'doron-outage-'))
let cluster: EmbeddedPostgres
let app: TestApp
let registry: Awaited<ReturnType<typeof aRegistry>>

beforeAll(async () => {
  fs.chmodSync(dataDir, 0o755)
  cluster = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn() {} } })
  await migrate(cluster.url)
  app = await testApp({ database: { ...cluster, timeoutFactor: 1 } })
})
beforeEach(async () => {
  registry = await aRegistry(app, await aHost(app))
})
afterAll(async () => {
  await app.close()
  await cluster.stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const postmaster = () => readPostmaster(clusterFolder(dataDir))?.pid ?? 0
const status = async (path: string) => (await app.request(path)).status

/** Waits until the app serves again, and moves the clock: an interrupted cart may be retried after 15 s. */
async function waitUntilServing(): Promise<void> {
  await vi.waitUntil(async () => (await status('/readyz')) === 200, { timeout: 60_000, interval: 50 })
  app.later(1)
}

/** Each of twenty buyers hands two carts over, and retries with the same key until it succeeds. */
async function letTwentyBuy(gifts: AGift[], run: number): Promise<void> {
  let done = 0
  let outage: Promise<void> | undefined
  const handOver = async (buyer: number, which: number) => {
    const gift = gifts[(buyer + which) % 2]!
    const input = {
      registry_id: registry.code,
      line_items: [lineOf(gift, gift === gifts[0] ? { units: 1 } : { cents: 500 })],
      idempotency_key: `buyer-${run}-${buyer}-${which}`,
    }
    for (;;) {
      const answer = await app.call(createCart, input)
      if (answer.status === 200) break
      expect(answer).toMatchObject({ status: 503, data: { code: 'refused_away' } })
      outage ??= waitUntilServing()
      await outage
    }
    if (++done >= 15) outage ??= killDatabase()
  }
  const buyers = Array.from({ length: 20 }, (_, buyer) => handOver(buyer, 0).then(() => handOver(buyer, 1)))
  await Promise.all(buyers)
  await outage
}

/** Kills the database as `pg_ctl stop -m immediate` does, and waits until its successor serves. */
async function killDatabase(): Promise<void> {
  const pid = postmaster()
  process.kill(pid, 'SIGQUIT')
  await vi.waitUntil(() => ![0, pid].includes(postmaster()), { timeout: 60_000, interval: 20 })
  await waitUntilServing()
}

async function readCartIds(): Promise<string[]> {
  const rows = app.db.selectFrom('handoff').select('cart_id').where('registry_id', '=', registry.id)
  return (await rows.execute()).map(one => String(one.cart_id))
}

async function countPaid(): Promise<number> {
  const rows = app.db.selectFrom('purchase').select('order_id').where('state', '=', 'paid')
  return (await rows.where('registry_id', '=', registry.id).execute()).length
}

test.each(process.env.TEST_FULL ? [1, 2, 3] : [1])(
  'a database that is killed under twenty buyers, and while they are counted, loses and doubles nothing (%i)',
  async run => {
    const whole = await aGift(app, registry, { quantity: 90 })
    await letTwentyBuy([whole, await aGift(app, registry, { group: true, cents: 90_000 })], run)
    const carts = await readCartIds()
    expect([carts.length, new Set(carts).size]).toEqual([40, 40])

    for (const cart of carts) await app.shop.actions.pay(cart)
    const counting = app.job('order-sync').catch(() => {})
    await vi.waitUntil(async () => (await countPaid()) > 3, { timeout: 60_000, interval: 20 })
    await Promise.all([counting, killDatabase()])
    await app.job('order-sync')
    await app.job('webhook-events')
    expect(await countPaid()).toBe(40)
    await expectInvariants(app.db)
  },
)

test('while the database hangs, answers are 503 and the process is alive but not ready; later it serves again', async () => {
  const gift = await aGift(app, registry)
  const give = () =>
    app.call(createCart, {
      registry_id: registry.code,
      line_items: [lineOf(gift, { units: 1 })],
      idempotency_key: 'while-it-hangs',
    })
  const processes = [postmaster(), ...childrenOf(postmaster())]
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  try {
    expect(await status('/healthz')).toBe(200)
    const [ready, answer] = await Promise.all([app.request('/readyz'), give()])
    expect([ready.status, await ready.json()]).toMatchObject([503, { database: 'away' }])
    expect(answer).toMatchObject({ status: 503, data: { code: 'refused_away' } })
  } finally {
    for (const pid of processes) process.kill(pid, 'SIGCONT')
  }
  await waitUntilServing()
  expect(await give()).toMatchObject({ status: 200 })
  await expectInvariants(app.db, registry.id)
})

function childrenOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = table
    .trim()
    .split('\n')
    .map(row => row.trim().split(/\s+/).map(Number))
  return rows.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))
}
