import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Response,
} from '@playwright/test'
import type { Language } from '../src/base/language.ts'
import { foundByAxe } from './axe.ts'
import { startSite } from './site.ts'

export { expect }

export const phone = { width: 390, height: 844 }
export const desk = { width: 1360, height: 900 }

interface Visitor extends BrowserContextOptions {
  /** The visitor meets refusals on purpose: the browser's own note of a 4xx answer is no complaint. */
  refused?: boolean
}

interface Tools {
  /** A page in a browser of its own; at the end no script may have complained in it. */
  visitor(options?: Visitor): Promise<Page>
}

export interface Site {
  url: string
  /** Speaks to the site as another program does. */
  api: APIRequestContext
}

/** A journey: `site` is the running product, `visitor` opens a browser of another person. */
export const test = base.extend<Tools, { site: Site }>({
  site: [
    async ({ playwright }, use) => {
      const { url, stop } = await startSite()
      const api = await playwright.request.newContext({ baseURL: url })
      await use({ url, api })
      await api.dispose()
      await stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  visitor: async ({ browser, site }, use) => {
    const complaints: string[] = []
    const browsers: BrowserContext[] = []
    await use(async ({ refused = false, ...options } = {}) => {
      const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce', ...options })
      browsers.push(context)
      context.on('weberror', error => complaints.push(String(error.error())))
      context.on('console', message => {
        const text = message.text()
        const isRefusal = refused && /the server responded with a status of 4\d\d/.test(text)
        if (message.type() === 'error' && !isRefusal) complaints.push(`${text} (${message.location().url})`)
      })
      const page = await context.newPage()
      if (options.javaScriptEnabled !== false) waitsUntilAlive(page)
      return page
    })
    // An open page goes on listening, and asking.
    await Promise.all(browsers.map(one => one.close()))
    expect(complaints).toEqual([])
  },
})

/**
 * Who opens an address, or opens it again, clicks once the page's scripts run, however late that is: what comes earlier is a plain form,
 * and a journey of its own. Whoever says how far to wait (`waitUntil`) is left alone.
 */
function waitsUntilAlive(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const alive = async (answer: Response | null, waitUntil?: string) => {
    if (answer?.ok() && !waitUntil)
      await expect(async () => expect(await page.evaluate(isAlive)).toBe(true)).toPass({
        intervals: [20, 50, 100],
      })
    return answer
  }
  page.goto = async (address, options) => alive(await goto(address, options), options?.waitUntil)
  page.reload = async options => alive(await reload(options), options?.waitUntil)
}

/** In the browser: every page of ours begins its `dataLayer` when it comes alive; the shop and letters have no scripts. */
const isAlive = () => !('__reactRouterContext' in window) || window.dataLayer !== undefined

const pictures = process.env.PICTURES

/** Screens that were searched for barriers by this worker: by language, width and name. */
const searched = new Set<string>()

/**
 * Checks a page that a journey passes: one heading, its language, no barrier; for those the quick run searches a screen
 * once, however many journeys pass it. Kept as a picture in `PICTURES`.
 */
export async function passes(
  page: Page,
  language: Language,
  name: string,
  notAsked: string[] = [],
): Promise<void> {
  if (pictures)
    await page.screenshot({ path: `${pictures}/${language}-${name}.png`, fullPage: await isCalm(page) })
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.locator('h1')).toHaveCount(1)
  const screen = [language, page.viewportSize()?.width, name].join(' ')
  if (searched.has(screen) && !process.env.TEST_FULL) return
  searched.add(screen)
  expect(await foundByAxe(page, notAsked), name).toEqual([])
}

/** No dialog stands over the page: a picture of its whole length would move what is fixed. */
async function isCalm(page: Page): Promise<boolean> {
  return (await page.getByRole('dialog').count()) === 0
}
