/**
 * How the work of something grows with its input. Processor time of this thread alone is compared, so that other
 * processes and machines change nothing; a measurement that looks bad is repeated, and the least of each counts.
 */

/** Does something with an input of that size. */
export type Work = (size: number) => unknown

/** Double the input may take so much more. */
const maxGrowth = 2.5
/** Work that costs at most so many times what the harmless one does is too little to tell how it grows. */
const maxHarmless = 5
/** The clock of processor time ticks every 4 ms on some machines: a measurement may be short of one, and a few say nothing. */
const tick = 4_000

/** Whether double the input takes at most 2.5 times the work; `harmless` does as much with an input without malice. */
export async function growsLinearly(work: Work, size: number, harmless: Work, repeats = 6): Promise<boolean> {
  let [once, twice, control] = [Infinity, Infinity, Infinity]
  for (let repeat = 0; repeat < repeats; repeat++) {
    control = Math.min(control, await cpuTime(harmless, 2 * size))
    twice = Math.min(twice, await cpuTime(work, 2 * size))
    if (twice <= maxHarmless * control + 4 * tick) return true
    once = Math.min(once, await cpuTime(work, size))
    if (twice <= maxGrowth * (once + tick)) return true
  }
  return false
}

/** In microseconds. */
async function cpuTime(work: Work, size: number): Promise<number> {
  const before = process.threadCpuUsage()
  await work(size)
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}
