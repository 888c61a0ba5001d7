import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type Language, languages } from '../src/base/language.ts'
import * as checks from './accessibility-checks.ts'
import { checkPage, expect, isFull, type Site, test } from './fixtures.ts'
import { openInOwnLanguage } from './own-language.ts'
import { createScreenData, listScreens, type Screen } from './screens.ts'

test.describe.configure({ mode: 'parallel' })

/** The full run checks every language at every width; in the quick run every fourth page has one of four pairs. */
const variants: { language: Language; width: number }[] = isFull
  ? languages.flatMap(language => [390, 991, 992, 1360].map(width => ({ language, width })))
  : [
      { language: 'el', width: 390 },
      { language: 'en', width: 1360 },
      { language: 'el', width: 1360 },
      { language: 'en', width: 390 },
    ]

/** Each page has one of so many numbers, and the quick run takes those with the number of one of its four pairs. */
const numbers = 16

/** In the quick run one in two of its pages has one of the four further checks. */
const turns = 8

/**
 * What the quick run checks of a page: the variant, and the index of a further check, which most pages lack. Both come
 * from the page's name alone, so that a new page changes nothing for the others.
 */
function planOf(name: string): { variant: number; furtherCheck: number } {
  const digest = createHash('sha256').update(name).digest()
  return { variant: digest.readUInt8(0) % numbers, furtherCheck: digest.readUInt32BE(4) % turns }
}

/** Further checks: all of them in the full run; in the quick run one of them on some pages. */
const extraChecks = [
  checks.checkLargeText,
  checks.checkFocusVisible,
  checks.checkForcedColours,
  checks.checkPrintLayout,
]

/** What the names of the screens depend on. */
const anyData = { id: 'ID', token: 'TOKEN', product: 1, reference: 'REFERENCE' }
const names = listScreens(anyData).map(({ name }) => name)
/** Three engines look at each screen in the full run: all of one variant would take half an hour, or more. */
const screensOfTest = isFull ? 20 : names.length

for (const [variant, { language, width }] of variants.entries())
  for (let first = 0; first < names.length; first += screensOfTest) {
    const part = isFull ? `, from ${names[first]}` : ''
    test(`every page at ${width} px in ${language} is accessible, with one h1, no overflow, and one language${part}`, async ({
      site,
      visitor,
    }) => {
      test.setTimeout(1_800_000)
      const data = await createScreenData(site.url)
      const viewport = { width, height: 900 }
      const guest = await visitor({ viewport, expectsRefusals: true })
      const host = await visitor({ viewport, expectsRefusals: true })
      await host.context().addCookies([{ name: 'customerToken', value: data.token, url: site.url }])
      const problems: string[] = []
      const screens = listScreens(data)
        .slice(first, first + screensOfTest)
        .filter(({ name }) => isFull || planOf(name).variant === variant)
      for (const screen of screens) {
        const { furtherCheck } = planOf(screen.name)
        const extra = isFull ? extraChecks : extraChecks.slice(furtherCheck, furtherCheck + 1)
        await checkScreen(screen.visitor === 'host' ? host : guest, site, screen, { language, extra }).catch(
          (error: Error) => problems.push(`${screen.name}: ${error.message}`),
        )
      }
      expect(problems).toEqual([])
    })
  }

test('the quick run has every variant and every further check', () => {
  const plans = names.map(planOf)
  expect(plans.map(({ variant }) => variant)).toEqual(expect.arrayContaining([...variants.keys()]))
  const further = plans
    .filter(({ variant }) => variant < variants.length)
    .map(({ furtherCheck }) => furtherCheck)
  expect(further).toEqual(expect.arrayContaining([...extraChecks.keys()]))
})

type Check = (page: Page) => Promise<string[]>
interface Variant {
  language: Language
  extra: Check[]
}

async function checkScreen(
  page: Page,
  site: Site,
  screen: Screen,
  { language, extra }: Variant,
): Promise<void> {
  await test.step(screen.name, async () => {
    const [path = ''] = screen.path.split('?')
    const { answer, unnamed } = await openInOwnLanguage(page, site, screen.path, language)
    expect(unnamed, 'links, forms and requests in the language of the page').toEqual([])
    expect(answer?.status(), screen.name).toBeLessThan(500)
    expect(new URL(page.url()).pathname, 'it does not redirect').toBe(path)
    await expect(page).toHaveTitle(/(^|\| )Doron$/)
    if (screen.prepare) {
      await screen.prepare(page)
      await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible()
    }
    await checkPage(page, language, screen.name, [])
    for (const check of [
      checks.checkNarrowLayout,
      checks.checkTargetSizes,
      checks.checkMotionAndLanguage,
      checks.checkEvenLook,
      ...extra,
    ])
      expect(await check(page), check.name).toEqual([])
  })
}
