import type pg from 'pg'
import type { Logger } from 'pino'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AnsweredRequest } from './access-log.ts'
import { type Workload, workloadFigures } from './workload.ts'

export type Metrics = ReturnType<typeof createMetrics>

type PoolLoad = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> & {
  /** Where transactions wait for their turn, before they wait for a connection. */
  inTransactionTurn: { waitingCount(): number }
}

interface MetricsSources {
  pools: Record<string, PoolLoad>
  readWorkload(): Promise<Workload>
  /** Whether change notifications arrive. */
  isSubscribed(): boolean
  log: Logger
}

/** Seconds until an answer, from a cached page to far beyond the 5 s in which the database gives up (R920). */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/** The lanes to the shop, each with a circuit of its own. */
const lanes = ['graphql', 'rest', 'cart']

/** Everything that is measured; `docs/operating.md` lists the names. Labels have few values and name no people. */
export function createMetrics({ pools, readWorkload, isSubscribed, log }: MetricsSources) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'doron_request_duration_seconds',
    help: 'Seconds until the answer to a request began',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers,
  })
  const pages = new Counter({
    name: 'doron_kept_pages_total',
    help: 'Pages that may be kept, by whether they were (hit) or had to be rendered (miss)',
    labelNames: ['cache'],
    registers,
  })
  watchConnections({ pools, isSubscribed }, registers)
  const setWorkload = createWorkloadGauges(registers)
  const readInTime = withinLimit(readWorkload)
  return {
    contentType: registry.contentType,
    onAnswer({ method, route, status, ms, cache }: AnsweredRequest) {
      durations.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, ms / 1000)
      if (cache) pages.inc({ cache })
    },
    /** The text that Prometheus reads. */
    async render() {
      try {
        setWorkload(await readInTime())
      } catch (error) {
        // The metrics of the process itself are still answered.
        log.warn({ err: error }, 'the workload could not be measured')
        setWorkload(null)
      }
      return registry.metrics()
    },
  }
}

/** How long an answer waits for the database (ms): Prometheus waits for ten seconds, and then counts the process as gone. */
const workloadLimitMs = 4000

/** Asks once at a time, and gives up waiting for an answer that takes too long. */
function withinLimit<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null
  return async () => {
    reading ??= read().finally(() => {
      reading = null
    })
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => reject(new Error(`no answer within ${workloadLimitMs} ms`)),
      workloadLimitMs,
    )
    return Promise.race([reading, late]).finally(() => clearTimeout(timer))
  }
}

/** Gauges of the database connections, and of whether change notifications arrive over one. */
function watchConnections(
  { pools, isSubscribed }: Pick<MetricsSources, 'pools' | 'isSubscribed'>,
  registers: Registry[],
): void {
  new Gauge({
    name: 'doron_database_connections',
    help: 'Connections of a pool by state, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, load] of Object.entries(pools)) {
        const { totalCount, idleCount, waitingCount, inTransactionTurn } = load
        this.set({ pool, state: 'used' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount + inTransactionTurn.waitingCount())
      }
    },
  })
  new Gauge({
    name: 'doron_changes_subscribed',
    help: 'Whether changes of other processes are received at once (1), or open pages are polled (0)',
    registers,
    collect() {
      this.set(isSubscribed() ? 1 : 0)
    },
  })
}

type Setter = (workload: Workload | null) => void

/** The gauges of the database's facts; without them `doron_workload_known` is 0 and they keep their last values. */
function createWorkloadGauges(registers: Registry[]): Setter {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `doron_${name}`, help, labelNames, registers })
  const single = Object.entries(workloadFigures).map(
    ([name, { metric, help }]) => [gauge(metric, help), name as keyof typeof workloadFigures] as const,
  )
  const known = gauge('workload_known', 'Whether the database could be asked for the figures beside this one')
  const jobs = gauge('job_success_seconds', 'How long ago a job last succeeded, on whichever process', [
    'name',
  ])
  const overdue = gauge('job_overdue_seconds', 'How long ago a job should have succeeded again', ['name'])
  const circuits = gauge(
    'shop_circuit_open',
    'Whether calls of the shop fail again and again, until one succeeds',
    ['lane'],
  )
  const quota = gauge('shop_quota_left', 'Calls that the shop has left us, with its last reply')
  return workload => {
    known.set(workload ? 1 : 0)
    if (!workload) return
    for (const [one, name] of single) one.set(workload[name])
    for (const { name, seconds, overdueSeconds } of workload.jobs) {
      jobs.set({ name }, seconds)
      overdue.set({ name }, overdueSeconds)
    }
    for (const lane of lanes) circuits.set({ lane }, workload.shop.openCircuits.includes(lane) ? 1 : 0)
    if (workload.shop.quotaLeft !== null) quota.set(workload.shop.quotaLeft)
  }
}
