import { z } from 'zod'

export type Count = { passed: number; failed: number }

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

/** Sums Vitest's JSON report; a file that could not even be loaded counts as a failed test. */
export function countTests(report: unknown, exitedWell: boolean): Count {
  const { data } = vitestReport.safeParse(report)
  if (!data) return { passed: 0, failed: 1 }
  const unloaded = data.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return honest({ passed: data.numPassedTests, failed: data.numFailedTests + unloaded.length }, exitedWell)
}

/** Sums Playwright's JSON report; a journey that passed only when repeated has failed. */
export function countJourneys(report: unknown, exitedWell: boolean): Count {
  const { data } = playwrightReport.safeParse(report)
  if (!data) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = data.stats
  return honest({ passed: expected, failed: unexpected + flaky }, exitedWell)
}

/** A runner that ended badly without naming a failed test (an error outside of all tests) failed once. */
function honest(count: Count, exitedWell: boolean): Count {
  return exitedWell || count.failed > 0 ? count : { ...count, failed: 1 }
}
