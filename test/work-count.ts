import { Session } from 'node:inspector/promises'
import { rowsReadBy, type watchPlans } from './plans.ts'

/** How much work something was, in numbers that are the same on every machine. */
export interface CountedWork {
  /** Calls of functions in this process: ours, the router's, those of all libraries. */
  calls: number
  statements: number
  /** Rows that the database read. */
  rows: number
}

/** Counts the work of this process and of its statements, from now on until it is stopped. */
export async function countWork(plans: ReturnType<typeof watchPlans>) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    /** What was done since this was last asked. */
    async take(): Promise<CountedWork> {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      const functions = result.flatMap(script => script.functions)
      const ran = plans.take()
      return {
        calls: functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0),
        statements: ran.length,
        rows: ran.reduce((sum, statement) => sum + rowsReadBy(statement), 0),
      }
    },
    async stop(): Promise<void> {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

/** Twice as much of something may be so many times the work. */
const maxGrowth = 2.5

/** What grew faster than its cause, with both numbers; few more statements or rows are no growth. */
export function growthBeyond(once: CountedWork, twice: CountedWork): string[] {
  const least = { calls: 2000, statements: 5, rows: 50 }
  const kinds = ['calls', 'statements', 'rows'] as const
  return kinds
    .filter(kind => twice[kind] > Math.max(maxGrowth * once[kind], once[kind] + least[kind]))
    .map(kind => `${kind}: ${once[kind]}, then ${twice[kind]}`)
}
