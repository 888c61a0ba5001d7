import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type CompilerOptions, compile } from '@inlang/paraglide-js'
import { messageOptions } from '../messages.config.ts'
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

/** One part of the checks: it answers how many of its tests passed and failed. */
interface Step {
  name: string
  run(output: Output): Promise<Count>
}

/** What a step writes beside another one is held until it has ended; undefined where it is seen as it comes. */
type Output = Buffer[] | undefined

const results = 'node_modules/.cache/doron'
const tool = (name: string, ...args: string[]) => [`node_modules/.bin/${name}`, ...args]

/** Messages as typed functions: a file for each is what the build takes apart, one for all of them is what tests load soonest. */
const compileMessages = (name: string, outputStructure: CompilerOptions['outputStructure']): Step => ({
  name,
  run: () =>
    compile({ ...messageOptions, outputStructure }).then(
      () => asOne(true),
      (error: Error) => {
        console.error(error)
        return asOne(false)
      },
    ),
})
const messagesOfPages = compileMessages('Messages', 'message-modules')
const messagesOfTests = compileMessages('Messages of tests', 'locale-modules')
const routes: Step = {
  name: 'Routes',
  run: async output => asOne(await node(output, tool('react-router', 'typegen'))),
}
const types: Step = { name: 'Types', run: async output => asOne(await node(output, tool('tsc', '--noEmit'))) }
const style: Step = {
  name: 'Style',
  run: async output => asOne(await node(output, tool('biome', 'check', '.'))),
}
const build: Step = { name: 'Build', run: async output => asOne(await node(output, ['run.mjs', 'build'])) }
const rules: Step = {
  name: 'House rules',
  run: output => tests(output, ['test/arch.test.ts', 'test/messages.test.ts']),
}
const unit: Step = { name: 'Tests', run: output => tests(output, []) }
const speed: Step = {
  name: 'Speed',
  run: async output => asOne(await node(output, ['run.mjs', 'bench', '--check'])),
}
const journeysInBrowser: Step = { name: 'Journeys', run: journeys }

/** Steps of one row run beside each other, so that no core waits; those of the next need what they made. */
const plans: Record<string, Step[][]> = {
  check: [[messagesOfPages, routes], [types], [messagesOfTests, style], [rules]],
  test: [
    [messagesOfPages, routes],
    [build, types],
    [messagesOfTests, style],
    [unit, journeysInBrowser],
  ],
  full: [
    [messagesOfPages, routes],
    [build, types],
    [messagesOfTests, style],
    [unit, journeysInBrowser],
    [speed],
  ],
}

const plan = process.argv[2] ?? 'test'
if (plan === 'full') process.env.TEST_FULL = '1'
// Nothing else makes the messages' functions while somebody reads them (messages.config.ts).
process.env.MESSAGES_COMPILED = '1'
// Every process of the product that a test starts reads its code compiled.
process.env.NODE_COMPILE_CACHE ??= resolve(results, 'compiled')
fs.mkdirSync(results, { recursive: true })
/** Tests have a worker for each core, and no more: journeys beside them, which often wait, take what is left. */
const cores = availableParallelism()
const times: FileTime[] = []
const failures: Failure[] = []
const counts: Count[] = []
for (const row of plans[plan] ?? []) counts.push(...(await Promise.all(row.map(runStep))))
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
printSlowest(times)
printFailures(failures)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

async function runStep({ name, run }: Step, place: number): Promise<Count> {
  const output: Output = place === 0 ? undefined : []
  if (!output) console.log(`\n· ${name}`)
  const count = await run(output)
  if (output) process.stdout.write(Buffer.concat([Buffer.from(`\n· ${name}\n`), ...output]))
  return count
}

async function tests(output: Output, files: string[]): Promise<Count> {
  const file = `${results}/vitest.json`
  fs.rmSync(file, { force: true })
  const report = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const passed = await node(output, tool('vitest', 'run', `--maxWorkers=${cores}`, ...report, ...files))
  times.push(...vitestTimes(readJson(file)))
  failures.push(...vitestFailures(readJson(file)))
  return countTests(readJson(file), passed)
}

async function journeys(output: Output): Promise<Count> {
  const chromium = findChromium(process.env)
  if (!chromium) {
    console.log('No Chromium was found: install one, or say where it is in CHROMIUM_PATH.')
    return { passed: 0, failed: 1 }
  }
  const file = `${results}/playwright.json`
  fs.rmSync(file, { force: true })
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const passed = await node(output, tool('playwright', 'test', '--reporter=list,json'), env)
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

async function node(output: Output, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    stdio: output ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', part => output?.push(part))
  const [code] = await once(child, 'close')
  return code === 0
}

function readJson(path: string): unknown {
  return fs.existsSync(path) ? JSON.parse(fs.readFileSync(path, 'utf8')) : undefined
}
