import type { Page } from '@playwright/test'
import { paths } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { aRegistry } from './arrange.ts'
import { desk, expect, phone, test } from './journey.ts'

const el = { locale: 'el' } as const

/** Whether the page is still in the document that was marked. */
async function marked(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
  return () =>
    page
      .locator('html[data-marked]')
      .count()
      .then(count => count > 0)
}

test('a link is followed within the document, in the page’s language, and back again', async ({
  visitor,
}) => {
  const page = await visitor({ viewport: desk })
  await page.goto('/?lang=el')
  const isSame = await marked(page)
  await page
    .getByRole('banner')
    .getByRole('link', { name: m.site_link_inspiration({}, el) })
    .first()
    .click()
  await expect(page).toHaveURL(/\/inspiration\?lang=el$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/\?lang=el$/)
  expect(await isSame()).toBe(true)
})

test('a press that asks for a tab of its own leaves the page where it is', async ({ visitor }) => {
  const page = await visitor({ viewport: desk })
  await page.goto('/')
  const tab = page.context().waitForEvent('page')
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: m.site_link_faq({}, { locale: 'en' }) })
    .click({
      modifiers: ['ControlOrMeta'],
    })
  await expect(await tab).toHaveURL(/\/faq$/)
  await expect(page).toHaveURL(/\/$/)
})

test('the page keeps its place where a gift is opened and put away, and another page begins on top', async ({
  site,
  visitor,
}) => {
  const gifts = [1001, 1011, 1013, 1014, 1015].map(product_id => ({ product_id }))
  const { id } = await aRegistry(site.url, gifts)
  const page = await visitor({ viewport: phone })
  await page.goto(`${paths.registry(id)}?lang=el`)
  const isSame = await marked(page)
  const last = page.locator('li[data-state]').last().getByRole('link').first()
  await last.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(0)
  await last.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: m.ui_close({}, el) })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await page.evaluate(() => scrollY)).toBe(place)
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: m.site_link_faq({}, el) })
    .click()
  await expect(page).toHaveURL(/\/faq\?lang=el$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  expect(await isSame()).toBe(true)
})
