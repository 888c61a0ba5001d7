import { AsyncLocalStorage } from 'node:async_hooks'
import { currentTracer } from '../../base/traces.ts'

/** One request, or one run of a job: what its log lines have in common, and what is counted while it lasts. */
export interface WorkScope {
  /** The number of its log lines, which visitors are shown when something fails. */
  id: string
  /** The name of a job; none for a request. */
  job?: string
  queries: number
  /** Whose request it is: an account, else a network address. Much at once by one of them waits in a lane of its own. */
  who?: string
  /** Whether the page was kept: `hit` if it was sent as it had been rendered for somebody else. */
  cache?: 'hit' | 'miss'
}

// The product is one bundle and the program that starts it another: both have to find the same scope.
const storageKey = Symbol.for('doron.work-scope')
const shared = globalThis as { [storageKey]?: AsyncLocalStorage<WorkScope> }
shared[storageKey] ??= new AsyncLocalStorage()
const storage = shared[storageKey]

export function runInScope<T>(scope: WorkScope, work: () => T): T {
  return storage.run(scope, work)
}

export function currentScope(): WorkScope | undefined {
  return storage.getStore()
}

interface ScopeFields {
  request?: string
  job?: string
  run?: string
  trace_id?: string
  span_id?: string
}

/** What every log line says of the work that wrote it; for pino's `mixin`. */
export function scopeFields(): ScopeFields {
  const scope = storage.getStore()
  const trace = currentTracer()?.fields()
  if (!scope) return { ...trace }
  return scope.job === undefined
    ? { request: scope.id, ...trace }
    : { job: scope.job, run: scope.id, ...trace }
}
