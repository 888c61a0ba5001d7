import type { Browser, Locator, Page } from '@playwright/test'
import { paths } from '../src/base/paths.ts'
import type { BenchApp } from './bench-app.ts'
import { createBenchRegistry, findAddableProducts } from './bench-registries.ts'
import { signInDemoHost } from './lighthouse.ts'
import { launchChromium } from './phone-time.ts'
import { markdownTable, type ReportSection } from './report.ts'

const visits = 7
/** How much slower than this machine a phone is taken to be. */
const slowdown = 4
const targetMs = 100

interface Interaction {
  name: string
  /** Of the product; a whole address is opened as it is. */
  path: string
  isHost?: boolean
  /** What comes before it, unmeasured. */
  prepare?(page: Page, visit: number): Promise<void>
  act(page: Page, visit: number): Promise<void>
}

/** What a phone takes from a tap or a key to the next paint, in a browser with real events, on a first visit each time. */
export async function measureInteractions(benchApp: BenchApp): Promise<ReportSection> {
  const registry = await createBenchRegistry(benchApp.db, 50)
  const addable = await findAddableProducts(benchApp.db, registry, visits)
  const token = await signInDemoHost(benchApp)
  const browser = await launchChromium()
  const rows: (string | number)[][] = []
  for (const interaction of interactionsOn(registry.code, addable)) {
    const cookie = interaction.isHost ? token : null
    const times: number[] = []
    for (let visit = 0; visit < visits; visit++)
      times.push(await measureVisit(browser, benchApp.siteUrl, interaction, visit, cookie))
    times.sort((one, other) => one - other)
    rows.push([interaction.name, times[Math.floor(visits / 2)] ?? 0, times.at(-1) ?? 0])
  }
  await browser.close()
  return {
    title: `From a tap to the next paint (processor slowed ${slowdown} times, ${visits} first visits each, Greek)`,
    text: `${markdownTable(['', 'p50 ms', 'the longest'], rows)}\n\nTarget: at most ${targetMs} ms. The durations are those of the Event Timing API, in steps of 8 ms; less than 16 ms is not told and counts as 0.`,
  }
}

const barePage =
  '<!doctype html><meta name=viewport content="width=device-width"><button onclick="this.textContent=1">Press</button>'

function interactionsOn(code: string, addable: number[]): Interaction[] {
  const registry = paths.registry(code)
  const openGift = (page: Page) => tap(page.locator('.gift-rows [data-state=open] h3 a').first())
  const submitOfDialog = (page: Page) => page.getByRole('dialog').locator('button[type=submit]').first()
  return [
    {
      name: '· bare limit: a button that changes its text',
      path: `data:text/html,${encodeURIComponent(barePage)}`,
      act: page => tap(page.locator('button')),
    },
    {
      name: 'opening a gift',
      path: registry,
      act: async page => {
        await openGift(page)
        await submitOfDialog(page).waitFor()
      },
    },
    {
      name: 'filter',
      path: registry,
      act: async page => {
        await tap(page.locator('main a[href*="show="]').first())
        await page.waitForURL(/show=/)
      },
    },
    {
      name: 'add to cart',
      path: registry,
      prepare: async page => {
        await openGift(page)
        await submitOfDialog(page).waitFor()
        await settle(page)
      },
      act: async page => {
        await tap(submitOfDialog(page))
        await page.getByRole('dialog').locator(`a[href^="${paths.cart}"]`).first().waitFor()
      },
    },
    {
      name: 'open the menu',
      path: registry,
      act: page => tap(page.locator('.phone-menu > summary')),
    },
    {
      name: 'type in find',
      path: paths.findRegistry(),
      act: page =>
        page.locator('main input[type=search], main input[name=q]').first().pressSequentially('Μαρία Π'),
    },
    {
      name: 'add a gift as host',
      path: paths.addGifts(code),
      isHost: true,
      prepare: async (page, visit) => {
        const dialog = `${paths.addGifts(code)}/${addable[visit]}?lang=el`
        await page.goto(new URL(dialog, page.url()).href, { waitUntil: 'networkidle' })
        await submitOfDialog(page).waitFor()
        await settle(page)
      },
      act: async page => {
        await tap(submitOfDialog(page))
        await page.waitForURL(/done=added/)
      },
    },
  ]
}

/** Not Playwright's click, which is a mouse's, and whose own look at what it will hit is work of the page in that moment. */
const tap = (target: Locator) => target.tap({ force: true })

/** One visit; returns the longest duration of its interaction's events, in ms. */
async function measureVisit(
  browser: Browser,
  siteUrl: string,
  { path, prepare, act }: Interaction,
  visit: number,
  token: string | null,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  if (token) await context.addCookies([{ name: 'customerToken', value: token, url: siteUrl }])
  const page = await context.newPage()
  await page.addInitScript(recordEvents)
  const address = path.startsWith('data:') ? path : `${siteUrl}${path}?lang=el`
  await page.goto(address, { waitUntil: 'networkidle' })
  await prepare?.(page, visit)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.evaluate(() => window.eventDurations.splice(0))
  await act(page, visit)
  await settle(page)
  const durations = await page.evaluate(() => window.eventDurations)
  await context.close()
  return Math.max(0, ...durations)
}

declare global {
  interface Window {
    eventDurations: number[]
  }
}

/** Runs in the page: notes the duration of each event that belongs to an interaction. */
function recordEvents(): void {
  window.eventDurations = []
  const observer = new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) window.eventDurations.push(entry.duration)
  })
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** Until the page is idle and what it did is painted. */
function settle(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>(resolve =>
        requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
      ),
  )
}
