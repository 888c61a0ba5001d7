import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCart } from '../src/checkout/hand-off.contract.ts'
import { startJobs } from '../src/server/jobs/job-runner.ts'
import { connectClient, openDatabaseServer } from '../src/server/postgres/database-server.ts'
import { clusterFolder } from '../src/server/postgres/embedded-cluster.ts'
import { readPostmaster } from '../src/server/postgres/processes.ts'
import { aGift, aHost, aRegistry, lineOf } from './builders.ts'
import { expectInvariants } from './invariants.ts'
import { askServer } from './postgres.ts'
import { startPrimaryAndStandby } from './standby.ts'
import { type TestApp, testApp } from './test-app.ts'

/** Two servers of one database, of which the second takes over while people give. */
let servers: Awaited<ReturnType<typeof startPrimaryAndStandby>>
let app: TestApp
beforeAll(async () => {
  servers = await startPrimaryAndStandby()
  app = await testApp({ database: { ...servers, timeoutFactor: 1 }, listens: true })
})
afterAll(async () => {
  await app?.close()
  await servers?.stop()
})

const eventually = { timeout: 60_000, interval: 50 }
const buyers = 10
const log = { level: 'silent', warn() {}, info() {}, error() {} } as never

/** The primary dies, as its machine would, and the standby takes over. */
async function failOver(): Promise<void> {
  const pid = readPostmaster(clusterFolder(servers.folders.primary))?.pid ?? 0
  process.kill(pid, 'SIGQUIT')
  await askServer(servers.standby.url, 'select pg_promote()')
  await vi.waitUntil(async () => (await app.request('/readyz')).status === 200, eventually)
}

test('the standby takes over under hand-offs: 503 meanwhile, nothing is lost or doubled, nobody starts anew', async () => {
  const registry = await aRegistry(app, await aHost(app))
  const gift = await aGift(app, registry, { quantity: 90 })
  const ran = vi.fn(async () => {})
  const job = { name: 'work', everySeconds: 3600, work: ran }
  const queueServer = openDatabaseServer(servers.url)
  const stopJobs = await startJobs(queueServer, [job], { log })
  let done = 0
  let outage: Promise<void> | undefined
  const handOver = async (key: string) => {
    const line_items = [lineOf(gift, { units: 1 })]
    const input = { registry_id: registry.code, line_items, idempotency_key: key }
    for (;;) {
      const answer = await app.call(createCart, input)
      if (answer.status === 200) break
      expect(answer).toMatchObject({ status: 503, data: { code: 'refused_away' } })
      outage ??= failOver()
      await outage
      // An interrupted cart may be retried after 15 s.
      app.later(1)
    }
    if (++done >= buyers / 2) outage ??= failOver()
  }
  const buy = async (buyer: number) => {
    for (const which of [1, 2]) await handOver(`buyer-${buyer}-${which}`)
  }
  await Promise.all(Array.from({ length: buyers }, (_, buyer) => buy(buyer)))
  await outage

  const carts = await app.db.selectFrom('handoff').select('cart_id').execute()
  expect(new Set(carts.map(({ cart_id }) => cart_id)).size).toBe(2 * buyers)
  for (const { cart_id } of carts) await app.shop.actions.pay(cart_id ?? '')
  await app.job('order-sync')
  const paid = app.db.selectFrom('purchase').select('order_id').where('state', '=', 'paid')
  expect(await paid.execute()).toHaveLength(2 * buyers)
  await expectInvariants(app.db)

  // The queue of the jobs followed, and so does what connects anew.
  const client = await connectClient(servers.url)
  await vi.waitFor(
    () =>
      client.query(`insert into job.job (name, policy) values ('work', 'exclusive') on conflict do nothing`),
    eventually,
  )
  await vi.waitFor(() => expect(ran).toHaveBeenCalled(), eventually)
  await client.end()
  await stopJobs()
})

test('the former primary comes back and takes writes, and everybody stays with the one that was promoted', async () => {
  await vi.waitFor(() => askServer(servers.primary.url, 'select 1'), eventually)
  const reads = await askServer<{ on: string }>(
    servers.primary.url,
    `select current_setting('transaction_read_only') as on`,
  )
  expect(reads).toEqual([{ on: 'off' }])
  const server = openDatabaseServer(servers.url, { limitMs: 20_000 })
  expect(await server.findAddress()).toBe(servers.standby.url)
})

test('where no server takes writes, it is said of each why', async () => {
  const lonely = servers.url.replace(/:\d+,127\.0\.0\.1:\d+/, ':1,127.0.0.1:2')
  await expect(openDatabaseServer(lonely).findAddress()).rejects.toThrow(
    'no server of the database takes writes: 127.0.0.1:1 ECONNREFUSED, 127.0.0.1:2 ECONNREFUSED',
  )
})
