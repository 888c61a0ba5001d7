import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { expect, test } from 'vitest'
import {
  countJourneys,
  countTests,
  journeyFailures,
  journeyTimes,
  vitestFailures,
  vitestTimes,
} from './count.ts'
import { inFullRunAlone, partsInFullRunAlone } from './full-run.ts'

const report = (
  passed: number,
  failed: number,
  ...files: {
    status: string
    assertionResults: unknown[]
    name?: string
    startTime?: number
    endTime?: number
  }[]
) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: files,
})

test('tests are summed, and a file that could not be loaded counts as failed', () => {
  expect(countTests(report(3, 1), false)).toEqual({ passed: 3, failed: 1 })
  expect(countTests(report(3, 0, { status: 'failed', assertionResults: [] }), false)).toEqual({
    passed: 3,
    failed: 1,
  })
})

test('a runner that failed counts as failed, even without a failed test', () => {
  expect(countTests(report(3, 0), false)).toEqual({ passed: 3, failed: 1 })
  expect(countTests(undefined, true)).toEqual({ passed: 0, failed: 1 })
  expect(countJourneys({ stats: { expected: 2, unexpected: 0, flaky: 0 } }, false)).toEqual({
    passed: 2,
    failed: 1,
  })
})

test('a journey that passed only when repeated counts as failed', () => {
  expect(countJourneys({ stats: { expected: 2, unexpected: 0, flaky: 1 } }, true)).toEqual({
    passed: 2,
    failed: 1,
  })
})

test('how long a file took is read from both reports', () => {
  const file = {
    status: 'passed',
    assertionResults: [],
    name: 'src/a.test.ts',
    startTime: 1000,
    endTime: 3500,
  }
  expect(vitestTimes(report(1, 0, file))).toEqual([{ file: 'src/a.test.ts', seconds: 2.5 }])
  const spec = (duration: number) => ({ title: '', ok: true, tests: [{ results: [{ duration }] }] })
  const suites = [{ file: 'b.spec.ts', specs: [spec(1000)], suites: [{ specs: [spec(500)] }] }]
  const stats = { expected: 2, unexpected: 0, flaky: 0 }
  expect(journeyTimes({ stats, suites })).toEqual([{ file: 'b.spec.ts', seconds: 1.5 }])
})

test('what failed is named with its reason, from both reports', () => {
  const tests = [
    { status: 'passed', fullName: 'adds' },
    {
      status: 'failed',
      fullName: 'takes away',
      failureMessages: ['\x1b[31mexpected 1\x1b[39m\n    at a.ts:1'],
    },
  ]
  const files = [
    { status: 'failed', name: 'src/a.test.ts', assertionResults: tests },
    { status: 'failed', name: 'src/b.test.ts', assertionResults: [], message: 'no such module' },
  ]
  expect(vitestFailures(report(1, 1, ...files))).toEqual([
    { file: 'src/a.test.ts', name: 'takes away', why: 'expected 1\n    at a.ts:1' },
    { file: 'src/b.test.ts', name: '(not loaded)', why: 'no such module' },
  ])
  const spec = (title: string, ok: boolean, status: string) => ({
    title,
    ok,
    tests: [{ status, results: [{ duration: 1, errors: [{ message: `${title} did not` }] }] }],
  })
  const inner = [{ specs: [spec('pays', false, 'unexpected'), spec('waits', true, 'flaky')] }]
  const suites = [{ file: 'c.spec.ts', specs: [spec('gives', true, 'expected')], suites: inner }]
  expect(journeyFailures({ stats: { expected: 1, unexpected: 1, flaky: 1 }, suites })).toEqual([
    { file: 'c.spec.ts', name: 'pays', why: 'pays did not' },
    { file: 'c.spec.ts', name: 'waits', why: 'waits did not' },
  ])
})

test('what the full run alone runs is there', () => {
  expect(Object.keys(inFullRunAlone).filter(file => !fs.existsSync(file))).toEqual([])
  const journeys = fs.globSync('e2e/*.spec.ts').map(file => fs.readFileSync(file, 'utf8'))
  const places = (name: string) => journeys.reduce((sum, text) => sum + text.split(name).length - 1, 0)
  // Of a name that nothing has any more the journey would be in the quick run; of one that two have, both would not.
  expect(Object.keys(partsInFullRunAlone).filter(name => places(name) !== 1)).toEqual([])
})

test('the launcher starts Node 24 with its arguments, and exits as the task does', () => {
  const program =
    'console.log(process.versions.node.split(".")[0] >= 24, process.argv[1]); process.exitCode = 7'
  const { stdout, status } = launcher('node', '-e', program, 'given')
  expect({ stdout, status }).toEqual({ stdout: 'true given\n', status: 7 })
})

test('the launcher passes signals on', () => {
  const program = `process.on('SIGTERM', () => process.exit(5)); setInterval(() => {}, 1000); process.kill(process.ppid, 'SIGTERM')`
  expect(launcher('node', '-e', program).status).toBe(5)
})

test('the launcher names its tasks when it is given none of them', () => {
  const { stderr, status } = launcher('strat')
  expect(status).toBe(1)
  expect(stderr).toBe(
    'There is no task "strat"; there are start, serve, dev, reconcile, migrate, backup, restore, security-log, staff, shop:connect, build, check, test, test:full, bench, data-model, sbom, audit, node.\n',
  )
})

test('the list of what the product is made of names each package and its version', () => {
  const { stdout, status } = launcher('sbom')
  const { bomFormat, components } = JSON.parse(stdout)
  expect([bomFormat, status]).toEqual(['CycloneDX', 0])
  const { version } = JSON.parse(fs.readFileSync('node_modules/hono/package.json', 'utf8'))
  expect(components).toContainEqual(expect.objectContaining({ name: 'hono', version }))
})

function launcher(...args: string[]) {
  return spawnSync(process.execPath, ['run.mjs', ...args], { encoding: 'utf8' })
}
