import type { Locator, Page } from '@playwright/test'
import type { Language } from '../src/base/language.ts'
import { m } from '../src/paraglide/messages.js'
import { checkPage, desktop, expect, languagesOf, phone, test } from './fixtures.ts'

const people = {
  el: { name: 'Χρύσα', partner: 'Λευτέρης', surname: 'Δοκιμή', email: 'chrysa@creating.example' },
  en: { name: 'Clara', partner: 'Lewis', surname: 'Sample', email: 'clara@creating.example' },
}

for (const language of languagesOf('el'))
  test(`a new person types eleven things from “Create” to the created registry, in ${language}`, async ({
    visitor,
  }) => {
    const at = { locale: language }
    const viewport = language === 'el' ? phone : desktop
    const page = await visitor({ viewport })
    const { name, partner, surname, email } = people[language]
    const main = page.getByRole('main')
    const field = (label: string) => main.getByLabel(label, { exact: true })
    let typed = 0
    const type = async (control: Locator, text: string) => {
      typed++
      await control.pressSequentially(text)
    }

    await page.goto(`/wedding?lang=${language}`)
    await main
      .getByRole('link', { name: m.site_link_create({}, at) })
      .first()
      .click()
    await expect(page).toHaveURL(/\/login\?redirect=%2Fcreate-registry%2Fwedding/)
    await expect(main.getByText(m.account_create_lead({}, at))).toBeVisible()
    await checkPage(page, language, 'login-to-create')
    await main.getByRole('link', { name: m.account_create_link({}, at) }).click()
    await type(field(m.common_first_name({}, at)), name)
    await type(field(m.common_last_name({}, at)), surname)
    await type(field(m.common_email({}, at)), email)
    await type(field(m.account_password({}, at)), 'quince and cream')
    await type(field(m.account_password_again({}, at)), 'quince and cream')
    await main.getByRole('button', { name: m.account_register_action({}, at) }).click()

    await expect(page).toHaveURL(/\/create-registry\/wedding/)
    await expect(main.getByRole('radio', { checked: true })).toHaveCount(1)
    await type(main.locator('[name=partner_name]'), partner)
    await type(main.locator('[name=partner_surname]'), surname)
    await expect(main.locator('[name=registry_name]')).toHaveValue(`${name} & ${partner}`)
    await expect(main.locator('[name=guest_count]')).toHaveValue('150')
    await chooseDay(page, language)
    await main.getByRole('radio', { name: m.registry_privacy_shareable({}, at) }).check()
    await main.getByRole('button', { name: m.common_continue({}, at) }).click()

    const address = (part: string) => main.locator(`[name="home_address[${part}]"]`)
    await type(address('street'), 'Αμαλίας 12')
    await type(address('postcode'), '211 00')
    await expect(address('region')).toHaveValue('GR-J')
    await type(address('city'), 'Ναύπλιο')
    await type(address('phone'), '6944000000')
    await main.getByLabel(m.registry_terms_label({}, at)).check()
    await main.getByRole('button', { name: m.registry_create_submit({}, at) }).click()
    const created = page.getByRole('dialog', { name: m.registry_created_title({}, at) })
    await expect(created).toBeVisible()
    expect(typed).toBe(11)

    await expect(created.locator('.bg-pomegranate')).toHaveText([m.registry_created_first({}, at)])
    await created.getByRole('link', { name: m.registry_created_first({}, at) }).click()
    await expect(created).toBeHidden()
    if (viewport === phone) await expectEarlyProducts(page)
  })

/** A day of the next month, by the calendar. */
async function chooseDay(page: Page, locale: Language): Promise<void> {
  await page
    .getByRole('button', { name: m.ui_calendar_open({}, { locale }) })
    .first()
    .click()
  const grid = page.getByRole('grid')
  const before = await grid.getAttribute('aria-label')
  await page.locator('[name=next-month], .rdp-button_next, nav button').last().click()
  await expect(grid).not.toHaveAttribute('aria-label', before ?? '')
  await grid.getByRole('button', { name: /15/ }).first().click()
  await expect(page.locator('[name=registry_date]')).toHaveValue(/-15$/)
}

/** On a phone the goods begin above the middle of the first screen. */
async function expectEarlyProducts(page: Page): Promise<void> {
  const first = page.locator('[aria-labelledby=products] li').first()
  await expect.poll(async () => (await first.boundingBox())?.y).toBeLessThanOrEqual(330)
}

test('a region that was chosen stays, one that was filled in follows the postcode', async ({ host }) => {
  const { page, registry } = await host('el', { viewport: phone })
  await page.goto(`/registry/${registry.id}/edit/registry-shipping-address?lang=el`)
  const part = (name: string) => page.locator(`[name="home_address[${name}]"]`)
  await part('region').selectOption('')
  await part('postcode').fill('21100')
  await expect(part('region')).toHaveValue('GR-J')
  await part('postcode').fill('711')
  await expect(part('region')).toHaveValue('GR-J')
  await part('postcode').fill('71110')
  await expect(part('region')).toHaveValue('GR-M')
  await part('region').selectOption('GR-K')
  await part('postcode').fill('10557')
  await part('city').focus()
  await expect(part('region')).toHaveValue('GR-K')
  await expect(page.getByText(m.registry_postcode_unusual({}, { locale: 'el' }))).toBeVisible()
})

test('the count of guests follows the type until somebody writes another', async ({ host }) => {
  const { page } = await host('en', { viewport: desktop })
  await page.goto('/create-registry/wedding?lang=en')
  const count = page.locator('[name=guest_count]')
  const choose = (type: string) => page.locator(`[name=type][value=${type}]`).check()
  await choose('birthday')
  await expect(count).toHaveValue('30')
  await page.getByText(m.common_more({}, { locale: 'en' }), { exact: true }).click()
  await count.fill('31')
  await choose('baptism')
  await expect(count).toHaveValue('31')
})

test('one wrong field has the sentence once, and the focus', async ({ host }) => {
  const { page } = await host('el', { viewport: phone })
  const el = { locale: 'el' } as const
  await page.goto('/create-registry/wedding?lang=el')
  await page.getByText(m.registry_undecided_label({}, el)).click()
  await page.getByRole('button', { name: m.common_continue({}, el) }).click()
  await expect(page.getByText(m.privacy_required({}, el))).toHaveCount(1)
  await expect(page.locator('[name=registry_status]').first()).toBeFocused()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})
