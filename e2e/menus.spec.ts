import type { Page } from '@playwright/test'
import { m } from '../src/paraglide/messages.js'
import { desktop, expect, phone, test } from './fixtures.ts'

const el = { locale: 'el' } as const
const [first, second, third] = ['Σπίτι & κουζίνα', 'Επιτραπέζια', 'Τσάι & καφές']
const menusUrl = /\/menus\//

/** The addresses of all requests for the submenus. */
function recordMenuRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', request => {
    if (menusUrl.test(request.url())) requests.push(request.url())
  })
  return requests
}

/** Answers the consent question, whose banner could cover an open menu. */
const answerConsent = (page: Page) => page.addInitScript(() => localStorage.setItem('consent', '1:denied'))

const categoryMenu = (page: Page) =>
  page
    .locator('.site-header')
    .locator('details[name=header]')
    .filter({ hasText: m.site_categories_all({}, el) })

test('submenus are loaded once for all pages, and opened by mouse and keyboard', async ({ visitor }) => {
  const page = await visitor({ viewport: desktop })
  const requests = recordMenuRequests(page)
  await answerConsent(page)
  await page.goto('/?lang=el')
  const menu = categoryMenu(page)
  await menu.locator('summary').hover()
  for (const name of [first, second, third])
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
  await menu.getByRole('link', { name: m.site_categories_all({}, el) }).click()
  await expect(page).toHaveURL(/\/categories/)
  await expect(menu.getByRole('link', { name: third, exact: true })).toBeHidden()
  await page.mouse.move(0, desktop.height - 1)
  await menu.locator('summary').press('Enter')
  await expect(menu.getByRole('link', { name: third, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu.getByRole('link', { name: third, exact: true })).toBeHidden()
  await expect(menu.locator('summary')).toBeFocused()
  const events = page.getByRole('navigation', { name: m.site_navigation({}, el) }).locator('details')
  await events.nth(1).locator('summary').press('Enter')
  await events.nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/events\/wedding/)
  expect(requests).toHaveLength(1)
})

test('submenus that failed to load are requested again; meanwhile the entries are links', async ({
  visitor,
}) => {
  const page = await visitor({ viewport: phone, expectsRefusals: true, hasTouch: true })
  await answerConsent(page)
  let isAway = true
  await page.route(menusUrl, route => (isAway ? route.fulfill({ status: 429 }) : route.continue()))
  const failedResponse = page.waitForResponse(menusUrl)
  await page.goto('/?lang=el')
  await failedResponse
  await page.getByLabel(m.site_menu({}, el), { exact: true }).tap()
  const menu = page.getByRole('navigation', { name: m.site_navigation({}, el) })
  const submenuToggle = (title: string) => menu.getByLabel(m.site_submenu({ title }, el), { exact: true })
  await submenuToggle(m.site_categories({}, el)).tap()
  await expect(menu.getByRole('link', { name: first, exact: true })).toBeVisible()
  await expect(submenuToggle(first)).toHaveCount(0)
  await submenuToggle(m.site_link_events({}, el)).tap()
  await expect(menu.getByRole('link', { name: m.site_link_events({}, el), exact: true })).toHaveCount(2)
  isAway = false
  await expect(async () => {
    await submenuToggle(m.site_link_events({}, el)).tap()
    await expect(submenuToggle(first)).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 15_000 })
  await submenuToggle(first).tap()
  await submenuToggle(second).tap()
  await expect(menu.getByRole('link', { name: third, exact: true })).toBeVisible()
})

test('without scripts the first level is shown, and a page has the rest', async ({ visitor }) => {
  const page = await visitor({ viewport: desktop, javaScriptEnabled: false })
  await page.goto('/?lang=el')
  const menu = categoryMenu(page)
  await menu.locator('summary').click()
  await expect(menu.getByRole('link', { name: first, exact: true })).toBeVisible()
  const submenuToggles = page.getByLabel(m.site_submenu({ title: m.site_link_events({}, el) }, el))
  await expect(submenuToggles.filter({ visible: true })).toHaveCount(0)
  await menu.getByRole('link', { name: m.site_categories_all({}, el) }).click()
  await expect(page.getByRole('main').getByRole('link', { name: third, exact: true })).toBeVisible()
})

test('nothing covers the phone’s menu, and it closes when the focus leaves it', async ({ visitor }) => {
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
