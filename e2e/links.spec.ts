import type { Page } from '@playwright/test'
import { paths } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { desktop, expect, phone, test } from './fixtures.ts'
import { createTestRegistry } from './test-registry.ts'

const el = { locale: 'el' } as const

/** Marks the document; the returned function tells whether the page is still in it. */
async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
  return () =>
    page
      .locator('html[data-marked]')
      .count()
      .then(count => count > 0)
}

test('a link opens without a new document, in the page’s language, and so does going back', async ({
  visitor,
}) => {
  const page = await visitor({ viewport: desktop })
  await page.goto('/?lang=el')
  const isSame = await markDocument(page)
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: m.site_link_faq({}, el) })
    .click()
  await expect(page).toHaveURL(/\/faq\?lang=el$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/\?lang=el$/)
  expect(await isSame()).toBe(true)
})

test('a click with the modifier for a new tab leaves the page as it is', async ({ visitor }) => {
  const page = await visitor({ viewport: desktop })
  await page.goto('/')
  const tab = page.context().waitForEvent('page')
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: m.site_link_faq({}, { locale: 'en' }) })
    .click({
      modifiers: ['ControlOrMeta'],
    })
  await expect(await tab).toHaveURL(/\/faq\?lang=en$/)
  await expect(page).toHaveURL(/\/$/)
})

test('the scroll position stays when a gift is opened and closed; another page starts at the top', async ({
  site,
  visitor,
}) => {
  const gifts = [1001, 1011, 1013, 1014, 1042].map(product_id => ({ product_id }))
  const { id } = await createTestRegistry(site.url, gifts)
  const page = await visitor({ viewport: phone })
  await page.goto(`${paths.registry(id)}?lang=el`)
  const isSame = await markDocument(page)
  const last = page.locator('li[data-state]').last().getByRole('link').first()
  await last.scrollIntoViewIfNeeded()
  const scrollPosition = await page.evaluate(() => scrollY)
  expect(scrollPosition).toBeGreaterThan(0)
  await last.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: m.ui_close({}, el) })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrollPosition)
  // On phones the columns of the footer are folded.
  await page.locator('footer summary', { hasText: m.site_footer_help({}, el) }).click()
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: m.site_link_faq({}, el) })
    .click()
  await expect(page).toHaveURL(/\/faq\?lang=el$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  expect(await isSame()).toBe(true)
})

test('going back from one registry to another shows the other again', async ({ site, visitor }) => {
  const [first, second] = ['First Registry', 'Second Registry'] as const
  const { id } = await createTestRegistry(site.url, [], { registry_name: first })
  const other = await createTestRegistry(site.url, [], { registry_name: second })
  const page = await visitor({ viewport: desktop })
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(`${paths.registry(id)}?lang=el`)
  await expect(heading).toHaveText(first)
  const isSame = await markDocument(page)
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: m.site_link_find({}, el) })
    .click()
  const box = page.getByLabel(m.find_box_label({}, el))
  await box.fill(other.id)
  await box.press('Enter')
  await expect(heading).toHaveText(second)
  await page.evaluate(() => history.go(-2))
  await expect(heading).toHaveText(first)
  expect(await isSame()).toBe(true)
})

test('a request that is given up while its answer arrives logs no error', async ({ visitor }) => {
  const page = await visitor()
  await page.goto(paths.home)
  await page.evaluate(giveUpRequest)
})

/** In the browser: nobody waits for the end of an answer, as when a visitor follows another link meanwhile. */
async function giveUpRequest(): Promise<void> {
  const abort = new AbortController()
  const body = new ReadableStream({
    start: stream => abort.signal.addEventListener('abort', () => stream.error(abort.signal.reason)),
  })
  void body.getReader().read()
  abort.abort()
  await new Promise(resolve => setTimeout(resolve))
}
