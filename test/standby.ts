import * as fs from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { clusterFolder, readClusterNote, writeClusterNote } from '../src/server/postgres/embedded-cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/server/postgres/embedded-postgres.ts'
import { migrate } from '../src/server/postgres/migrate.ts'
import { quickFolder } from './folders.ts'
import { askServer } from './postgres.ts'

const log = { info() {}, warn() {} }

/** A primary with a standby that has every commit before it is acknowledged, in folders of their own. */
export async function startPrimaryAndStandby() {
  const home = fs.mkdtempSync(join(quickFolder(), 'doron-standby-'))
  fs.chmodSync(home, 0o755)
  const folders = { primary: join(home, 'primary'), standby: join(home, 'standby') }
  const first = await startServer(folders.primary)
  await migrate(first.url)
  await first.stop()
  fs.cpSync(folders.primary, folders.standby, { recursive: true })
  const primary = await startServer(folders.primary)
  const standby = await startStandby(primary, folders.standby)
  await askServer(primary.url, `alter system set synchronous_standby_names = '*'`)
  await askServer(primary.url, 'select pg_reload_conf()')
  const isInStep = async () =>
    (await askServer(primary.url, `select 1 from pg_stat_replication where sync_state = 'sync'`)).length > 0
  await vi.waitUntil(isInStep, { timeout: 60_000, interval: 50 })
  return {
    primary,
    standby,
    folders,
    /** The address that names both. */
    url: joinAddresses(primary.url, standby.url),
    async stop() {
      await Promise.all([primary.stop(), standby.stop()])
      fs.rmSync(home, { recursive: true, force: true })
    },
  }
}

/** A copy of the primary that follows it. */
async function startStandby(primary: EmbeddedPostgres, dataDir: string): Promise<EmbeddedPostgres> {
  const folder = clusterFolder(dataDir)
  const note = readClusterNote(dataDir, folder)
  const { port, username } = new URL(primary.url)
  const connection = `host=127.0.0.1 port=${port} user=${username} password=${note.password}`
  fs.appendFileSync(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`)
  fs.writeFileSync(join(folder, 'standby.signal'), '')
  const { uid, gid } = fs.statSync(folder)
  fs.chownSync(join(folder, 'standby.signal'), uid, gid)
  writeClusterNote(dataDir, { ...note, port: 0 })
  return startServer(dataDir)
}

/** Reached over TCP, as servers on machines of their own are: an address of several has no room for a socket of each. */
async function startServer(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log })
  const address = new URL(server.url)
  address.searchParams.delete('host')
  return { ...server, url: address.href }
}

/** The address of a database that several servers have. */
function joinAddresses(...urls: string[]): string {
  const hosts = urls.map(url => new URL(url).host)
  return urls[0]!.replace(hosts[0]!, hosts.join(','))
}
