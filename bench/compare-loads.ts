import autocannon, { type Options } from 'autocannon'

/** How a server performed under load. */
export interface LoadResult {
  /** Requests per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
}

const loadSeconds = 3
const rounds = 3
/** Code is compiled while it runs: so many requests take up to twice as long as those after them. */
const warmUps = 1000

/**
 * Loads the servers in turn, for several rounds, so that other load on the machine affects all of them; returns the
 * medians. Throws when a response is not 2xx.
 */
export async function compareLoads<K extends string>(
  servers: Record<K, Options>,
): Promise<Record<K, LoadResult>> {
  const names = Object.keys(servers) as K[]
  for (const name of names) await runLoad({ ...servers[name], amount: warmUps })
  const loads = Object.fromEntries(names.map(name => [name, [] as LoadResult[]])) as Record<K, LoadResult[]>
  for (let round = 0; round < rounds; round++)
    for (const name of names) loads[name].push(await runLoad({ ...servers[name], duration: loadSeconds }))
  return Object.fromEntries(names.map(name => [name, medianResult(loads[name])])) as Record<K, LoadResult>
}

async function runLoad(options: Options): Promise<LoadResult> {
  const { requests, latency, non2xx, errors, statusCodeStats } = await autocannon({
    connections: 10,
    ...options,
  })
  if (non2xx + errors > 0)
    throw new Error(`${options.url}: ${JSON.stringify(statusCodeStats)}, ${errors} errors`)
  return { rate: requests.average, p50: latency.p50, p99: latency.p99 }
}

function medianResult(loads: LoadResult[]): LoadResult {
  return { rate: median(loads, 'rate'), p50: median(loads, 'p50'), p99: median(loads, 'p99') }
}

function median(loads: LoadResult[], key: keyof LoadResult): number {
  const values = loads.map(load => load[key]).sort((a, b) => a - b)
  return values[Math.floor(values.length / 2)] ?? Number.NaN
}
