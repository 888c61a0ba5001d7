import type { Page } from '@playwright/test'
import { languages } from '../src/base/language.ts'
import { m } from '../src/paraglide/messages.js'
import { aRegistry } from './arrange.ts'
import { expect, test } from './journey.ts'

const teapot = 1001

for (const language of languages) {
  const at = { locale: language }
  const query = language === 'el' ? '?lang=el' : ''

  test(`the keyboard and the listener come along to the next page, in ${language}`, async ({ visitor }) => {
    const page = await visitor()
    await page.goto(`/faq${query}`)
    await stays(page)
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: m.site_link_contact({}, at), exact: true })
      .press('Enter')
    await expect(page).toHaveURL(/\/contact-us/)
    await expect(page.getByRole('main')).toBeFocused()
    const title = await page.title()
    expect(title).toContain(await page.getByRole('heading', { level: 1 }).innerText())
    await expect(page.getByRole('status').filter({ hasText: title })).toHaveCount(1)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
    expect(await stayed(page)).toBe(true)
  })

  test(`a closed dialog gives the focus back to what opened it, in ${language}`, async ({
    site,
    visitor,
  }) => {
    const { id } = await aRegistry(site.url, [{ product_id: teapot }])
    const page = await visitor()
    await page.goto(`/registry/${id}${query}`)
    const give = page.getByRole('main').getByRole('link', { name: m.gift_give({}, at) })
    const dialog = page.getByRole('dialog')
    for (const close of [() => page.keyboard.press('Escape'), () => closes(page, m.ui_close({}, at))]) {
      await give.press('Enter')
      await expect(dialog).toBeVisible()
      expect(await dialog.evaluate(element => element.contains(document.activeElement))).toBe(true)
      await close()
      await expect(dialog).toBeHidden()
      await expect(give).toBeFocused()
    }
  })
}

const closes = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('link', { name, exact: true }).press('Enter')

/** A mark that a new document would not have: what follows is one and the same page. */
const stays = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-stays', ''))
const stayed = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-stays'))
