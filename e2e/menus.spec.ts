import type { Page } from '@playwright/test'
import { m } from '../src/paraglide/messages.js'
import { desk, expect, phone, test } from './journey.ts'

const el = { locale: 'el' } as const
const [first, second, third] = ['Σπίτι & κουζίνα', 'Επιτραπέζια', 'Τσάι & καφές']
const isMenus = /\/menus\//

/** Every request for what stands below the menus' entries, by its address. */
function asksOf(page: Page): string[] {
  const asks: string[] = []
  page.on('request', request => {
    if (isMenus.test(request.url())) asks.push(request.url())
  })
  return asks
}

/** The question at the foot of the page would lie over what reaches down to it. */
const hasAnswered = (page: Page) => page.addInitScript(() => localStorage.setItem('consent', '1:denied'))

const categories = (page: Page) =>
  page
    .locator('.site-header')
    .locator('details[name=header]')
    .filter({ hasText: m.site_categories_all({}, el) })

test('the menus come once and go on to the next page; mouse and keyboard open them', async ({ visitor }) => {
  const page = await visitor({ viewport: desk })
  const asks = asksOf(page)
  await hasAnswered(page)
  await page.goto('/?lang=el')
  const menu = categories(page)
  await menu.locator('summary').hover()
  for (const name of [first, second, third])
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
  await menu.getByRole('link', { name: m.site_categories_all({}, el) }).click()
  await expect(page).toHaveURL(/\/categories/)
  await expect(menu.getByRole('link', { name: third, exact: true })).toBeHidden()
  await page.mouse.move(0, desk.height - 1)
  await menu.locator('summary').press('Enter')
  await expect(menu.getByRole('link', { name: third, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu.getByRole('link', { name: third, exact: true })).toBeHidden()
  await expect(menu.locator('summary')).toBeFocused()
  const events = page.getByRole('navigation', { name: m.site_navigation({}, el) }).locator('details')
  await events.nth(1).locator('summary').press('Enter')
  await events.nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/events\/wedding/)
  expect(asks).toHaveLength(1)
})

test('what did not arrive is asked for again, and meanwhile the entries lead on', async ({ visitor }) => {
  const page = await visitor({ viewport: phone, refused: true, hasTouch: true })
  await hasAnswered(page)
  let isAway = true
  await page.route(isMenus, route => (isAway ? route.fulfill({ status: 429 }) : route.continue()))
  const asked = page.waitForResponse(isMenus)
  await page.goto('/?lang=el')
  await asked
  await page.getByLabel(m.site_menu({}, el), { exact: true }).tap()
  const menu = page.getByRole('navigation', { name: m.site_navigation({}, el) })
  const unfolds = (title: string) => menu.getByLabel(m.site_submenu({ title }, el), { exact: true })
  await unfolds(m.site_categories({}, el)).tap()
  await expect(menu.getByRole('link', { name: first, exact: true })).toBeVisible()
  await expect(unfolds(first)).toHaveCount(0)
  await unfolds(m.site_link_events({}, el)).tap()
  await expect(menu.getByRole('link', { name: m.site_link_events({}, el), exact: true })).toHaveCount(2)
  isAway = false
  await expect(async () => {
    await unfolds(m.site_link_events({}, el)).tap()
    await expect(unfolds(first)).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 15_000 })
  await unfolds(first).tap()
  await unfolds(second).tap()
  await expect(menu.getByRole('link', { name: third, exact: true })).toBeVisible()
})

test('without scripts the first level stands, and a page leads to the rest', async ({ visitor }) => {
  const page = await visitor({ viewport: desk, javaScriptEnabled: false })
  await page.goto('/?lang=el')
  const menu = categories(page)
  await menu.locator('summary').click()
  await expect(menu.getByRole('link', { name: first, exact: true })).toBeVisible()
  const unfolding = page.getByLabel(m.site_submenu({ title: m.site_link_events({}, el) }, el))
  await expect(unfolding.filter({ visible: true })).toHaveCount(0)
  await menu.getByRole('link', { name: m.site_categories_all({}, el) }).click()
  await expect(page.getByRole('main').getByRole('link', { name: third, exact: true })).toBeVisible()
})

test('the phone’s menu lies under nothing, and closes when the keyboard goes on', async ({ visitor }) => {
  const page = await visitor({ viewport: phone })
  await page.goto('/faq?lang=el')
  const question = page.getByRole('region', { name: m.consent_title({}, el) })
  await expect(question).toBeVisible()
  const menu = page.locator('.phone-menu')
  await menu.locator('summary').first().press('Enter')
  const last = menu.getByRole('link', { name: 'Ελληνικά' })
  await last.focus()
  await last.click({ trial: true })
  await expect(question).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(last).toBeHidden()
  await expect(question).toBeVisible()
})
