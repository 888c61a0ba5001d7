import type { ChildProcess } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon, { type Options } from 'autocannon'
import pg from 'pg'
import { findFreePort } from '../../test/free-port.ts'
import { type BenchApp, startProcess, stopProcess } from '../bench-app.ts'
import { type BenchRegistry, createBenchRegistry, unlimitedGoods } from '../bench-registries.ts'
import { catalogueIsRead, productSettings, startStoreServer } from '../hand-off/external-store.ts'
import { markdownTable, type ReportSection } from '../report.ts'
import { cartRequests, postOptions } from '../writes.ts'
import { cpuTimeMs } from './cpu-time.ts'

const processCount = 3
const connections = 12
const seconds = 5

/** The product in one process, and in three behind a balancer, on one database and with one store. */
export async function measureProcesses(benchApp: BenchApp): Promise<ReportSection> {
  const bench = await startSeveral(benchApp.databaseUrl)
  try {
    const registries: BenchRegistry[] = []
    for (let index = 0; index < 40; index++)
      registries.push(await createBenchRegistry(bench.db, unlimitedGoods))
    const page = `/registry/${registries[0]?.code}`
    const setupRequest = cartRequests(registries)
    const loads: [string, (base: string) => Options][] = [
      ['a kept page', base => ({ url: base + page })],
      // A visitor with a cookie gets no kept page.
      ['a rendered page', base => ({ url: base + page, headers: { cookie: 'seen=1' } })],
      ['a hand-off', base => postOptions(`${base}/api/cart/create`, setupRequest)],
    ]
    const rows: (string | number)[][] = []
    for (const [name, optionsFor] of loads) {
      rows.push([`${name}, one process`, ...(await bench.load(optionsFor(bench.oneUrl)))])
      rows.push([`${name}, ${processCount} processes`, ...(await bench.load(optionsFor(bench.balancerUrl)))])
    }
    const headings = ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms of Node', 'CPU ms of PostgreSQL']
    const text = `${markdownTable(headings, rows)}\n\n${explanation(await countOversold(bench.db))}`
    return { title: `One process, and ${processCount} behind a balancer`, text }
  } finally {
    await bench.close()
  }
}

const explanation = (oversold: number) =>
  'The CPU times are those of one request, of all processes of that kind; they tell what a machine with more cores can do. ' +
  'Load, balancer, store, database and processes share this one. ' +
  `Gifts with more units given or set aside than are wished for, after the hand-offs of all processes: ${oversold}.`

async function countOversold(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`
    select count(*)::int as count from gift
    join lateral (select coalesce(sum(credited_units), 0) as units from purchase where gift_id = gift.id) given on true
    join lateral (select coalesce(sum(units), 0) as units from handoff_line join handoff on handoff.id = handoff_id
      where gift_id = gift.id and handoff.state = 'open' and reserved_until > now()) aside on true
    where not is_group and given.units + aside.units > quantity`)
  return rows[0]?.count ?? 0
}

/** A store, and products that share a database, the last two behind a balancer with the first. */
async function startSeveral(serverUrl: string) {
  const databases = { shop: 'bench_several_store', product: 'bench_several' }
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  for (const name of Object.values(databases)) await server.query(`create database ${name}`)
  const urlOf = (name: string) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const storePort = await findFreePort()
  const { store, keys } = await startStoreServer(urlOf(databases.shop), storePort)
  const shopUrl = `http://127.0.0.1:${storePort}/shop`
  const dataDir = fs.mkdtempSync(join(tmpdir(), 'doron-bench-'))
  const balancerPort = await findFreePort()
  const ports: number[] = []
  const products: ChildProcess[] = []
  while (products.length < processCount) {
    const port = await findFreePort()
    ports.push(port)
    const settings = productSettings(keys, { port, shopUrl, storefrontUrl: shopUrl, dataDir })
    const SITE_URL = `http://127.0.0.1:${balancerPort}`
    const env = { ...settings, SITE_URL, DATABASE_URL: urlOf(databases.product) }
    products.push(await startProcess('src/main.ts', env, /is open at/))
  }
  const balancer = await startProcess(
    'bench/processes/balancer.ts',
    { PORT: String(balancerPort), PORTS: ports.join(',') },
    /listens/,
  )
  const db = new pg.Pool({ connectionString: urlOf(databases.product), max: 2 })
  await catalogueIsRead(db)
  await db.query(
    `insert into customer (email, email_key, name, surname, password_hash, language)
     values ('bench@doron.example', 'bench@doron.example', 'Bench', 'Bench', '', 'en')`,
  )
  const postmaster = await findPostmaster(server)
  return {
    db,
    oneUrl: `http://127.0.0.1:${ports[0]}`,
    balancerUrl: `http://127.0.0.1:${balancerPort}`,
    load: (options: Options) => measureLoad(options, products, postmaster),
    async close() {
      await Promise.all([...products.map(stopProcess), stopProcess(balancer), stopProcess(store), db.end()])
      for (const name of Object.values(databases)) await server.query(`drop database ${name} with (force)`)
      await server.end()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The process of PostgreSQL whose children serve the connections. */
async function findPostmaster(server: pg.Client): Promise<number> {
  const { rows } = await server.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  )
  return Number.parseInt(fs.readFileSync(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8'), 10)
}

/** Loads an address; returns the rate, the latencies and the CPU time that one request took. */
async function measureLoad(
  options: Options,
  products: ChildProcess[],
  postmaster: number,
): Promise<(string | number)[]> {
  await autocannon({ connections, duration: 1, ...options })
  const cpu = () => ({
    node: products.reduce((sum, { pid }) => sum + cpuTimeMs(pid ?? 0), 0),
    postgres: cpuTimeMs(postmaster, true),
  })
  const before = cpu()
  const { requests, latency, non2xx, errors, statusCodeStats } = await autocannon({
    connections,
    duration: seconds,
    ...options,
  })
  const after = cpu()
  if (non2xx + errors > 0)
    throw new Error(`${options.url}: ${errors} errors, ${JSON.stringify(statusCodeStats)}`)
  const perRequest = (ms: number) => (ms / requests.total).toFixed(2)
  return [
    Math.round(requests.average).toLocaleString('en'),
    latency.p50,
    latency.p99,
    perRequest(after.node - before.node),
    perRequest(after.postgres - before.postgres),
  ]
}
