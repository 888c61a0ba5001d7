import { type ComponentType, lazy } from 'react'
import { LoadFailure } from './load-failure.tsx'

/** Pauses between tries, in ms: two minutes in all, then the page says so (product.md 29). */
const pauses = [1000, 4000, 15_000, 30_000, 70_000]

/**
 * A component whose code is fetched when it is first shown. A chunk that does not arrive is asked for again; after two
 * minutes its place says so, and the rest of the page stands.
 */
export function lazyWithRetry<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    loadWithRetry(load).catch((): { default: ComponentType<Props> } => ({ default: LoadFailure })),
  )
}

/** Tries until it succeeds; rejects with the last failure when patience ends. */
export async function loadWithRetry<T>(load: () => Promise<T>, wait = pause): Promise<T> {
  for (const ms of pauses) {
    try {
      return await load()
    } catch {
      await wait(ms)
    }
  }
  return load()
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
