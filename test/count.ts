import { z } from 'zod'

export type Count = { passed: number; failed: number }

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(z.unknown()),
      name: z.optional(z.string()),
      startTime: z.optional(z.number()),
      endTime: z.optional(z.number()),
    }),
  ),
})

interface Suite {
  file?: string | undefined
  specs?: { tests: { results: { duration: number }[] }[] }[] | undefined
  suites?: Suite[] | undefined
}

const suite: z.ZodType<Suite> = z.object({
  file: z.optional(z.string()),
  specs: z.optional(
    z.array(z.object({ tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })) })),
  ),
  get suites() {
    return z.optional(z.array(suite))
  },
})

const playwrightReport = z.object({
  suites: z.optional(z.array(suite)),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

/** Sums Vitest's JSON report; a file that could not even be loaded counts as a failed test. */
export function countTests(report: unknown, exitedWell: boolean): Count {
  const { data } = vitestReport.safeParse(report)
  if (!data) return { passed: 0, failed: 1 }
  const unloaded = data.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return withRunnerFailure(
    { passed: data.numPassedTests, failed: data.numFailedTests + unloaded.length },
    exitedWell,
  )
}

/** Sums Playwright's JSON report; a journey that passed only when repeated has failed. */
export function countJourneys(report: unknown, exitedWell: boolean): Count {
  const { data } = playwrightReport.safeParse(report)
  if (!data) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = data.stats
  return withRunnerFailure({ passed: expected, failed: unexpected + flaky }, exitedWell)
}

/** How long a file of tests took, in seconds. */
export type FileTime = { file: string; seconds: number }

/** How long each file of Vitest's report took. */
export function vitestTimes(report: unknown): FileTime[] {
  const files = vitestReport.safeParse(report).data?.testResults ?? []
  return files.map(({ name = '', startTime = 0, endTime = 0 }) => ({
    file: name,
    seconds: (endTime - startTime) / 1000,
  }))
}

/** How long each file of Playwright's report took, its tests added up. */
export function journeyTimes(report: unknown): FileTime[] {
  const files = playwrightReport.safeParse(report).data?.suites ?? []
  return files.map(one => ({ file: one.file ?? '', seconds: durationOf(one) / 1000 }))
}

function durationOf({ specs = [], suites = [] }: Suite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap(one => one.results))
  const own = results.reduce((sum, { duration }) => sum + duration, 0)
  return suites.reduce((sum, inner) => sum + durationOf(inner), own)
}

/** A runner that failed without naming a failed test (an error outside of all tests) counts as one failure. */
function withRunnerFailure(count: Count, exitedWell: boolean): Count {
  return exitedWell || count.failed > 0 ? count : { ...count, failed: 1 }
}
