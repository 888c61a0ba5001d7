import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { languages } from '../src/base/language.ts'
import { paths } from '../src/base/paths.ts'
import { demoHost } from '../src/demo.ts'
import { findChromium } from '../test/chromium.ts'
import { aRegistry } from './registries.ts'
import { type Section, table } from './report.ts'
import type { Stage } from './stage.ts'

/** Fetched from npm when it is asked for: too large a thing to install for everybody. */
const tool = 'lighthouse@13.5.0'

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, Audit | undefined>
}

interface Audit {
  title: string
  score: number | null
  scoreDisplayMode: string
  numericValue?: number
}

/** Lighthouse on a phone: home, a registry, find, and the host's add and edit, in both languages. */
export async function lighthouse(stage: Stage): Promise<Section> {
  const { code } = await aRegistry(stage.db, 50)
  const token = await demoToken(stage.site)
  const pages: [string, string, boolean][] = [
    ['home', paths.home, false],
    ['registry of 50', paths.registry(code), false],
    ['find', paths.findRegistry(), false],
    ['add', paths.addGifts(code), true],
    ['edit', paths.editRegistry(code), true],
  ]
  const rows: (string | number)[][] = []
  const faults = new Map<string, string[]>()
  for (const [name, path, isHosts] of pages)
    for (const language of languages) {
      const { report, ownMs } = await look(`${stage.site}${path}?lang=${language}`, isHosts ? token : null)
      rows.push([...rowOf(`${name}, ${language}`, report, isHosts), Math.round(ownMs)])
      for (const fault of faultsOf(report))
        faults.set(fault, [...(faults.get(fault) ?? []), `${name} ${language}`])
    }
  const told = [...faults].map(([fault, where]) => `- ${fault}: ${where.join(', ')}`).join('\n')
  return {
    title: 'Lighthouse, a phone’s first visit',
    text: `${table(heads, rows)}\n\nAims: 100 in all four (search engines stay out of hosts’ pages), LCP at most 1.5 s, TBT at most 50 ms, CLS 0. ${ownTime} Not whole:\n\n${told}`,
  }
}

const heads = [
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

const ownTime =
  'The tool multiplies by four what a task took by the clock, with the wait for a core that the server, the ' +
  'software’s drawing and the tool itself were using; the last column is the same sum of what the page’s thread ' +
  'worked by itself.'

function rowOf(name: string, { categories, audits }: Report, isHosts: boolean): (string | number)[] {
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
  const value = (audit: string) => audits[audit]?.numericValue ?? 0
  return [
    name,
    score('performance'),
    score('accessibility'),
    score('best-practices'),
    isHosts ? '' : score('seo'),
    (value('largest-contentful-paint') / 1000).toFixed(1),
    Math.round(value('total-blocking-time')),
    value('cumulative-layout-shift').toFixed(3),
  ]
}

/** What is less than whole, in the tool's words. */
function faultsOf({ audits }: Report): string[] {
  return Object.values(audits)
    .filter(
      audit => audit && audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative',
    )
    .map(audit => audit?.title ?? '')
}

async function demoToken(site: string): Promise<string> {
  const answer = await fetch(`${site}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoHost),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  return data.token
}

interface Look {
  report: Report
  /** Total Blocking Time out of the time that the page's main thread worked, times four. */
  ownMs: number
}

/** Now and then the tool misses the start of the page; it then looks again. */
async function look(url: string, token: string | null, tries = 3): Promise<Look> {
  const dir = fs.mkdtempSync(join(tmpdir(), 'doron-lighthouse-'))
  const args = [
    'exec',
    '--yes',
    `--package=${tool}`,
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
  const [said, [exit]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const trace = exit === 0 ? fs.readFileSync(join(dir, 'trace.json'), 'utf8') : null
  fs.rmSync(dir, { recursive: true })
  if (trace)
    return { report: JSON.parse(said) as Report, ownMs: blockedMs((JSON.parse(trace) as Trace).traceEvents) }
  if (tries > 1) return look(url, token, tries - 1)
  throw new Error(`${url}: the tool ended with ${exit}`)
}

interface Trace {
  traceEvents: TraceEvent[]
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds: when it began, and what the thread worked in it. */
  ts: number
  tdur?: number
  args: { name?: string }
}

/** As the tool counts: of each task after the first paint what goes beyond 50 ms, on a phone four times as slow. */
function blockedMs(events: TraceEvent[]): number {
  const painted = events.findLast(({ name }) => name === 'firstContentfulPaint')
  const main = events.find(
    ({ name, pid, args }) => name === 'thread_name' && pid === painted?.pid && args.name === 'CrRendererMain',
  )
  if (!painted || !main) throw new Error('the trace shows no page')
  return events
    .filter(
      ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === main.pid && tid === main.tid,
    )
    .filter(({ ts }) => ts > painted.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur * 4) / 1000 - 50), 0)
}
