import type { Page } from '@playwright/test'
import { addDays, type Day, dayInAthens } from '../src/base/dates.ts'
import type { Language } from '../src/base/language.ts'
import { m } from '../src/paraglide/messages.js'
import { checkPage, expect } from './fixtures.ts'
import { confirmHost } from './test-registry.ts'

export interface Host {
  name: string
  surname: string
  email: string
  password: string
}

/** From the home page to a new account, and back to creating a registry. */
export async function signUp(page: Page, language: Language, host: Host): Promise<void> {
  const at = { locale: language }
  await page.goto(`/?lang=${language}`)
  await page
    .getByRole('main')
    .getByRole('link', { name: m.site_link_create({}, at) })
    .first()
    .click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fcreate-registry/)
  await page.getByRole('link', { name: m.account_create_link({}, at) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.common_sign_up({}, at))
  await page.getByLabel(m.common_first_name({}, at), { exact: true }).fill(host.name)
  await page.getByLabel(m.common_last_name({}, at), { exact: true }).fill(host.surname)
  await page.getByRole('main').getByLabel(m.common_email({}, at), { exact: true }).fill(host.email)
  await page.getByLabel(m.account_password({}, at), { exact: true }).fill(host.password)
  await page.getByLabel(m.account_password_again({}, at), { exact: true }).fill(host.password)
  await page
    .getByRole('main')
    .getByRole('button', { name: m.account_register_action({}, at) })
    .click()
  await expect(page).toHaveURL(/\/create-registry/)
  await expect(page.getByText(m.account_created({}, at))).toBeVisible()
  await checkPage(page, language, 'registered')
  // Only a confirmed host is written to about gifts.
  await confirmHost(new URL(page.url()).origin, host)
}

/** What the host enters for a wedding registry. */
export interface Wedding {
  partner: { name: string; surname: string }
  registry: string
  date: Day
  place: string
  greeting: string
  home: { street: string; city: string }
}

export const weddingDay = (): Day => addDays(dayInAthens(new Date()), 100)

/** Creates a wedding registry in both steps, up to 'Registry Created'; returns its id. */
export async function createRegistry(
  page: Page,
  language: Language,
  host: Host,
  wedding: Wedding,
): Promise<string> {
  const at = { locale: language }
  const field = (label: string) => page.getByLabel(label, { exact: false })
  await page.getByRole('radio', { name: weddingLabel[language] }).check()
  await field(m.common_first_name({}, at)).first().fill(host.name)
  await field(m.common_last_name({}, at)).first().fill(host.surname)
  await field(m.registry_partner_name_label({}, at)).fill(wedding.partner.name)
  await field(m.registry_partner_surname_label({}, at)).fill(wedding.partner.surname)
  await field(m.registry_title_label({}, at)).fill(wedding.registry)
  await field(m.registry_date_label({}, at)).fill(wedding.date)
  await page.getByText(m.common_more({}, at), { exact: true }).click()
  await field(m.registry_guests_label({}, at)).fill('120')
  await field(m.registry_place_label({}, at)).fill(wedding.place)
  await field(m.registry_greeting_label({}, at)).fill(wedding.greeting)
  await choosePrivacy(page, language)
  await expect(field(m.registry_greeting_label({}, at))).toHaveValue(wedding.greeting)
  await checkPage(page, language, 'create-1')
  await page.getByRole('button', { name: m.common_continue({}, at) }).click()
  await expect(page.getByText(m.registry_create_step_two({}, at))).toBeVisible()
  await field(m.registry_street_label({}, at)).first().fill(wedding.home.street)
  await field(m.registry_region_label({}, at)).first().selectOption('GR-I')
  await field(m.registry_city_label({}, at)).first().fill(wedding.home.city)
  await field(m.registry_postcode_label({}, at)).first().fill('105 57')
  await field(m.common_phone({}, at)).first().fill('6944000000')
  await page.getByLabel(m.registry_same_label({}, at)).check()
  await page.getByLabel(m.registry_terms_label({}, at)).check()
  await checkPage(page, language, 'create-2')
  await page.getByRole('button', { name: m.registry_create_submit({}, at) }).click()
  const created = page.getByRole('dialog', { name: m.registry_created_title({}, at) })
  await expect(created).toBeVisible()
  await created.getByText(m.registry_share({}, at), { exact: true }).click()
  const code = created.getByRole('img', { name: m.invitation_qr_alt({}, at) })
  await expect(code).toHaveJSProperty('complete', true)
  expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await checkPage(page, language, 'created')
  await created.getByRole('link', { name: m.registry_created_first({}, at) }).click()
  await expect(created).toBeHidden()
  const id = /\/registry\/([A-Z0-9]+)\/add/.exec(page.url())?.[1]
  if (!id) throw new Error(`no registry in ${page.url()}`)
  return id
}

/** Nobody's privacy is chosen for them; only who chooses 'public' is asked about search engines (R211). */
async function choosePrivacy(page: Page, language: Language): Promise<void> {
  const at = { locale: language }
  const searchEngines = page.getByLabel(m.registry_search_engines_label({}, at))
  await page.getByRole('button', { name: m.common_continue({}, at) }).click()
  await expect(page.getByText(m.privacy_required({}, at)).first()).toBeVisible()
  await page.getByRole('radio', { name: m.registry_privacy_shareable({}, at) }).check()
  await expect(searchEngines).toBeHidden()
  await page.getByRole('radio', { name: m.registry_privacy_public({}, at) }).check()
  await expect(page.getByText(m.privacy_required({}, at))).toBeHidden()
  await expect(searchEngines).not.toBeChecked()
  await searchEngines.check()
}

const weddingLabel: Record<Language, string> = { en: 'Wedding', el: 'Γάμος' }

/** A product to be added to the registry. */
export interface GiftWish {
  product: string
  /** The value of each option, in the order of the fields. */
  options?: readonly string[]
  quantity?: number
  group?: boolean
}

/** Searches for a product and adds it to the registry. */
export async function addGift(page: Page, language: Language, wish: GiftWish): Promise<void> {
  const at = { locale: language }
  const main = page.getByRole('main')
  await main.getByLabel(m.common_search_the_shop({}, at)).fill(wish.product)
  await main.getByRole('button', { name: m.common_search({}, at) }).click()
  // The product may stand in the list before: a press while the results replace it is lost.
  await expect(page).toHaveURL(url => url.searchParams.get('search') === wish.product)
  const products = main.getByRole('region', { name: m.gift_products_label({}, at) })
  await products.getByRole('link', { name: wish.product }).first().click()
  const dialog = page.getByRole('dialog', { name: wish.product })
  const addition = dialog.getByRole('button', { name: m.gift_add_submit({}, at) })
  await expect(addition).toBeVisible()
  if (wish.options) {
    await addition.click()
    await expect(dialog.getByText(m.gift_options_required({}, at)).first()).toBeVisible()
    for (const [place, label] of wish.options.entries())
      await dialog.getByRole('combobox').nth(place).selectOption({ label })
    await expect(dialog.getByText(m.gift_options_required({}, at)).first()).toBeHidden()
  }
  if (wish.quantity) await dialog.getByLabel(m.common_quantity({}, at)).fill(String(wish.quantity))
  if (wish.group) await dialog.getByLabel(m.gift_group_label({}, at)).check()
  await checkPage(page, language, `wish-${wish.options ? 'options' : wish.group ? 'group' : 'plain'}`)
  await addition.click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('#your-gifts').getByText(wish.product)).toBeVisible()
}

/** Checks a row of the statistics: wished, given, open. */
export async function expectStatistic(
  page: Page,
  band: string,
  counts: [number, number, number],
): Promise<void> {
  const table = page.locator('details', { has: page.getByRole('table', { includeHidden: true }) })
  await table.evaluate((details: HTMLDetailsElement) => {
    details.open = true
  })
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: band, exact: true }) })
  await expect(row.getByRole('cell')).toHaveText(counts.map(String))
}
