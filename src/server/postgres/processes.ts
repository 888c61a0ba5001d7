import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Whether there is a process with that id, even one that has ended and waits to be reaped. */
export function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether a process with that id exists and has not ended. */
export function isProcessAlive(pid: number): boolean {
  return processExists(pid) && statusFields(pid)[0] !== 'Z'
}

/** When the process started, as the system writes it ('' if unknown); tells a reused process id apart. */
export function processStartTime(pid: number): string {
  return process.platform === 'linux' ? (statusFields(pid)[19] ?? '') : runPs(pid, 'lstart=')
}

/** The command line of a process, '' if it can't be read. */
export function processCommand(pid: number): string {
  if (process.platform !== 'linux') return runPs(pid, 'command=')
  return readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
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
  const stat = process.platform === 'linux' ? readOrEmpty(`/proc/${pid}/stat`) : ''
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function runPs(pid: number, field: string): string {
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
