import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Whether the system has a process of that id, be it one that has ended and waits to be reaped. */
export function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether a process of that id exists and has not ended. */
export function isProcessAlive(pid: number): boolean {
  return processExists(pid) && statusFields(pid)[0] !== 'Z'
}

/** When the process began, as the system words it, so that a pid given out again is told apart ('' if unknown). */
export function processStartTime(pid: number): string {
  return process.platform === 'linux' ? (statusFields(pid)[19] ?? '') : askPs(pid, 'lstart=')
}

/** The command line of a process, '' if it can't be read. */
export function processCommand(pid: number): string {
  if (process.platform !== 'linux') return askPs(pid, 'command=')
  return readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
}

/** Looks every 20 ms until `met` answers true; false once `limitMs` have gone by. */
export async function waitUntil(met: () => boolean, limitMs: number): Promise<boolean> {
  for (const end = Date.now() + limitMs; Date.now() < end; await delay(20)) {
    if (met()) return true
  }
  return met()
}

/** The fields of /proc/PID/stat after the command's name, which may itself hold spaces and brackets. */
function statusFields(pid: number): string[] {
  const stat = process.platform === 'linux' ? readOrEmpty(`/proc/${pid}/stat`) : ''
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function askPs(pid: number, field: string): string {
  try {
    return execFileSync('ps', ['-ww', '-o', field, '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
