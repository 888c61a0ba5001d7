import { AppError } from './app-error.ts'

/** Runs expensive work, so much at once; see `createWorkLimit`. */
export type WorkLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * At most `concurrent` pieces of work run at once and at most `waiting` wait for their turn. The returned function
 * throws `refused_busy` 503 when there is no room left to wait.
 */
export function createWorkLimit({ concurrent, waiting }: { concurrent: number; waiting: number }): WorkLimit {
  const queue: (() => void)[] = []
  let running = 0
  const takeTurn = async () => {
    if (running < concurrent) {
      running++
      return
    }
    if (queue.length >= waiting) throw new AppError('refused_busy', 503)
    // Whoever ends hands its place to the next one, so that `running` stays as it is.
    await new Promise<void>(resolve => queue.push(resolve))
  }
  return async work => {
    await takeTurn()
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}

/** A budget of so many pieces of work in each minute; the returned function takes one, and is false when none is left. */
export function createMinuteBudget(max: number): (now: Date) => boolean {
  let minute = 0
  let taken = 0
  return now => {
    const current = Math.floor(now.getTime() / 60_000)
    if (current !== minute) taken = 0
    minute = current
    return ++taken <= max
  }
}
