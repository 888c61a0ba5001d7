import * as fs from 'node:fs'
import { join } from 'node:path'
import { isProcessAlive, processCommand, processExists, waitUntil } from './processes.ts'

/** What a running PostgreSQL server writes into `postmaster.pid`. */
export type Postmaster = { pid: number; port: number; ready: boolean }

const orphansLimitMs = 10_000

/** Reads `postmaster.pid`: process id on line 1, port on line 4, "ready" on line 8 once it accepts connections. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  const lines = readLines(cluster)
  return lines && { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** Whether the server still runs; its process id may belong to another program by now. */
export function isPostgresServer({ pid }: Postmaster): boolean {
  return isProcessAlive(pid) && processCommand(pid).includes('postgres')
}

/**
 * Removes the file of a server that has ended, where PostgreSQL would believe that it still runs: its process id belongs to
 * another program now, or to a process that waits to be reaped. Other stale files PostgreSQL removes itself.
 */
export async function clearStalePostmasterFile(cluster: string): Promise<void> {
  const postmaster = readPostmaster(cluster)
  if (!postmaster || isPostgresServer(postmaster) || !processExists(postmaster.pid)) return
  const memory = readLines(cluster)?.[6]?.trim().split(/\s+/)[1]
  // Without the file PostgreSQL can't see that processes of the ended server still write, so we check ourselves.
  if (await waitUntil(() => !isAttached(memory), orphansLimitMs))
    fs.rmSync(pidFilePath(cluster), { force: true })
}

/** Whether any process uses the shared memory of that id; always false where there is no /proc. */
function isAttached(memory: string | undefined): boolean {
  const list = '/proc/sysvipc/shm'
  if (!memory || !fs.existsSync(list)) return false
  const rows = fs.readFileSync(list, 'utf8').split('\n')
  return rows.map(row => row.trim().split(/\s+/)).some(row => row[1] === memory && Number(row[6]) > 0)
}

function readLines(cluster: string): string[] | undefined {
  try {
    return fs.readFileSync(pidFilePath(cluster), 'utf8').split('\n')
  } catch {
    return undefined
  }
}

function pidFilePath(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}
