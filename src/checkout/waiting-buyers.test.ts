import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { showGifts } from '../gift/gift.contract.ts'
import { type Shop, ShopFailure } from '../shop/port.ts'
import { createCart } from './hand-off.contract.ts'

/** Pages are served while many guests wait for the shop or for each other; a process has 12 connections. */
const buyers = 60
const patient = { timeout: 60_000 }
const app = opened(() => testApp())
let registry: Awaited<ReturnType<typeof aRegistry>>
let gift: Awaited<ReturnType<typeof aGift>>
let hangsAt: 'fetchPrices' | 'createCart' | undefined
/** Calls that hang at the shop end when this resolves. */
let shopIsBack = Promise.withResolvers<void>()
let refusesCarts = false
const site = opened(() => {
  const { shop } = app.processA
  const hanging: Pick<Shop, 'fetchPrices' | 'createCart'> = {
    fetchPrices: async (...asked) => {
      await hangAt('fetchPrices')
      return shop.fetchPrices(...asked)
    },
    createCart: async cart => {
      await hangAt('createCart')
      if (refusesCarts) throw new ShopFailure('invalid', 'refused', { status: 422, shopMessage: 'no' })
      return shop.createCart(cart)
    },
  }
  return testApp({ shop: { ...shop, ...hanging }, db: app.processA.db, now: () => app.clock.now })
})
let waitingAtShop = 0
let observer: pg.Client
let locker: pg.Client
beforeAll(async () => {
  registry = await aRegistry(app, await aHost(app))
  gift = await aGift(app, registry, { quantity: 500 })
  observer = new pg.Client(app.databaseUrl)
  locker = new pg.Client(app.databaseUrl)
  await Promise.all([observer.connect(), locker.connect()])
})
afterEach(async () => {
  refusesCarts = false
  hangsAt = undefined
  await expectInvariants(app.db, registry.id)
})
afterAll(() => Promise.all([observer.end(), locker.end()]))

async function hangAt(call: typeof hangsAt): Promise<void> {
  if (call !== hangsAt) return
  waitingAtShop++
  await shopIsBack.promise
  waitingAtShop--
}

/** From another network for each index, so that rate limits do not interfere. */
const buy = (index: number) =>
  site.call<{ code?: string }>(
    createCart,
    { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] },
    { from: `10.${index}.0.1` },
  )
const startBuying = () => Promise.all(Array.from({ length: buyers }, (_, index) => buy(index)))

async function read(): Promise<void> {
  expect((await site.call(showGifts, { registry_id: registry.code })).status).toBe(200)
}

/** How many other connections wait for a lock, or idle in a transaction. */
async function countConnections(state: 'Lock' | 'idle in transaction'): Promise<number> {
  const { rows } = await observer.query(
    `select count(*)::int as count from pg_stat_activity where datname = current_database()
     and $1 in (wait_event_type, state) and pid <> pg_backend_pid()`,
    [state],
  )
  return rows[0].count
}

/** Reads until the work is done; returns how often. */
async function readDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false
  let reads = 0
  const end = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await read()
    reads++
  }
  await end
  return reads
}

/** Allows some 503, because on a busy machine some buyers wait too long for their turn. */
async function expectServed(buying: ReturnType<typeof startBuying>, status: number): Promise<void> {
  const statuses = (await buying).map(answer => answer.status)
  expect(statuses.filter(one => one !== status && one !== 503)).toEqual([])
  expect(statuses).toContain(status)
}

test.each(['fetchPrices', 'createCart'] as const)(
  'while the shop hangs at %s no connection is held, and when it is back readers read on',
  async call => {
    hangsAt = call
    shopIsBack = Promise.withResolvers()
    const bought = startBuying()
    await expect.poll(() => waitingAtShop, patient).toBe(buyers)
    expect(await countConnections('idle in transaction')).toBe(0)
    await read()
    shopIsBack.resolve()
    expect(await readDuring(bought)).toBeGreaterThan(0)
    await expectServed(bought, 200)
  },
)

test('buyers of one registry wait for its lock with one connection', async () => {
  await locker.query('begin')
  await locker.query('select id from registry where id = $1 for update', [registry.id])
  const bought = startBuying()
  await expect.poll(() => countConnections('Lock'), patient).toBe(1)
  for (let reads = 0; reads < 20; reads++) await read()
  expect(await countConnections('Lock')).toBe(1)
  await locker.query('commit')
  await readDuring(bought)
  await expectServed(bought, 200)
})

test('when the shop refuses all their carts, its products are read once for all, and readers read on', async () => {
  refusesCarts = true
  await locker.query('begin')
  await locker.query('select id from product where id = $1 for update', [gift.productId])
  const refused = startBuying()
  await expect.poll(() => countConnections('Lock'), patient).toBe(1)
  for (let reads = 0; reads < 20; reads++) await read()
  await locker.query('commit')
  await readDuring(refused)
  await expectServed(refused, 409)
})
