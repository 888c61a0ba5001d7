import { type ComponentType, lazy } from 'react'
import { m } from '../../paraglide/messages.js'
import { linkClasses } from '../page/link.tsx'
import { reloadPage } from './unanswered-requests.ts'

/** Between attempts, in ms: two minutes in all (R815). */
const pausesMs = [1000, 4000, 15_000, 30_000, 70_000]

/**
 * A component whose code is loaded when it is first rendered. A chunk that fails is requested again for two minutes, then
 * `LoadFailure` takes its place; the rest of the page is unaffected (R815).
 */
export function lazyWithRetry<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    loadWithRetry(load).catch((): { default: ComponentType<Props> } => ({ default: LoadFailure })),
  )
}

/** Loads until it succeeds; rejects with the last error after two minutes. */
export async function loadWithRetry<T>(load: () => Promise<T>, wait = pause): Promise<T> {
  for (const ms of pausesMs) {
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

/** In place of a part of the page whose code could not be loaded; offers to reload the page (R815). */
function LoadFailure() {
  return (
    <p
      role="alert"
      className="fixed inset-x-4 bottom-4 z-60 rounded-tile bg-ink px-5 py-4 text-paper forced-colors:border sm:left-auto sm:w-96"
    >
      {m.ui_load_failed()}{' '}
      <button
        type="button"
        className={`font-semibold outline-paper ${linkClasses.text}`}
        onClick={reloadPage}
      >
        {m.ui_load_failed_reload()}
      </button>
    </p>
  )
}
