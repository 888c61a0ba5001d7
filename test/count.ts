import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export type Count = { passed: number; failed: number }

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.optional(z.nullable(z.array(z.string()))),
        }),
      ),
      name: z.optional(z.string()),
      startTime: z.optional(z.number()),
      endTime: z.optional(z.number()),
    }),
  ),
})

const spec = z.object({
  title: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      status: z.optional(z.string()),
      results: z.array(
        z.object({
          duration: z.number(),
          errors: z.optional(z.array(z.object({ message: z.optional(z.string()) }))),
        }),
      ),
    }),
  ),
})

interface Suite {
  file?: string | undefined
  specs?: z.infer<typeof spec>[] | undefined
  suites?: Suite[] | undefined
}

const suite: z.ZodType<Suite> = z.object({
  file: z.optional(z.string()),
  specs: z.optional(z.array(spec)),
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

/** A test that failed, and the first lines of why. */
export type Failure = { file: string; name: string; why: string }

/** The failed tests of Vitest's report, and its files that could not be loaded. */
export function vitestFailures(report: unknown): Failure[] {
  const files = vitestReport.safeParse(report).data?.testResults ?? []
  return files.flatMap(({ name: file = '', status, message = '', assertionResults }) => {
    if (status === 'failed' && assertionResults.length === 0)
      return [{ file, name: '(not loaded)', why: firstLines(message) }]
    const failed = assertionResults.filter(one => one.status === 'failed')
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      name: fullName,
      why: firstLines(failureMessages?.[0] ?? ''),
    }))
  })
}

/** The failed journeys of Playwright's report; one that passed only when repeated has failed. */
export function journeyFailures(report: unknown): Failure[] {
  return (playwrightReport.safeParse(report).data?.suites ?? []).flatMap(suite =>
    failuresOf(suite, suite.file),
  )
}

function failuresOf({ specs = [], suites = [] }: Suite, file = ''): Failure[] {
  const failed = specs.filter(({ ok, tests }) => !ok || tests.some(one => one.status === 'flaky'))
  const own = failed.map(({ title, tests }) => {
    const errors = tests.flatMap(one => one.results.flatMap(result => result.errors ?? []))
    return { file, name: title, why: firstLines(errors[0]?.message ?? '') }
  })
  return [...own, ...suites.flatMap(inner => failuresOf(inner, file))]
}

function firstLines(message: string): string {
  return stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n')
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
