import type { Page } from '@playwright/test'
import { m } from '../src/paraglide/messages.js'
import { desktop, expect, isFull, languagesOf, phone, test } from './fixtures.ts'

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

const categoryMenu = (page: Page) =>
  page
    .locator('.site-header')
    .locator('details[name=header]')
    .filter({ hasText: m.common_all_categories({}, el) })

test('submenus are loaded once for all pages, and opened by mouse and keyboard', async ({ visitor }) => {
  const page = await visitor({ viewport: desktop })
  const requests = recordMenuRequests(page)
  await page.goto('/?lang=el')
  const menu = categoryMenu(page)
  await menu.locator('summary').hover()
  for (const name of [first, second, third])
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
  await menu.getByRole('link', { name: m.common_all_categories({}, el) }).click()
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
  await events.nth(1).getByRole('link').nth(1).click()
  await expect(page).toHaveURL(/\/events\/wedding/)
  expect(requests).toHaveLength(1)
})

test('submenus that failed to load are requested again; meanwhile the entries are links', async ({
  visitor,
}) => {
  const page = await visitor({ viewport: phone, expectsRefusals: true, hasTouch: true })
  let isAway = true
  await page.route(menusUrl, route => (isAway ? route.fulfill({ status: 429 }) : route.continue()))
  const failedResponse = page.waitForResponse(menusUrl)
  await page.goto('/?lang=el')
  await failedResponse
  await page.getByLabel(m.site_menu({}, el), { exact: true }).tap()
  const menu = page.getByRole('navigation', { name: m.site_navigation({}, el) })
  const submenuToggle = (title: string) => menu.locator('summary', { hasText: title })
  await submenuToggle(m.site_categories({}, el)).tap()
  await expect(menu.getByRole('link', { name: first, exact: true })).toBeVisible()
  await expect(submenuToggle(first)).toHaveCount(0)
  await submenuToggle(m.site_link_events({}, el)).tap()
  await expect(menu.getByRole('link', { name: m.site_link_events({}, el), exact: true })).toHaveCount(1)
  isAway = false
  await expect(async () => {
    await submenuToggle(m.site_link_events({}, el)).tap()
    await expect(submenuToggle(first)).toBeVisible({ timeout: 3000 })
  }).toPass()
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
  const navigation = page.getByRole('navigation', { name: m.site_navigation({}, el) })
  const events = { name: m.site_link_events({}, el), exact: true }
  await expect(navigation.getByRole('link', events)).toBeVisible()
  await expect(navigation.locator('summary', { hasText: events.name })).toBeHidden()
  await menu.getByRole('link', { name: m.common_all_categories({}, el) }).click()
  await expect(page.getByRole('main').getByRole('link', { name: third, exact: true })).toBeVisible()
})

/** The quick run takes the last one: other journeys open menus by mouse, and on a phone by touch. */
const devices = ['mouse', 'touch', 'keyboard'] as const

for (const device of isFull ? devices : devices.slice(-1))
  test(`the word opens what its arrow opens, with its own page first, by ${device}`, async ({ visitor }) => {
    const page = await visitor({ viewport: { width: 1100, height: 800 }, hasTouch: device === 'touch' })
    await page.goto('/faq?lang=el')
    const menu = page
      .getByRole('navigation', { name: m.site_navigation({}, el) })
      .locator('details', { has: page.locator('summary', { hasText: m.site_link_events({}, el) }) })
    const word = menu.getByText(m.site_link_events({}, el), { exact: true }).first()
    if (device === 'mouse') await word.click()
    else if (device === 'touch') await word.tap()
    else await menu.locator('summary').press('Enter')
    const entries = menu.getByRole('link')
    await expect(entries.nth(1)).toBeVisible()
    await expect(page).toHaveURL(/\/faq/)
    await expect(entries.first()).toHaveText(m.site_link_events({}, el))
    if (device === 'keyboard') {
      await page.keyboard.press('Tab')
      await expect(entries.first()).toBeFocused()
      await page.keyboard.press('Enter')
    } else if (device === 'touch') await entries.first().tap()
    else await entries.first().click()
    await expect(page).toHaveURL(/\/events\?/)
    await expect(entries.first()).toBeHidden()
  })

test('on a phone the word opens too', async ({ visitor }) => {
  const page = await visitor({ viewport: phone, hasTouch: true })
  await page.goto('/?lang=el')
  await page.getByLabel(m.site_menu({}, el), { exact: true }).tap()
  const menu = page.getByRole('navigation', { name: m.site_navigation({}, el) })
  await menu.locator('summary', { hasText: m.site_link_inspiration({}, el) }).tap()
  const landing = menu.getByRole('link', { name: m.site_link_inspiration({}, el), exact: true })
  await landing.tap()
  await expect(page).toHaveURL(/\/inspiration/)
})

const columnsOf = [
  [8, 1],
  [20, 2],
  [9, 2],
] as const

for (const [count, columns] of isFull ? columnsOf : columnsOf.slice(-1))
  test(`${count} pages below an entry stand in columns: ${columns}`, async ({ visitor }) => {
    const page = await visitor({ viewport: { width: 992, height: 800 } })
    const pages = Array.from({ length: count }, (_, index) => ({
      title: `Ένα αρκετά μακρύ όνομα σελίδας, ${index + 1}`,
      path: `/inspiration/${index + 1}`,
    }))
    await page.route(menusUrl, route => route.fulfill({ json: { '/categories': [], '/inspiration': pages } }))
    await page.goto('/?lang=el')
    const menu = page
      .getByRole('navigation', { name: m.site_navigation({}, el) })
      .locator('details', { has: page.locator('summary', { hasText: m.site_link_inspiration({}, el) }) })
    await menu.locator('summary').click()
    await expect(menu.getByRole('listitem')).toHaveCount(count)
    await expect(menu.getByRole('listitem').last()).toBeInViewport({ ratio: 1 })
    const lefts = await menu
      .getByRole('listitem')
      .evaluateAll(items => items.map(item => Math.round(item.getBoundingClientRect().left)))
    expect(new Set(lefts).size).toBe(columns)
    expect(Math.min(...lefts)).toBeGreaterThan(0)
    const tops = await menu
      .getByRole('listitem')
      .evaluateAll(items => items.map(item => item.getBoundingClientRect().top))
    // The second row begins below all of the first eight.
    for (const top of tops.slice(8)) expect(top).toBeGreaterThan(Math.max(...tops.slice(0, 8)) + 20)
  })

for (const language of languagesOf('el'))
  test(`no menu is cut where the screen is just wide enough, in ${language}`, async ({ visitor }) => {
    const page = await visitor({ viewport: desktop })
    for (const width of isFull ? [768, 991, 992, 1024, 1100] : [768, 992]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/?lang=${language}`)
      const menus = page.locator('.site-header details').filter({ has: page.locator('> summary:visible') })
      const count = await menus.count()
      expect(count).toBe(width < 992 ? 1 : 4)
      for (const menu of await menus.all()) {
        const summary = menu.locator('> summary')
        await summary.press('Enter')
        await expect(menu.locator('> div')).toBeVisible()
        const links = menu.getByRole('link').filter({ visible: true })
        await expect(links.first()).toBeVisible()
        const edges = () =>
          links.evaluateAll(all => all.map(link => link.getBoundingClientRect().toJSON() as DOMRect))
        // The panel is moved inside by the frame after the one that shows it.
        const isOutside = ({ left, right }: DOMRect) => left < 0 || right > width
        await expect.poll(async () => [width, (await edges()).filter(isOutside)]).toEqual([width, []])
        await summary.press('Escape')
      }
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
