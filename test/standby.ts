import * as fs from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { copyCluster } from '../src/server/backup/cluster-copy.ts'
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
  const primary = await startServer(folders.primary)
  await migrate(primary.url)
  const standby = await startStandby(primary, folders)
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

/** A copy of the running primary that follows it. */
async function startStandby(
  primary: EmbeddedPostgres,
  folders: { primary: string; standby: string },
): Promise<EmbeddedPostgres> {
  const folder = clusterFolder(folders.primary)
  const copy = join(folders.standby, 'pg')
  fs.mkdirSync(folders.standby)
  await copyCluster(primary.url, folder, copy)
  const { password } = readClusterNote(folders.primary, folder)
  const { port, username } = new URL(primary.url)
  const connection = `host=127.0.0.1 port=${port} user=${username} password=${password}`
  fs.appendFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`)
  fs.writeFileSync(join(copy, 'standby.signal'), '')
  const { uid, gid } = fs.statSync(copy)
  fs.chownSync(join(copy, 'standby.signal'), uid, gid)
  writeClusterNote(folders.standby, { cluster: 'pg', port: 0, password })
  return startServer(folders.standby)
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
