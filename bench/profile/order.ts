import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { CpuTime, RecorderOrder } from './recorder.ts'

/** Asks the recorder of a measured process; answers what it says. */
export function order(process: ChildProcess, what: RecorderOrder): Promise<unknown> {
  return new Promise(resolve => {
    process.once('message', resolve)
    process.send(what)
  })
}

/** So much CPU time in a second (µs) is rest; the jobs that ask every few seconds take a quarter of it. */
const restMicros = 60_000
const restSeconds = 3
const mostSeconds = 60

/**
 * Waits until the process has done what it does after its start, such as looking at all pictures of the catalogue, which
 * would count as time of the first requests that are measured.
 */
export async function waitForRest(process: ChildProcess): Promise<void> {
  let last = 0
  let rested = 0
  for (let second = 0; second < mostSeconds && rested < restSeconds; second++) {
    await wait(1000)
    const { all } = (await order(process, 'tell CPU time')) as CpuTime
    rested = all - last < restMicros ? rested + 1 : 0
    last = all
  }
}
