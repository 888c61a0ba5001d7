import type { Page } from '@playwright/test'
import { bare, crowded, focused, framed, type Stop, sideways, small } from './barriers-in-page.ts'

/*
 * What axe can't see (WCAG 2.2 AA): each looks at the page as it stands, leaves it as it was, and answers what is
 * wrong in words; nothing is wrong when the list is empty.
 */

const narrowest = 320
/** CSS pixels that rounding may take. */
const slack = 2
/** Milliseconds, on a busy machine too. */
const settlesWithin = 10_000

/** At 320 px, as at 400 % on a desk, nothing is wider than the page (1.4.10). */
export function fitsNarrow(page: Page): Promise<string[]> {
  return atWidth(page, narrowest, () => faults(page, () => page.evaluate(sideways)))
}

/** With text of twice the size nothing is cut, nothing lies over something else, nothing needs scrolling sideways (1.4.4). */
export function readsLarge(page: Page): Promise<string[]> {
  return atWidth(page, 1280, async () => {
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    const wrong = await faults(page, async () => [
      ...(await page.evaluate(sideways)),
      ...(await page.evaluate(crowded, slack)),
    ])
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    return wrong
  })
}

/** Every stop of the keyboard, forwards and back, is in sight, with a mark around it (2.4.7, 2.4.11). */
export async function showsFocus(page: Page): Promise<string[]> {
  const wrong = new Set<string>()
  await page.evaluate(() => {
    scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  for (const key of ['Tab', 'Shift+Tab']) {
    const seen = new Set<string>()
    for (;;) {
      await page.keyboard.press(key)
      const stop = await stopOf(page)
      if (stop === null || seen.has(stop.name)) break
      seen.add(stop.name)
      for (const fault of stop.faults) wrong.add(`${key} ${stop.name}: ${fault}`)
    }
  }
  return [...wrong]
}

/** Where the keyboard stands, once the page has shown it: scrolling there may take some frames. */
function stopOf(page: Page): Promise<Stop | null> {
  return settled(
    page,
    () => page.evaluate(focused),
    stop => !stop || stop.faults.length === 0,
  )
}

/** Where colours are the reader's own, what is pressed or ticked keeps an outline (1.4.1, 1.4.11). */
export async function standsInOwnColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const wrong = await faults(page, () => page.evaluate(bare))
  await page.emulateMedia({ forcedColors: 'none' })
  return wrong
}

/** Nothing moves for those who asked for calm (2.3.3); every live region speaks the page's language (3.1.2). */
export function isCalmAndClear(page: Page): Promise<string[]> {
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

/** On paper nothing of the frame is left, no button, and nothing is cut. */
export async function printsPlainly(page: Page): Promise<string[]> {
  // A sheet of A4 within its margins.
  return atWidth(page, 718, async () => {
    await page.emulateMedia({ media: 'print' })
    const wrong = await faults(page, async () => [
      ...(await page.evaluate(framed)),
      ...(await page.evaluate(sideways)),
      ...(await page.evaluate(crowded, slack)),
    ])
    await page.emulateMedia({ media: null })
    return wrong
  })
}

/** A finger meets what it means to (2.5.8). */
export function fitsFingers(page: Page): Promise<string[]> {
  return page.evaluate(small)
}

async function atWidth<T>(page: Page, width: number, look: () => Promise<T>): Promise<T> {
  const before = page.viewportSize() ?? { width: 1360, height: 900 }
  await page.setViewportSize({ width, height: before.height })
  try {
    return await look()
  } finally {
    await page.setViewportSize(before)
  }
}

/** Looks again until all is well, for some seconds: a page moves on for a moment after a change. */
async function settled<Seen>(
  page: Page,
  look: () => Promise<Seen>,
  isWell: (seen: Seen) => boolean,
): Promise<Seen> {
  for (const end = Date.now() + settlesWithin; ; ) {
    await frames(page)
    const seen = await look()
    if (isWell(seen) || Date.now() > end) return seen
  }
}

/** What is wrong with a page that has come to rest. */
const faults = (page: Page, look: () => Promise<string[]>) => settled(page, look, wrong => wrong.length === 0)

/** What has just been changed is drawn. */
async function frames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
}
