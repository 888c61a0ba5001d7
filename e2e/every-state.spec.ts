import type { Page } from '@playwright/test'
import { languages } from '../src/base/language.ts'
import { m } from '../src/paraglide/messages.js'
import { findAxeViolations } from './axe-check.ts'
import { checkPage, desktop, expect, isFull, phone, test } from './fixtures.ts'
import { inLanguage } from './hosting-steps.ts'
import { findAceViolations } from './second-engines/ace.ts'
import { findNuErrors } from './second-engines/nu.ts'
import { createTestRegistry, signIn } from './test-registry.ts'

// What opens, appears or is sent, in the full run, by all engines; the pages themselves are in every-screen.spec.ts, and
// most dialogs are checked by the journeys that open them.
test.skip(!isFull, 'the journeys check these with axe')

const suitcase = 2101

for (const language of languages) {
  const at = { locale: language }

  test(`every menu is accessible, in ${language}`, async ({ host }) => {
    test.setTimeout(600_000)
    const { page } = await host(language, { viewport: desktop })
    await page.goto(inLanguage('/faq', language))
    const menus = page.locator('.site-header details[name=header]')
    await expect(menus).toHaveCount(5)
    for (const [index, menu] of (await menus.all()).entries()) {
      await menu.locator('summary').press('Enter')
      await expect(menu.getByRole('link').last()).toBeVisible()
      await checkPage(page, language, `menu-${index + 1}`)
      await page.keyboard.press('Escape')
      await expect(menu.getByRole('link').last()).toBeHidden()
    }
    await page.setViewportSize(phone)
    const menu = page.locator('.phone-menu')
    await menu.locator('summary').first().click()
    const submenus = await menu.locator('nav > ul > li details > summary').all()
    for (const submenu of submenus) if (await submenu.isVisible()) await submenu.click()
    await expect(menu.locator('nav details[open]').first()).toBeVisible()
    await checkPage(page, language, 'menu-phone')
  })

  test(`toasts, alerts and what fields show are accessible, in ${language}`, async ({ site, visitor }) => {
    test.setTimeout(600_000)
    const registry = await createTestRegistry(site.url, [{ product_id: suitcase }])
    const page = await visitor({ viewport: phone, expectsNoAnswer: true, expectsRefusals: true })
    await page.goto(inLanguage('/register', language))
    await page.getByLabel(m.account_password({}, at), { exact: true }).fill('aaaa')
    await page.keyboard.press('Tab')
    await checkPage(page, language, 'password-meter')

    await signIn({ page, language, registry })
    await page.goto(inLanguage(`/registry/${registry.id}/add`, language))
    await page
      .getByRole('main')
      .getByRole('button', { name: m.gift_add_this({ name: '' }, at) })
      .first()
      .click()
    await expect(page.getByText(m.gift_added({}, at)).first()).toBeVisible()
    await checkPage(page, language, 'toast')

    await page.goto(inLanguage('/create-registry/wedding', language))
    await page
      .getByRole('button', { name: m.ui_calendar_open({}, at) })
      .first()
      .click()
    await expect(page.getByRole('grid')).toBeVisible()
    await checkPage(page, language, 'calendar')

    await page.goto(inLanguage(`/registry/${registry.id}`, language))
    await checkUnanswered(page, language)
  })

  test(`every e-mail is accessible, in ${language}`, async ({ visitor }) => {
    test.setTimeout(600_000)
    const page = await visitor({ viewport: phone })
    await page.goto('/dev/mail/templates')
    const links = await page
      .locator(`a[lang=${language}]`)
      .evaluateAll(found => found.map(link => (link as HTMLAnchorElement).href))
    expect(links.length).toBeGreaterThan(50)
    const problems: string[] = []
    for (const link of links) {
      await page.goto(link)
      const found = [
        ...(await findAxeViolations(page, notOfEmails)),
        ...(await findAceViolations(page)).filter(violation => !violation.startsWith('skip_main_exists')),
        ...(await findNuErrors(page)).filter(error => !isForMailPrograms.test(error)),
      ]
      problems.push(...found.map(problem => `${new URL(link).pathname}: ${problem}`))
    }
    expect(problems).toEqual([])
  })
}

/** A letter has no landmarks and need not have a heading. */
const notOfEmails = ['landmark-one-main', 'region', 'page-has-heading-one']

/** Mail programs lay out by tables and their attributes, and some by properties and metadata of their own. */
const isForMailPrograms =
  /attribute on the “(?:table|td|tr|img)” element is obsolete|CSS: “mso-|name="x-apple-disable-message-reformatting"/

/** The alert when the server doesn't answer, and the line while the device has no network. */
async function checkUnanswered(page: Page, language: (typeof languages)[number]): Promise<void> {
  const at = { locale: language }
  await page.route('**/*', route => route.abort('connectionrefused'))
  await page.locator('footer summary', { hasText: m.site_footer_help({}, at) }).click()
  await page
    .locator('footer')
    .getByRole('link', { name: m.site_link_contact({}, at) })
    .first()
    .click()
  await expect(page.getByRole('alert').filter({ hasText: m.site_server_error({}, at) })).toBeVisible()
  await checkPage(page, language, 'alert')
  await page.unroute('**/*')
  await page.context().setOffline(true)
  await expect(page.getByText(m.site_offline_notice({}, at))).toBeVisible()
  await checkPage(page, language, 'offline')
  await page.context().setOffline(false)
}
