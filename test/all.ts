import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { resolve } from 'node:path'
import { findChromium } from './chromium.ts'
import {
  type Count,
  countJourneys,
  countTests,
  type Failure,
  type FileTime,
  journeyFailures,
  journeyTimes,
  vitestFailures,
  vitestTimes,
} from './count.ts'

/** One part of the checks: it prints its progress, and answers how many of its tests passed and failed. */
type Step = { name: string; run(): Count }

const results = 'node_modules/.cache/doron'
const tool = (name: string, ...args: string[]) => [`node_modules/.bin/${name}`, ...args]

const types: Step = {
  name: 'Types',
  // The messages become typed functions as the pages' types are made, which the build's own plugins take part in.
  run: () => asOne(node(tool('react-router', 'typegen')) && node(tool('tsc', '--noEmit'))),
}
const style: Step = { name: 'Style', run: () => asOne(node(tool('biome', 'check', '.'))) }
const rules: Step = {
  name: 'House rules',
  run: () => tests(['test/arch.test.ts', 'test/messages.test.ts']),
}
const build: Step = { name: 'Build', run: () => asOne(node(['run.mjs', 'build'])) }
const unit: Step = { name: 'Tests', run: () => tests([]) }
/** What statements cost on a database of some years takes two minutes to fill and to ask: `npm run test:full` alone. */
const atSize = ['call-plans', 'job-plans'].map(name => `--exclude=test/${name}.test.ts`)
const unitAtAnySize: Step = { name: 'Tests', run: () => tests(atSize) }
const speed: Step = { name: 'Speed', run: () => asOne(node(['run.mjs', 'bench', '--check'])) }
const journeysInBrowser: Step = { name: 'Journeys', run: journeys }

const plans: Record<string, Step[]> = {
  check: [types, style, rules],
  test: [types, style, build, unitAtAnySize, journeysInBrowser],
  full: [types, style, build, unit, journeysInBrowser, speed],
}

const plan = process.argv[2] ?? 'test'
if (plan === 'full') process.env.TEST_FULL = '1'
// Every process of the product that a test starts reads its code compiled.
process.env.NODE_COMPILE_CACHE ??= resolve(results, 'compiled')
fs.mkdirSync(results, { recursive: true })
const times: FileTime[] = []
const failures: Failure[] = []
const counts = (plans[plan] ?? []).map(({ name, run }) => {
  console.log(`\n· ${name}`)
  return run()
})
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
printSlowest(times)
printFailures(failures)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

function tests(files: string[]): Count {
  const file = `${results}/vitest.json`
  fs.rmSync(file, { force: true })
  const report = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const passed = node(tool('vitest', 'run', ...report, ...files))
  times.push(...vitestTimes(readJson(file)))
  failures.push(...vitestFailures(readJson(file)))
  return countTests(readJson(file), passed)
}

function journeys(): Count {
  if (!fs.existsSync('e2e')) return { passed: 0, failed: 0 }
  const chromium = findChromium(process.env)
  if (!chromium) {
    console.log('No Chromium was found: install one, or say where it is in CHROMIUM_PATH.')
    return { passed: 0, failed: 1 }
  }
  const file = `${results}/playwright.json`
  fs.rmSync(file, { force: true })
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const passed = node(tool('playwright', 'test', '--reporter=list,json'), env)
  times.push(...journeyTimes(readJson(file)))
  failures.push(...journeyFailures(readJson(file)))
  return countJourneys(readJson(file), passed)
}

function printSlowest(files: FileTime[]): void {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
  if (slowest.length === 0) return
  console.log('\n· The slowest files')
  for (const { file, seconds } of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file.replace(`${process.cwd()}/`, '')}`)
}

/** Again at the end, where whoever sees only the last lines finds it. */
function printFailures(failed: Failure[]): void {
  if (failed.length > 0) console.log('\n· What failed')
  for (const { file, name, why } of failed)
    console.log(`\n${file.replace(`${process.cwd()}/`, '')} › ${name}\n${why.replace(/^/gm, '    ')}`)
}

function asOne(good: boolean): Count {
  return good ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function node(args: string[], env: Record<string, string> = {}): boolean {
  return spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

function readJson(path: string): unknown {
  return fs.existsSync(path) ? JSON.parse(fs.readFileSync(path, 'utf8')) : undefined
}
