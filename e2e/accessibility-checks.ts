import type { Page } from '@playwright/test'
import {
  type FocusStop,
  findBorderlessButtons,
  findNarrowFields,
  findOverflow,
  findPrintedControls,
  findSmallTargets,
  inspectFocus,
  readTexts,
  type TextLine,
} from './accessibility-checks-in-page.ts'
import { findUnevenParts } from './look-checks-in-page.ts'

// Checks of WCAG 2.2 AA that axe can't do. Each returns the problems of the page as text, and leaves the page as it was.

const narrowWidth = 320
/** CSS pixels allowed for rounding. */
const tolerancePx = 2
/** How long the page may take to settle after a change, on a busy machine too. */
const settleTimeoutMs = 30_000

/** At 320 px, the width of a 1280 px screen at 400 %, nothing is wider than the page (1.4.10). */
export function checkNarrowLayout(page: Page): Promise<string[]> {
  return atWidth(page, narrowWidth, () => retryUntilEmpty(page, () => page.evaluate(findOverflow)))
}

/** With text of 200 % nothing is cut off, overlaps, or needs horizontal scrolling (1.4.4). */
export function checkLargeText(page: Page): Promise<string[]> {
  return atWidth(page, 1280, async () => {
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    const problems = await retryUntilEmpty(page, async () => [
      ...(await page.evaluate(findOverflow)),
      ...(await page.evaluate(findNarrowFields)),
      ...(await findCrowdedTexts(page)),
    ])
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    return problems
  })
}

/** Every element reached by Tab and Shift+Tab is visible and has a focus indicator (2.4.7, 2.4.11). */
export async function checkFocusVisible(page: Page): Promise<string[]> {
  const problems = new Set<string>()
  await page.evaluate(() => {
    scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  for (const key of ['Tab', 'Shift+Tab']) {
    const seen = new Set<string>()
    for (;;) {
      await page.keyboard.press(key)
      const stop = await readFocus(page)
      if (stop === null || seen.has(stop.name)) break
      seen.add(stop.name)
      for (const problem of stop.faults) problems.add(`${key} ${stop.name}: ${problem}`)
    }
  }
  return [...problems]
}

/** The focused element, at once if nothing is wrong with it: scrolling to it may take some frames. */
async function readFocus(page: Page): Promise<FocusStop | null> {
  const stop = await page.evaluate(inspectFocus)
  if (stop?.faults.length === 0) return stop
  return retryUntil(
    page,
    () => page.evaluate(inspectFocus),
    later => !later || later.faults.length === 0,
  )
}

/** With forced colours controls keep an outline (1.4.1, 1.4.11). */
export async function checkForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const problems = await retryUntilEmpty(page, () => page.evaluate(findBorderlessButtons))
  await page.emulateMedia({ forcedColors: 'none' })
  return problems
}

/** Nothing moves with reduced motion (2.3.3); live regions are in the page's language (3.1.2). */
export function checkMotionAndLanguage(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 10)
      .map(({ effect }) => `moves: ${(effect as KeyframeEffect).target?.className}`)
    const language = document.documentElement.lang
    const foreign = [...document.querySelectorAll('[role=status], [role=alert], [aria-live]')]
      .filter(region => region.closest<HTMLElement>('[lang]')?.lang !== language)
      .map(region => `speaks another language: ${region.outerHTML.slice(0, 100)}`)
    return [...moving, ...foreign]
  })
}

/** In print there is no header, footer or button, and nothing is cut off. */
export async function checkPrintLayout(page: Page): Promise<string[]> {
  // The width of A4 within its margins.
  return atWidth(page, 718, async () => {
    await page.emulateMedia({ media: 'print' })
    const problems = await retryUntilEmpty(page, async () => [
      ...(await page.evaluate(findPrintedControls)),
      ...(await page.evaluate(findOverflow)),
      ...(await findCrowdedTexts(page)),
    ])
    await page.emulateMedia({ media: null })
    return problems
  })
}

/** Targets are large enough, or far enough apart (2.5.8). */
export function checkTargetSizes(page: Page): Promise<string[]> {
  return inspectSettled(page, () => page.evaluate(findSmallTargets))
}

/** Buttons, arches, cards, tiles and headings have the look that they have everywhere. */
export function checkEvenLook(page: Page): Promise<string[]> {
  return inspectSettled(page, () => page.evaluate(findUnevenParts))
}

/** Texts that are cut off, and texts of different blocks that overlap. */
async function findCrowdedTexts(page: Page): Promise<string[]> {
  const { cutTexts, lines } = await page.evaluate(readTexts, tolerancePx)
  const cut = cutTexts.map(text => `cut: “${text.slice(0, 40)}”`)
  return [...new Set([...cut, ...findOverlaps(lines)])]
}

function findOverlaps(lines: TextLine[]): string[] {
  const overlaps: string[] = []
  lines.sort((one, other) => one.top - other.top)
  for (const [index, one] of lines.entries())
    for (let next = index + 1; next < lines.length && lines[next]!.top < one.bottom; next += 1) {
      const other = lines[next]!
      if (one.block === other.block || one.layer !== other.layer) continue
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const height = Math.min(one.bottom, other.bottom) - other.top
      if (width > tolerancePx && height > tolerancePx)
        overlaps.push(`over each other: “${one.text.slice(0, 30)}” and “${other.text.slice(0, 30)}”`)
    }
  return overlaps
}

/** Runs an inspection at another width of the window. */
async function atWidth<T>(page: Page, width: number, inspect: () => Promise<T>): Promise<T> {
  const before = page.viewportSize() ?? { width: 1360, height: 900 }
  await page.setViewportSize({ width, height: before.height })
  try {
    return await inspect()
  } finally {
    await page.setViewportSize(before)
  }
}

/** Repeats an inspection until it is done or the time is over: a page takes a moment to settle after a change. */
async function retryUntil<Seen>(
  page: Page,
  inspect: () => Promise<Seen>,
  isDone: (seen: Seen) => boolean,
): Promise<Seen> {
  for (const end = Date.now() + settleTimeoutMs; ; ) {
    await nextFrames(page)
    const seen = await inspect()
    if (isDone(seen) || Date.now() > end) return seen
  }
}

/** The problems that are left once the page has settled. */
const retryUntilEmpty = (page: Page, inspect: () => Promise<string[]>) =>
  retryUntil(page, inspect, problems => problems.length === 0)

/** The same where the page was not changed before: without waiting, if there are none. */
async function inspectSettled(page: Page, inspect: () => Promise<string[]>): Promise<string[]> {
  const problems = await inspect()
  return problems.length === 0 ? problems : retryUntilEmpty(page, inspect)
}

/** Waits until changes are drawn. */
async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
}
