import type { Page } from '@playwright/test'
import { type Language, languages } from '../src/base/language.ts'
import * as barriers from './barriers.ts'
import { expect, passes, test } from './journey.ts'
import { arrangeStage, type Screen, screensOf } from './screens.ts'

/**
 * Every pair of language and width is looked at in the whole run; in the quick one two pairs, which take turns from
 * page to page, for the other journeys pass most of them too.
 */
const looks: { language: Language; width: number }[] = process.env.TEST_FULL
  ? languages.flatMap(language => [390, 991, 992, 1360].map(width => ({ language, width })))
  : [
      { language: 'el', width: 390 },
      { language: 'en', width: 1360 },
    ]

/** What is looked at on top of that: all of it in the whole run; in the quick one on every third page, in turns. */
const closer = [barriers.readsLarge, barriers.showsFocus, barriers.standsInOwnColours, barriers.printsPlainly]

for (const [turn, { language, width }] of looks.entries())
  test(`every page at ${width} px in ${language}: no barrier, one heading, nothing beyond the edge`, async ({
    site,
    visitor,
  }) => {
    test.setTimeout(1_800_000)
    const stage = await arrangeStage(site.url)
    const viewport = { width, height: 900 }
    const guest = await visitor({ viewport, refused: true })
    const host = await visitor({ viewport, refused: true })
    await host.context().addCookies([{ name: 'customerToken', value: stage.token, url: site.url }])
    const wrong: string[] = []
    const screens = screensOf(stage).filter((_, index) => process.env.TEST_FULL || index % 2 === turn)
    for (const [index, screen] of screens.entries()) {
      const checks = process.env.TEST_FULL ? closer : closer.slice(index % 12, (index % 12) + 1)
      await looksAt(screen.as === 'host' ? host : guest, screen, language, checks).catch((error: Error) =>
        wrong.push(`${screen.name}: ${error.message}`),
      )
    }
    expect(wrong).toEqual([])
  })

type Check = (page: Page) => Promise<string[]>

async function looksAt(page: Page, screen: Screen, language: Language, checks: Check[]): Promise<void> {
  await test.step(screen.name, async () => {
    const [path = '', query] = screen.path.split('?')
    const answer = await page.goto(`${path}?${query ? `${query}&` : ''}lang=${language}`)
    expect(answer?.status(), screen.name).toBeLessThan(500)
    expect(new URL(page.url()).pathname, 'it stays where it was opened').toBe(path)
    await expect(page).toHaveTitle(/(^|\| )Doron$/)
    if (screen.first) {
      await screen.first(page)
      await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible()
    }
    await passes(page, language, screen.name)
    for (const check of [barriers.fitsNarrow, barriers.fitsFingers, barriers.isCalmAndClear, ...checks])
      expect(await check(page), check.name).toEqual([])
  })
}
