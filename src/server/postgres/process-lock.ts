import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isProcessAlive, processStartTime } from './processes.ts'

/** Thrown by `takeLock`: a living process holds it. */
export class LockHeldError extends Error {
  readonly pid: number
  constructor(path: string, pid: number) {
    super(`${path} is held by process ${pid}`)
    this.pid = pid
  }
}

/**
 * Takes the lock file at `path` for this process and returns how to give it back.
 * The lock of a process that has ended is cleared; a living holder throws `LockHeld`.
 */
export function acquireProcessLock(path: string): () => void {
  const mine = `${process.pid} ${processStartTime(process.pid)}\n`
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    // A link appears whole or not at all, so nobody ever reads half a lock.
    while (!linked(draft, path)) clearUnlessHeld(path)
  } finally {
    rmSync(draft)
  }
  return () => {
    if (contentOf(path) === mine) rmSync(path, { force: true })
  }
}

function clearUnlessHeld(path: string): void {
  const held = contentOf(path)
  if (held === undefined) return
  const pid = Number.parseInt(held, 10)
  const birth = held.slice(held.indexOf(' ') + 1).trim()
  if (pid > 0 && isProcessAlive(pid) && processStartTime(pid) === birth) throw new LockHeldError(path, pid)
  moveAway(path, held)
}

/** Another starter may have replaced the dead lock since it was read: then theirs goes back where it was. */
function moveAway(path: string, expected: string): void {
  const away = `${path}.${randomUUID()}`
  try {
    renameSync(path, away)
  } catch {
    return
  }
  if (contentOf(away) !== expected) linked(away, path)
  rmSync(away)
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
