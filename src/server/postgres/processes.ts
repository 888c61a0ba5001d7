import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Whether there is a process with that id, even one that has ended and waits to be reaped. */
function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export function isProcessAlive(pid: number): boolean {
  return processExists(pid) && statusFields(pid)[0] !== 'Z'
}

/** When the process started, as the system writes it ('' if unknown); tells a reused process id apart. */
function processStartTime(pid: number): string {
  return process.platform === 'linux' ? (statusFields(pid)[19] ?? '') : runPs(pid, 'lstart=')
}

/** The command line of a process, '' if it can't be read. */
function processCommand(pid: number): string {
  if (process.platform !== 'linux') return runPs(pid, 'command=')
  return (readIfExists(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ')
}

/** Checks every 20 ms until `isMet` answers true; false after `limitMs`. */
export async function waitUntil(isMet: () => boolean, limitMs: number): Promise<boolean> {
  for (const end = Date.now() + limitMs; Date.now() < end; await delay(20)) {
    if (isMet()) return true
  }
  return isMet()
}

/** The fields of /proc/PID/stat after the command's name, which may itself hold spaces and brackets. */
function statusFields(pid: number): string[] {
  const stat = process.platform === 'linux' ? readIfExists(`/proc/${pid}/stat`) : undefined
  return stat ? stat.slice(stat.lastIndexOf(')') + 2).split(' ') : []
}

function runPs(pid: number, field: string): string {
  try {
    return execFileSync('ps', ['-ww', '-o', field, '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** What a running PostgreSQL server writes into `postmaster.pid`. */
export type Postmaster = { pid: number; port: number; ready: boolean }

const orphansLimitMs = 10_000

/** Reads `postmaster.pid`: process id on line 1, port on line 4, "ready" on line 8 once it accepts connections. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  const lines = readIfExists(pidFilePath(cluster))?.split('\n')
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
  const memory = readIfExists(pidFilePath(cluster))?.split('\n')[6]?.trim().split(/\s+/)[1]
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

const pidFilePath = (cluster: string) => join(cluster, 'postmaster.pid')

/** Thrown by `acquireProcessLock` when a running process holds the lock. */
export class LockHeldError extends Error {
  readonly pid: number
  constructor(path: string, pid: number) {
    super(`${path} is held by process ${pid}`)
    this.pid = pid
  }
}

/**
 * Takes the lock file at `path` for this process and returns a function that releases it.
 * The lock of a process that has ended is removed. Throws `LockHeldError` when a running process holds it.
 */
export function acquireProcessLock(path: string): () => void {
  const owner = `${process.pid} ${processStartTime(process.pid)}\n`
  const draft = `${path}.${randomUUID()}`
  fs.writeFileSync(draft, owner, { mode: 0o600 })
  try {
    // Linking is atomic, so that no process reads half a lock.
    while (!tryLink(draft, path)) removeUnlessHeld(path)
  } finally {
    fs.rmSync(draft)
  }
  return () => {
    if (readIfExists(path) === owner) fs.rmSync(path, { force: true })
  }
}

function removeUnlessHeld(path: string): void {
  const content = readIfExists(path)
  if (content === undefined) return
  const pid = Number.parseInt(content, 10)
  const startTime = content.slice(content.indexOf(' ') + 1).trim()
  if (pid > 0 && isProcessAlive(pid) && processStartTime(pid) === startTime)
    throw new LockHeldError(path, pid)
  removeStaleLock(path, content)
}

/** Removes a lock unless another process has replaced it since it was read; then that one is put back. */
function removeStaleLock(path: string, expected: string): void {
  const away = `${path}.${randomUUID()}`
  try {
    fs.renameSync(path, away)
  } catch {
    return
  }
  if (readIfExists(away) !== expected) tryLink(away, path)
  fs.rmSync(away)
}

function tryLink(from: string, to: string): boolean {
  try {
    fs.linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readIfExists(path: string): string | undefined {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
