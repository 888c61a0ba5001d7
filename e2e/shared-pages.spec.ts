import type { Page } from '@playwright/test'
import { m } from '../src/paraglide/messages.js'
import { desktop, expect, test } from './fixtures.ts'
import { createTestRegistry } from './test-registry.ts'

const el = { locale: 'el' } as const

const signInLink = (page: Page) =>
  page.locator('.site-header .sign-in-links').getByText(m.common_sign_in({}, el), { exact: true })
const accountName = (page: Page) => page.locator('.site-header summary').getByText('Rhea', { exact: true })

/** Where the search field of the header stands with the page's own typefaces, in px from the left. */
const searchLeft = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    return document.querySelector('.site-header [role=search]')?.getBoundingClientRect().left
  })

declare global {
  interface Window {
    shifted: string[]
  }
}

/** In the page: notes what moves unexpectedly from the first paint on. */
function recordShifts(): void {
  window.shifted = []
  new PerformanceObserver(list => {
    for (const { sources } of list.getEntries() as unknown as { sources: { node: Element | null }[] }[])
      window.shifted.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? 'text'))
  }).observe({ type: 'layout-shift', buffered: true })
}

test('a page that everybody gets alike knows who is signed in, and moves nothing', async ({
  visitor,
  site,
}) => {
  const { host } = await createTestRegistry(site.url, [])
  const page = await visitor({ viewport: desktop })
  await page.addInitScript(() => localStorage.setItem('consent', '1:denied'))
  await page.addInitScript(recordShifts)
  await page.goto('/?lang=el')
  await expect(signInLink(page)).toBeVisible()
  const before = await searchLeft(page)
  // Its fonts and pictures, whose coming moves what is no business of this journey, are in the browser's cache then.
  await page.goto('/wedding?lang=el', { waitUntil: 'networkidle' })
  await page.goto('/login?lang=el')
  await page.getByRole('main').getByLabel(m.common_email({}, el), { exact: true }).fill(host.email)
  await page.getByRole('main').getByLabel(m.account_password({}, el), { exact: true }).fill(host.password)
  await page
    .getByRole('main')
    .getByRole('button', { name: m.common_sign_in({}, el) })
    .click()
  await expect(accountName(page)).toBeVisible()

  // On a busy machine a cached typeface may come after the first paint; what the header moves, it moves every time.
  await expect(async () => {
    const answer = await page.goto('/wedding?lang=el')
    expect(await answer?.headerValue('etag')).not.toBeNull()
    expect(await answer?.text()).not.toContain('Rhea')
    await expect(accountName(page)).toBeVisible()
    await expect(signInLink(page)).toBeHidden()
    expect(await searchLeft(page)).toBe(before)
    // Observers are told of a frame after it is drawn.
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))))
    expect(await page.evaluate(() => window.shifted)).toEqual([])
  }).toPass({ timeout: 60_000 })

  await test.step('before its scripts run, it offers nobody to sign in', async () => {
    const noScript = { contentType: 'text/javascript', body: '' }
    await page.route('**/entry.client-*.js', route => route.fulfill(noScript))
    await page.goto('/categories?lang=el', { waitUntil: 'commit' })
    await expect(page.locator('.site-header .sign-in-links')).toBeHidden()
    await page.unrouteAll()
  })

  await test.step('signing out shows the links again', async () => {
    await page.goto('/?lang=el')
    await accountName(page).click()
    await page
      .locator('.site-header')
      .getByRole('button', { name: m.common_sign_out({}, el) })
      .click()
    await expect(signInLink(page)).toBeVisible()
    await expect(accountName(page)).toBeHidden()
    await page.goto('/wedding?lang=el')
    await expect(signInLink(page)).toBeVisible()
  })
})
