import autocannon, { type Options } from 'autocannon'

/** What a server did under load. */
export interface Load {
  /** Requests a second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
}

const seconds = 3
const rounds = 3

/**
 * Loads each server in turn, round after round, so that whatever else the machine does meets them alike; the medians
 * count. Throws when anything but 2xx came back.
 */
export async function compare<K extends string>(servers: Record<K, Options>): Promise<Record<K, Load>> {
  const names = Object.keys(servers) as K[]
  for (const name of names) await once({ ...servers[name], duration: 2 })
  const loads = Object.fromEntries(names.map(name => [name, [] as Load[]])) as Record<K, Load[]>
  for (let round = 0; round < rounds; round++)
    for (const name of names) loads[name].push(await once({ ...servers[name], duration: seconds }))
  return Object.fromEntries(names.map(name => [name, middle(loads[name])])) as Record<K, Load>
}

async function once(options: Options): Promise<Load> {
  const { requests, latency, non2xx, errors } = await autocannon({ connections: 10, ...options })
  if (non2xx + errors > 0) throw new Error(`${options.url}: ${non2xx} refused, ${errors} broke`)
  return { rate: requests.average, p50: latency.p50, p99: latency.p99 }
}

function middle(loads: Load[]): Load {
  return { rate: median(loads, 'rate'), p50: median(loads, 'p50'), p99: median(loads, 'p99') }
}

function median(loads: Load[], key: keyof Load): number {
  const values = loads.map(load => load[key]).sort((a, b) => a - b)
  return values[Math.floor(values.length / 2)] ?? Number.NaN
}
