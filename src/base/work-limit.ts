import { AppError } from './app-error.ts'

/** Runs expensive work, so much at once; see `createWorkLimit`. */
export type WorkLimit = <T>(work: () => Promise<T>) => Promise<T>

interface Limits {
  concurrent: number
  waiting: number
  /** How long a piece of work waits for its turn (ms); for ever by default. */
  waitMs?: number
}

/**
 * At most `concurrent` pieces of work run at once and at most `waiting` wait for their turn. The returned function
 * throws `refused_busy` 503 when there is no room left to wait, or when the turn doesn't come in `waitMs`.
 */
export function createWorkLimit({
  concurrent,
  waiting,
  waitMs,
}: Limits): WorkLimit & { waitingCount(): number } {
  const queue = new Set<() => void>()
  let running = 0
  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timeout)
        resolve()
      }
      const giveUp = () => {
        queue.delete(begin)
        reject(busy())
      }
      const timeout = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      queue.add(begin)
    })
  const takeTurn = async () => {
    if (running < concurrent) {
      running++
      return
    }
    if (queue.size >= waiting) throw busy()
    // Whoever ends hands its place to the next one, so that `running` stays as it is.
    await waitForTurn()
  }
  const limit: WorkLimit = async work => {
    await takeTurn()
    try {
      return await work()
    } finally {
      const [next] = queue
      if (next) {
        queue.delete(next)
        next()
      } else running--
    }
  }
  return Object.assign(limit, { waitingCount: () => queue.size })
}

const busy = () => new AppError('refused_busy', 503)

/** A limit of its own for each key, for as long as there is work under it. */
export function createKeyedLimit<Key>(limits: Limits): <T>(key: Key, work: () => Promise<T>) => Promise<T> {
  const byKey = new Map<Key, { limit: WorkLimit; users: number }>()
  return async (key, work) => {
    const entry = byKey.get(key) ?? { limit: createWorkLimit(limits), users: 0 }
    byKey.set(key, entry)
    entry.users++
    try {
      return await entry.limit(work)
    } finally {
      if (--entry.users === 0) byKey.delete(key)
    }
  }
}

/**
 * Shares work whose result is the same for everybody: whoever asks for a key while its work runs shares the next run,
 * which begins after they asked.
 */
export function createSharedRuns<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const runs = new Map<string, { running: Promise<T>; next: Promise<T> | undefined }>()
  const start = (key: string, work: () => Promise<T>) => {
    const running = work().finally(() => {
      if (runs.get(key)?.running === running && !runs.get(key)?.next) runs.delete(key)
    })
    runs.set(key, { running, next: undefined })
    return running
  }
  return (key, work) => {
    const current = runs.get(key)
    if (!current) return start(key, work)
    const again = () => start(key, work)
    current.next ??= current.running.then(again, again)
    return current.next
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

/** The delays between attempts, in ms: first `firstMs`, then doubled each time, at most `mostMs`. */
export interface RetryDelays {
  firstMs: number
  mostMs: number
}

/** When to retry; `attempts` counts the attempts made, from 1. */
export function nextAttemptAt(now: Date, attempts: number, { firstMs, mostMs }: RetryDelays): Date {
  return new Date(now.getTime() + Math.min(firstMs * 2 ** (attempts - 1), mostMs))
}
