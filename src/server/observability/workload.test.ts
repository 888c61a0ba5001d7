import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { beforeAll, expect, test, vi } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../../test/builders.ts'
import { giveGifts } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'
import { createCart } from '../../checkout/hand-off.contract.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { readWorkload } from './workload.ts'

const app = opened(() => testApp())
let metrics: Metrics
const inTransactionTurn = { waitingCount: () => 2 }
const pools = { visitors: { totalCount: 5, idleCount: 3, waitingCount: 1, inTransactionTurn } }
beforeAll(async () => {
  await app.job('webhook-registration')
  metrics = createMetrics({
    pools,
    log: pino({ level: 'silent' }),
    isSubscribed: () => true,
    readWorkload: workload,
  })
})

const workload = () => readWorkload({ ...app.processA, now: () => app.clock.now })
const sampleOf = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])

test('docs/operating.md lists every metric, and no other', async () => {
  const names = [...(await metrics.render()).matchAll(/^# TYPE (doron_\w+)/gm)].map(([, name]) => name)
  const documented = [...readFileSync('docs/operating.md', 'utf8').matchAll(/^\| `(doron_\w+)/gm)].map(
    ([, name]) => name,
  )
  expect(documented.sort()).toEqual(names.sort())
})

test('what waits, what is set aside and the money held are measured', async () => {
  const host = await aHost(app)
  const registry = await aRegistry(app, host)
  const gift = await aGift(app, registry, { group: true, cents: 10_000 })
  await giveGifts(app, registry, [lineOf(gift, { cents: 4000 })])
  await app.call(createCart, { registry_id: registry.code, line_items: [lineOf(gift, { cents: 1000 })] })
  await app.job('held-money')
  expect(await workload()).toMatchObject({ openReservations: 1, heldMoneyCents: 0, overdueClosings: 0 })
  // Lines are counted at the second look, once each.
  for (const _look of [2, 3, 4]) await app.job('held-money')
  expect(await workload()).toMatchObject({ heldMoneyCents: 4000 })
  await app.db.updateTable('registry').set({ closing_day: '2026-11-01' }).execute()
  const received_at = new Date(app.clock.now.getTime() - 90_000)
  await app.db
    .insertInto('webhook_event')
    .values({ id: 'waits', scope: 'x', subject: 'order 1', received_at, next_attempt_at: received_at })
    .execute()
  const text = await metrics.render()
  expect(sampleOf(text, 'doron_overdue_closings')).toBe(1)
  expect(sampleOf(text, 'doron_oldest_webhook_event_seconds')).toBe(90)
  expect(sampleOf(text, 'doron_workload_known')).toBe(1)
  expect(text).toContain('doron_database_connections{pool="visitors",state="waiting"} 3')
  expect(text).toContain('doron_shop_circuit_open{lane="cart"} 0')
})

test('a job is overdue once its own interval is over, and what was a job once is none', async () => {
  const runs = { 'order-sync': 3660, 'dropped-pictures': 72_000, 'former-job': 9_000_000 }
  for (const [name, seconds] of Object.entries(runs))
    await app.db
      .insertInto('job_run')
      .values({ name, succeeded_at: new Date(app.clock.now.getTime() - seconds * 1000) })
      .execute()
  const text = await metrics.render()
  expect(sampleOf(text, 'doron_job_success_seconds{name="order-sync"}')).toBe(3660)
  expect(sampleOf(text, 'doron_job_overdue_seconds{name="order-sync"}')).toBe(3600)
  expect(sampleOf(text, 'doron_job_overdue_seconds{name="dropped-pictures"}')).toBe(0)
  expect(text).not.toContain('former-job')
})

test('a database that is away hides nothing of the process', async () => {
  const failing = createMetrics({
    isSubscribed: () => false,
    pools,
    log: pino({ level: 'silent' }),
    readWorkload: () => Promise.reject(new Error('away')),
  })
  failing.onAnswer({ method: 'GET', route: '/registry/:', status: 200, ms: 4, cache: 'hit', queries: 1 })
  const text = await failing.render()
  expect(sampleOf(text, 'doron_workload_known')).toBe(0)
  expect(text).toContain(
    'doron_request_duration_seconds_bucket{le="0.005",method="GET",route="/registry/:",status="2xx"} 1',
  )
  expect(text).toContain('doron_kept_pages_total{cache="hit"} 1')
})

test('a database that is silent, as behind a lock, holds up nothing of the process, and is asked once', async () => {
  vi.useFakeTimers()
  const readSilent = vi.fn(() => new Promise<never>(() => {}))
  const log = pino({ level: 'silent' })
  const silent = createMetrics({ isSubscribed: () => true, pools, log, readWorkload: readSilent })
  const texts = Promise.all([silent.render(), silent.render()])
  await vi.advanceTimersByTimeAsync(4000)
  for (const text of await texts) {
    expect(sampleOf(text, 'doron_workload_known')).toBe(0)
    expect(text).toContain('doron_database_connections{pool="visitors",state="waiting"} 3')
  }
  expect(readSilent).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})
