import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../test/chromium.ts'
import type { BenchApp } from './bench-app.ts'
import { createBenchRegistry } from './bench-registries.ts'
import { markdownTable, type ReportSection } from './report.ts'

const loads = 15
/** How much slower than this machine a phone is taken to be. */
const slowdown = 4
/** A slow 4G connection: bytes a second each way, milliseconds there and back. */
const slow4g = { offline: false, downloadThroughput: 200_000, uploadThroughput: 94_000, latency: 150 }

/** What the page's own thread is busy with until the page is hydrated and idle: its CPU time, so that other work on this machine does not count. */
export async function measurePhoneTime(benchApp: BenchApp): Promise<ReportSection> {
  const { code } = await createBenchRegistry(benchApp.db, 50)
  const browser = await launchChromium()
  const url = `${benchApp.siteUrl}/registry/${code}?lang=el`
  await loadPage(browser, url)
  const rows: PageTime[] = []
  for (let load = 0; load < loads; load++) rows.push(await loadPage(browser, url))
  await browser.close()
  const line = (name: string, pick: (row: PageTime) => number) => [name, median(rows.map(pick)).toFixed(0)]
  const table = markdownTable(
    ['', 'ms'],
    [
      line('thread, all of it', row => row.taskMs),
      line('thread, scripts', row => row.scriptMs),
      line('first paint', row => row.firstPaintMs),
    ],
  )
  return {
    title: `A phone's time for that page (slow 4G, processor slowed ${slowdown} times, median of ${loads})`,
    text: table,
  }
}

interface PageTime {
  taskMs: number
  scriptMs: number
  firstPaintMs: number
}

async function loadPage(browser: Browser, url: string): Promise<PageTime> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4g)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  await page.evaluate(
    () => new Promise<void>(resolve => requestIdleCallback(() => requestIdleCallback(() => resolve()))),
  )
  const firstPaintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  )
  const { metrics } = await devtools.send('Performance.getMetrics')
  await context.close()
  const milliseconds = (name: string) => (metrics.find(one => one.name === name)?.value ?? 0) * 1000
  return { taskMs: milliseconds('TaskDuration'), scriptMs: milliseconds('ScriptDuration'), firstPaintMs }
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium(process.env)
  if (!executablePath) throw new Error('no Chromium was found')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-quic'] })
}
