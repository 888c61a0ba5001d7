import * as fs from 'node:fs'

/** Resident memory of a process, in bytes: now, and the most that it ever was. Linux alone tells it. */
export function readMemory(pid: number): { now: number; most: number } {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, now] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? []
  const [, most] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? []
  return { now: Number(now) * 1024, most: Number(most) * 1024 }
}
