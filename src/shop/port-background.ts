import { AsyncLocalStorage } from 'node:async_hooks'

const background = new AsyncLocalStorage<true>()

/**
 * Runs work that nobody waits for: its calls of the shop wait when little is left of the shop's quota, so that guests
 * never do because of it.
 */
export function runInBackground<T>(work: () => T): T {
  return background.run(true, work)
}

export function isInBackground(): boolean {
  return background.getStore() === true
}

/** Runs work that something waits for, such as a transaction, at once even within work that nobody waits for. */
export function runInForeground<T>(work: () => T): T {
  return background.exit(work)
}
