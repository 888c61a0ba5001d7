import type { LogEvent } from 'kysely'
import { currentTracer } from '../../base/traces.ts'

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
