import type { LogEvent } from 'kysely'
import type { Logger } from 'pino'
import { currentTracer, setTracer } from '../../base/traces.ts'

export interface TraceSettings {
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

/** Adds the query to the trace of the work that asked it: its statement, whose values are numbered places, and no value. */
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

/** Texts within a statement are words of ours; left out all the same, so that none ever is somebody's. */
const withoutTexts = (statement: string) => statement.replaceAll(/'[^']*'/g, "'…'")
