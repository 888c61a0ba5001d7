import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Response,
} from '@playwright/test'
import { type Language, languages } from '../src/base/language.ts'
import { findAxeViolations } from './axe-check.ts'
import { findBareTexts } from './look-checks-in-page.ts'
import { type RunningSite, startSite } from './running-site.ts'
import { findAceViolations } from './second-engines/ace.ts'
import { findNuErrors } from './second-engines/nu.ts'
import { createTestRegistry, type GiftRequest, type HostSession, signIn } from './test-registry.ts'

export { expect }

/** Whether everything is tried in both languages and at every width, as in `npm run test:full`. */
export const isFull = Boolean(process.env.TEST_FULL)
/** The languages of a journey that is the same in both: one in the quick run. */
export const languagesOf = (quick: Language): readonly Language[] => (isFull ? languages : [quick])

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1360, height: 900 }

interface VisitorOptions extends BrowserContextOptions {
  /** Whether 4xx answers are expected; the browser logs each of them as an error. */
  expectsRefusals?: boolean
  /** Whether requests fail or are answered by a proxy; the browser and the router log each of them. */
  expectsNoAnswer?: boolean
}

interface TestFixtures {
  /** Opens a page in a browser context of its own; the test fails when a script logs an error there. */
  visitor(options?: VisitorOptions): Promise<Page>
  /** Opens a page for the signed-in host of a new registry with these gifts. */
  host(language: Language, options: VisitorOptions, gifts?: GiftRequest[]): Promise<HostSession>
}

export interface Site extends Pick<RunningSite, 'url' | 'query' | 'resetRateLimits'> {
  /** Requests without a browser. */
  api: APIRequestContext
}

interface WorkerFixtures {
  site: Site
  countingSite: Pick<Site, 'url'>
  /** Contexts of earlier visitors, by their options. */
  usedContexts: Map<string, BrowserContext>
}

/** A test with `site`, the running product, and `visitor`, which opens a browser for a person. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // A site that counts visits, and therefore asks for consent; `visitor` takes its address as `baseURL`.
  countingSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const { url, stop } = await startSite({ ANALYTICS_TAG: 'G-JOURNEY1' })
      await use({ url })
      await stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  site: [
    async ({ playwright }, use) => {
      const { stop, ...site } = await startSite()
      const api = await playwright.request.newContext({ baseURL: site.url })
      await use({ ...site, api })
      await api.dispose()
      await stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  usedContexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => use(new Map()),
    { scope: 'worker' },
  ],
  visitor: async ({ browser, site, usedContexts }, use) => {
    const scriptErrors: string[] = []
    const contexts = new Map<BrowserContext, BrowserContextOptions>()
    await site.resetRateLimits()
    await use(async ({ expectsRefusals = false, expectsNoAnswer = false, ...ownOptions } = {}) => {
      const options: BrowserContextOptions = {
        baseURL: site.url,
        reducedMotion: 'reduce',
        // It fetches pages for later, beside each first page; only what is asked without a network needs it.
        serviceWorkers: 'block',
        ...ownOptions,
      }
      const key = JSON.stringify(options)
      const context = usedContexts.get(key) ?? (await browser.newContext(options))
      usedContexts.delete(key)
      contexts.set(context, options)
      context.on('weberror', error => scriptErrors.push(String(error.error())))
      context.on('console', message => {
        const text = message.text()
        const isRefusal = expectsRefusals && /the server responded with a status of 4\d\d/.test(text)
        const isUnanswered = expectsNoAnswer && unansweredErrors.test(text)
        if (message.type() === 'error' && !isRefusal && !isUnanswered)
          scriptErrors.push(`${text} (${message.location().url})`)
      })
      const page = context.pages()[0] ?? (await context.newPage())
      if (options.javaScriptEnabled !== false) waitForHydration(page)
      return page
    })
    for (const [context, options] of contexts) await keepContext(usedContexts, context, options)
    expect(scriptErrors).toEqual([])
  },
  host: async ({ site, visitor }, use) =>
    use(async (language, options, gifts = []) => {
      const registry = await createTestRegistry(site.url, gifts)
      const session = { page: await visitor(options), language, registry }
      await signIn(session)
      return session
    }),
})

/** A journey of the full run alone: over HTTP each of its steps has a test of its own. */
export const testInFull = isFull ? test : test.skip

/** How many contexts a worker keeps, each with a window. */
const mostKeptContexts = 4

/**
 * Keeps a context for the next visitor with the same options, with nothing left of this one but the cache of scripts and
 * pictures: a new one takes as long as two pages.
 */
async function keepContext(
  kept: Map<string, BrowserContext>,
  context: BrowserContext,
  options: BrowserContextOptions,
): Promise<void> {
  const key = JSON.stringify(options)
  const isOfNoUse = kept.has(key) || options.serviceWorkers === 'allow' || options.permissions
  if (isOfNoUse) return context.close()
  await context.setOffline(false)
  // An open page keeps its live connection, and the last one its window.
  const [page, old] = [await context.newPage(), context.pages()]
  await Promise.all(old.filter(one => one !== page).map(one => one.close()))
  context.removeAllListeners('weberror')
  context.removeAllListeners('console')
  await context.clearCookies()
  await context.clearPermissions()
  const session = await context.newCDPSession(page)
  const { origin, port } = new URL(options.baseURL ?? '')
  // The shop in Greek has an origin of its own.
  for (const one of [origin, `http://localhost:${port}`])
    await session.send('Storage.clearDataForOrigin', { origin: one, storageTypes: 'local_storage' })
  await session.detach()
  kept.set(key, context)
  const [oldest] = kept
  if (kept.size > mostKeptContexts && oldest) {
    kept.delete(oldest[0])
    await oldest[1].close()
  }
}

/** What is logged of requests that were not answered, and of pages whose code did not arrive. */
const unansweredErrors =
  /Failed to load resource|Error loading route module|Failed to fetch|Failed to load module script/

/** Makes `goto` and `reload` wait until the page is hydrated, unless `waitUntil` is given. */
function waitForHydration(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const waitIfOk = async (answer: Response | null, waitUntil?: string) => {
    if (answer?.ok() && !waitUntil)
      await expect(async () => expect(await page.evaluate(isHydrated)).toBe(true)).toPass({
        intervals: [20, 50, 100],
      })
    return answer
  }
  page.goto = async (address, options) => waitIfOk(await goto(address, options), options?.waitUntil)
  page.reload = async options => waitIfOk(await reload(options), options?.waitUntil)
}

/**
 * In the browser: hydration creates `dataLayer`, and ends the recording of early input in the console, which tracks
 * nobody; pages of the shop and e-mails have no scripts.
 */
const isHydrated = () => {
  if (!('__reactRouterContext' in window)) return true
  return location.pathname.startsWith('/staff')
    ? window.earlyInput === undefined
    : window.dataLayer !== undefined
}

const screenshotFolder = process.env.PICTURES

/** The screens this worker has checked with axe, by language, width and name. */
const checkedScreens = new Set<string>()
/** What this worker has checked of the markup, by language and name: that of a screen is the same at every width. */
const checkedMarkup = new Set<string>()

/**
 * Checks that a page has one h1, the language, and no violation of axe's rules; the quick run checks each screen with
 * axe once, the full run also with a second engine and the Nu HTML checker. With `PICTURES` a screenshot is saved to that folder.
 * Journeys check states; the pages as they are opened are in every-screen.spec.ts, where the quick run looks at their
 * colours too, which takes as long as all other rules, and e-mails in every-state.spec.ts.
 */
export async function checkPage(
  page: Page,
  language: Language,
  name: string,
  skippedRules = isFull ? [] : ['color-contrast'],
): Promise<void> {
  if (screenshotFolder)
    await page.screenshot({
      path: `${screenshotFolder}/${language}-${name}.png`,
      fullPage: await hasNoDialog(page),
    })
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.locator('h1')).toHaveCount(1)
  for (const find of [findMarkupFaults, findBareTexts])
    await expect.poll(() => page.evaluate(find), { message: name }).toEqual([])
  const screen = [language, page.viewportSize()?.width, name].join(' ')
  const isSeen = checkedScreens.has(screen)
  checkedScreens.add(screen)
  if (!isSeen || isFull) expect(await findAxeViolations(page, skippedRules), name).toEqual([])
  const markup = `${language} ${name}`
  if (!isFull || checkedMarkup.has(markup)) return
  checkedMarkup.add(markup)
  expect(await findAceViolations(page), name).toEqual([])
  expect(await findNuErrors(page), name).toEqual([])
}

/** In the browser: ids that two elements have, and what is hidden from screen readers and can be focused all the same. */
function findMarkupFaults(): string[] {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index).map(id => `twice: #${id}`)
  const focusable = document.querySelectorAll<HTMLElement>(
    '[aria-hidden=true] :is(a[href], button, input, select)',
  )
  const reached = [...focusable].filter(
    element => element.checkVisibility() && element.tabIndex >= 0 && !element.closest('[inert]'),
  )
  return [...repeated, ...reached.map(element => `hidden but focusable: ${element.outerHTML.slice(0, 80)}`)]
}

/** Whether no dialog is open; a full-page screenshot would move what is fixed. */
async function hasNoDialog(page: Page): Promise<boolean> {
  return (await page.getByRole('dialog').count()) === 0
}
