import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isProcessAlive, processStartTime } from './processes.ts'

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
  writeFileSync(draft, owner, { mode: 0o600 })
  try {
    // Linking is atomic, so that no process reads half a lock.
    while (!tryLink(draft, path)) removeUnlessHeld(path)
  } finally {
    rmSync(draft)
  }
  return () => {
    if (readIfExists(path) === owner) rmSync(path, { force: true })
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
    renameSync(path, away)
  } catch {
    return
  }
  if (readIfExists(away) !== expected) tryLink(away, path)
  rmSync(away)
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
