import * as fs from 'node:fs'
import { join } from 'node:path'
import { isProcessAlive, processCommand, processExists, waitUntil } from './processes.ts'

/** What a running PostgreSQL server notes in its cluster. */
export type Postmaster = { pid: number; port: number; ready: boolean }

const orphansLimitMs = 10_000

/** The server's own file: process on line 1, port on line 4, "ready" on line 8 once it takes connections. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  const lines = linesOf(cluster)
  return lines && { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** Whether the noted server lives: its id may have been given to some other program since. */
export function isPostgresServer({ pid }: Postmaster): boolean {
  return isProcessAlive(pid) && processCommand(pid).includes('postgres')
}

/**
 * Removes the note of a server that has ended, where PostgreSQL would take it for a living one:
 * its id belongs to another program now, or waits to be reaped. Any other stale note PostgreSQL clears itself.
 */
export async function clearStalePostmasterFile(cluster: string): Promise<void> {
  const found = readPostmaster(cluster)
  if (!found || isPostgresServer(found) || !processExists(found.pid)) return
  const memory = linesOf(cluster)?.[6]?.trim().split(/\s+/)[1]
  // Without its note PostgreSQL can't see that processes of the dead server still write, so we look ourselves.
  if (await waitUntil(() => !isAttached(memory), orphansLimitMs)) fs.rmSync(pidFile(cluster), { force: true })
}

/** Whether any process uses the shared memory of that id (Linux tells; elsewhere nobody does). */
function isAttached(memory: string | undefined): boolean {
  const list = '/proc/sysvipc/shm'
  if (!memory || !fs.existsSync(list)) return false
  const rows = fs.readFileSync(list, 'utf8').split('\n')
  return rows.map(row => row.trim().split(/\s+/)).some(row => row[1] === memory && Number(row[6]) > 0)
}

function linesOf(cluster: string): string[] | undefined {
  try {
    return fs.readFileSync(pidFile(cluster), 'utf8').split('\n')
  } catch {
    return undefined
  }
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}
