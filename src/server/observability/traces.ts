import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogEvent } from 'kysely'
import type { Logger } from 'pino'
import { currentTracer, setTracer } from '../../base/traces.ts'

interface TraceSettings {
  env: NodeJS.Dict<string>
  version: string
  log: Logger
}

/**
 * Sends traces to where the standard variables (`OTEL_…`) say; answers how to stop. Without them nothing of
 * OpenTelemetry is loaded.
 */
export async function startTraces(settings: TraceSettings): Promise<() => Promise<void>> {
  if (!isOn(settings.env)) return async () => {}
  const { openTracer } = await import('./open-telemetry.ts')
  const { tracer, stop } = openTracer(settings)
  setTracer(tracer)
  return async () => {
    setTracer(undefined)
    await stop()
  }
}

/** Whether the variables ask for traces: an exporter or an address is named, and nothing switches it off. */
function isOn(env: NodeJS.Dict<string>): boolean {
  const exporter = env.OTEL_TRACES_EXPORTER?.trim()
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || exporter === 'none') return false
  return [exporter, env.OTEL_EXPORTER_OTLP_ENDPOINT, env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT].some(one =>
    one?.trim(),
  )
}

/** Longer statements are cut; the beginning tells which one it is. */
const longestStatement = 1000

/**
 * Adds the query to the trace of the work that asked it: its statement with numbered placeholders, without any value.
 */
export function traceQuery({ query, queryDurationMillis: ms, ...event }: LogEvent): void {
  const tracer = currentTracer()
  if (!tracer) return
  const statement = withoutTexts(query.sql).slice(0, longestStatement)
  const operation = /^\s*(\w+)/.exec(statement)?.[1]?.toLowerCase() ?? 'query'
  const table = /\b(?:from|into|update) "?(\w+)/.exec(statement)?.[1]
  tracer.add(
    {
      name: table === undefined ? operation : `${operation} ${table}`,
      kind: 'client',
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': statement,
      },
    },
    { ms, ...('error' in event && { error: event.error }) },
  )
}

/** Literals in statements are written by us; they are left out all the same, in case one ever is personal. */
const withoutTexts = (statement: string) => statement.replaceAll(/'[^']*'/g, "'…'")

/** One request, or one run of a job: what its log lines have in common, and what is counted while it lasts. */
export interface WorkScope {
  /** The number of its log lines, which visitors are shown when something fails. */
  id: string
  /** The name of a job; none for a request. */
  job?: string
  queries: number
  /** Whose request it is: an account, else a network address. Much at once by one of them waits in a lane of its own. */
  who?: string
  /** Whether the page came from the page cache (`hit`) or was rendered for it (`miss`). */
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

/** What every log line says of the work that wrote it; for pino's `mixin`. */
export function scopeFields() {
  const scope = storage.getStore()
  const trace = currentTracer()?.fields()
  if (!scope) return trace ?? {}
  return scope.job === undefined
    ? { request: scope.id, ...trace }
    : { job: scope.job, run: scope.id, ...trace }
}
