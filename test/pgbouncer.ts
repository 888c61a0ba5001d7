import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { findFreePort } from './free-port.ts'
import { askServer } from './postgres.ts'

/** The installed pgbouncer, null where there is none: its tests are skipped then. */
export const pgbouncerProgram =
  ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(path =>
    fs.existsSync(path),
  ) ?? null

/** pgbouncer in transaction mode before a database, with two connections to it. */
export async function openPgbouncer(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const database = pathname.slice(1)
  const folder = fs.mkdtempSync(join(tmpdir(), 'doron-pgbouncer-'))
  fs.chmodSync(folder, 0o755)
  const ownPort = await findFreePort()
  const target = `host=${hostname} port=${port} dbname=${database} user=${username} password=${decodeURIComponent(password)}`
  const lines = [
    '[databases]',
    `${database} = ${target}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 2',
  ]
  const file = join(folder, 'pgbouncer.ini')
  fs.writeFileSync(file, `${lines.join('\n')}\n`)
  const child = spawn(pgbouncerProgram ?? '', ['-q', file], { ...notRoot(), stdio: 'ignore' })
  const ended = once(child, 'exit')
  const url = new URL(databaseUrl)
  // The tests' own server is reached by a socket otherwise.
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${ownPort}`
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    fs.rmSync(folder, { recursive: true })
  }
  await vi.waitFor(() => askServer(url.href, 'select 1'), { timeout: 30_000, interval: 50 })
  return { url: url.href, stop }
}

/** It refuses to run as root. */
function notRoot() {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
