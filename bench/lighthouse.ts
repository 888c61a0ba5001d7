import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { languages } from '../src/base/language.ts'
import { paths } from '../src/base/paths.ts'
import { createSessionToken } from '../src/server/context/session.ts'
import { findChromium } from '../test/chromium.ts'
import type { BenchApp } from './bench-app.ts'
import { createBenchRegistry } from './bench-registries.ts'
import { markdownTable, type ReportSection } from './report.ts'

/** Downloaded from npm when needed; too large to be a dependency. */
const lighthousePackage = 'lighthouse@13.5.0'

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, Audit | undefined>
  /** How fast Lighthouse found this machine. */
  environment: { benchmarkIndex: number }
}

interface Audit {
  title: string
  score: number | null
  scoreDisplayMode: string
  numericValue?: number
}

/** Lighthouse for phones: the home page, a registry, search, and the host's pages to add and edit, in both languages. */
export async function measureLighthouse(benchApp: BenchApp): Promise<ReportSection> {
  const { code } = await createBenchRegistry(benchApp.db, 50)
  const token = await signInDemoHost(benchApp)
  const pages: [string, string, boolean][] = [
    ['home', paths.home, false],
    ['registry of 50', paths.registry(code), false],
    ['search', paths.findRegistry(), false],
    ['add', paths.addGifts(code), true],
    ['edit', paths.editRegistry(code), true],
  ]
  const rows: (string | number)[][] = []
  const speeds: number[] = []
  const pagesByFault = new Map<string, string[]>()
  for (const [name, path, isHostPage] of pages)
    for (const language of languages) {
      const { report, ownMs } = await runLighthouse(
        `${benchApp.siteUrl}${path}?lang=${language}`,
        isHostPage ? token : null,
      )
      rows.push([...pageRow(`${name}, ${language}`, report, isHostPage), Math.round(ownMs)])
      speeds.push(report.environment.benchmarkIndex)
      for (const auditTitle of failedAudits(report))
        pagesByFault.set(auditTitle, [...(pagesByFault.get(auditTitle) ?? []), `${name} ${language}`])
    }
  const faultList = [...pagesByFault]
    .map(([auditTitle, pageNames]) => `- ${auditTitle}: ${pageNames.join(', ')}`)
    .join('\n')
  return {
    title: 'Lighthouse, a phone’s first visit',
    text: `${markdownTable(headings, rows)}\n\nTargets: 100 in all four (hosts’ pages are not indexed), LCP at most 1.5 s, TBT at most 50 ms, CLS 0. ${ownTimeNote} Its own measure of this machine, the benchmark index, was ${Math.min(...speeds)} to ${Math.max(...speeds)}. Failed audits:\n\n${faultList}`,
  }
}

const headings = [
  '',
  'performance',
  'accessibility',
  'best practices',
  'SEO',
  'LCP s',
  'TBT ms',
  'CLS',
  'TBT of own time, ms',
]

const ownTimeNote =
  'Lighthouse multiplies the duration of a task by four, including the time it waited for a core that the server, ' +
  'software rendering or Lighthouse itself was using; the last column is the same sum of CPU time of the page’s thread.'

function pageRow(name: string, { categories, audits }: Report, isHostPage: boolean): (string | number)[] {
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
  const value = (audit: string) => audits[audit]?.numericValue ?? 0
  return [
    name,
    score('performance'),
    score('accessibility'),
    score('best-practices'),
    isHostPage ? '' : score('seo'),
    (value('largest-contentful-paint') / 1000).toFixed(1),
    Math.round(value('total-blocking-time')),
    value('cumulative-layout-shift').toFixed(3),
  ]
}

/** Titles of the audits that did not pass. */
function failedAudits({ audits }: Report): string[] {
  return Object.values(audits)
    .filter(
      audit => audit && audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative',
    )
    .map(audit => audit?.title ?? '')
}

/** A session of the host of the bench's registries, whose password only the product knows; returns its token. */
export async function signInDemoHost({ db }: BenchApp): Promise<string> {
  const { token, hash } = createSessionToken()
  await db.query(
    `insert into session (token_hash, customer_id, expires_at, proved_at, seen_at)
     select $1, min(id), now() + interval '1 day', now(), now() from customer`,
    [hash],
  )
  return token
}

interface LighthouseRun {
  report: Report
  /** Total Blocking Time by the CPU time of the page's main thread, times four. */
  ownMs: number
}

/** Runs Lighthouse; again when it missed the start of the page. */
async function runLighthouse(url: string, token: string | null, attemptsLeft = 3): Promise<LighthouseRun> {
  const dir = fs.mkdtempSync(join(tmpdir(), 'doron-lighthouse-'))
  const args = [
    'exec',
    '--yes',
    `--package=${lighthousePackage}`,
    '--',
    'lighthouse',
    url,
    '--quiet',
    '--output=json',
    `-GA=${dir}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-quic',
    ...(token ? [`--extra-headers=${JSON.stringify({ Cookie: `customerToken=${token}` })}`] : []),
  ]
  const env = { ...process.env, CHROME_PATH: findChromium(process.env) }
  const child = spawn('npm', args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [exit]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const trace = exit === 0 ? fs.readFileSync(join(dir, 'trace.json'), 'utf8') : null
  fs.rmSync(dir, { recursive: true })
  if (trace)
    return {
      report: JSON.parse(output) as Report,
      ownMs: totalBlockingMs((JSON.parse(trace) as Trace).traceEvents),
    }
  if (attemptsLeft > 1) return runLighthouse(url, token, attemptsLeft - 1)
  throw new Error(`${url}: Lighthouse ended with ${exit}`)
}

interface Trace {
  traceEvents: TraceEvent[]
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Start and CPU time, in microseconds. */
  ts: number
  tdur?: number
  args: { name?: string }
}

/** As Lighthouse counts: the time over 50 ms of each task after the first paint, on a phone four times as slow. */
function totalBlockingMs(events: TraceEvent[]): number {
  const firstPaint = events.findLast(({ name }) => name === 'firstContentfulPaint')
  const main = events.find(
    ({ name, pid, args }) =>
      name === 'thread_name' && pid === firstPaint?.pid && args.name === 'CrRendererMain',
  )
  if (!firstPaint || !main) throw new Error('the trace shows no page')
  return events
    .filter(
      ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === main.pid && tid === main.tid,
    )
    .filter(({ ts }) => ts > firstPaint.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur * 4) / 1000 - 50), 0)
}
