import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Language } from '../src/base/language.ts'
import { m } from '../src/paraglide/messages.js'
import { type Arranged, aRegistry } from './arrange.ts'
import { desk, expect, passes, phone, test } from './journey.ts'

const looks = [
  ['en', desk],
  ['el', phone],
  ['el', desk],
  ['en', phone],
] as const

for (const [language, viewport] of process.env.TEST_FULL ? looks : looks.slice(0, 2)) {
  const at = { locale: language }

  test(`a host settles a registry, in ${language} at ${viewport.width} pixels`, async ({ site, visitor }) => {
    const registry = await aRegistry(site.url, [{ product_id: 1001 }])
    const page = await visitor({ viewport, refused: true })
    await signsIn(page, language, registry.host)
    const edit = `/registry/${registry.id}/edit`
    await page.goto(inLanguage(edit, language))
    await passes(page, language, `edit-${viewport.width}`)

    await choosesPicture(page, language)
    await passes(page, language, `edit-crop-${viewport.width}`)
    await page.getByRole('button', { name: m.hosting_picture_save({}, at) }).click()
    await expect(page.getByRole('button', { name: m.hosting_picture_remove({}, at) })).toBeVisible()
    await expect(page.locator('header img[src^="/images/"]').first()).toBeVisible()

    await opens(page, viewport.width, m.hosting_menu_url({}, at))
    const slug = page.getByLabel(m.hosting_slug_label({}, at))
    await slug.fill('admin')
    await expect(page.getByText(m.hosting_slug_reserved({}, at))).toBeVisible()
    await passes(page, language, `edit-url-${viewport.width}`)
    const address = `rhea-paul-${language}-${viewport.width}`
    await slug.fill(address)
    await expect(page.getByRole('status').getByText(m.hosting_slug_free({}, at))).toBeVisible()
    await saves(page, language)
    await page.goto(`/registry/${registry.id}`)
    await expect(page).toHaveURL(new RegExp(`/registry/${address}`))
    await page.goto(inLanguage(edit, language))

    await opens(page, viewport.width, m.hosting_menu_address({}, at))
    const city = page.getByLabel(m.registry_city_label({}, at)).first()
    await city.fill('Πά')
    await page.getByRole('button', { name: m.registry_edit_save({}, at) }).click()
    await expect(page.getByText(m.city_short({}, at)).first()).toBeVisible()
    await passes(page, language, `edit-address-${viewport.width}`)
    await city.fill('Πάτρα')
    await saves(page, language)

    await opens(page, viewport.width, m.hosting_menu_privacy({}, at))
    await page.getByRole('radio', { name: m.registry_privacy_private({}, at) }).check()
    await passes(page, language, `edit-privacy-${viewport.width}`)
    await saves(page, language)
    const guest = await visitor()
    await guest.goto(`/registry/${address}`)
    await expect(guest).toHaveURL(new RegExp(`${site.url}/(\\?|$)`))

    await opens(page, viewport.width, m.hosting_menu_details({}, at))
    await expect(page.getByRole('heading', { name: m.hosting_history_title({}, at) })).toBeVisible()
    await expect(page.getByText(m.hosting_change_privacy({}, at))).toBeVisible()
    await page.goto(inLanguage('/my-registries', language))
    await passes(page, language, `my-registries-${viewport.width}`)
    await page.getByRole('link', { name: m.registry_mine_delete({}, at) }).click()
    await expect(page.getByRole('dialog', { name: m.registry_delete_title({}, at) })).toBeVisible()
    await passes(page, language, `delete-${viewport.width}`)
    await page.getByRole('button', { name: m.registry_ok({}, at) }).click()
    await expect(page.getByText(m.registry_mine_empty({}, at))).toBeVisible()
    await passes(page, language, `my-registries-empty-${viewport.width}`)
  })
}

test('a co-host comes by the link of the letter, with an own account, and once', async ({
  site,
  visitor,
}) => {
  const registry = await aRegistry(site.url, [], { registry_status: 'private' })
  const partner = await aRegistry(site.url, [])
  const owner = await visitor()
  await signsIn(owner, 'en', registry.host)
  await owner.goto(`/registry/${registry.id}/edit/co-host`)
  await passes(owner, 'en', 'co-host')
  await owner.getByLabel(m.hosting_co_host_email({}, en)).fill(partner.host.email)
  await owner.getByRole('button', { name: m.hosting_co_host_ask({}, en) }).click()
  await expect(owner.getByText(m.hosting_co_host_waits({}, en))).toBeVisible()

  const helper = await visitor({ refused: true, viewport: phone })
  const link = await linkOfLetter(helper, partner.host.email)
  const accept = (page: Page) =>
    page.getByRole('main').getByRole('button', { name: m.hosting_join_accept({}, en) })
  const late = await visitor({ refused: true })
  await signsIn(late, 'en', (await aRegistry(site.url, [])).host)
  await late.goto(link)
  await expect(accept(late)).toBeVisible()

  await helper.goto(link)
  await passes(helper, 'en', 'join')
  await helper.getByRole('link', { name: m.hosting_join_sign_in({}, en) }).click()
  await entersAccount(helper, 'en', partner.host)
  await accept(helper).click()
  await expect(helper).toHaveURL(new RegExp(`/registry/${registry.id}/edit`))
  await expect(helper.getByRole('heading', { name: m.registry_edit_title({}, en) })).toBeVisible()
  await helper.goto(link)
  await expect(helper.getByRole('heading', { name: m.hosting_join_gone({}, en) })).toBeVisible()
  await passes(helper, 'en', 'join-gone')
  await accept(late).click()
  await expect(late.getByRole('heading', { name: m.hosting_join_gone({}, en) })).toBeVisible()
})

test('with the keyboard alone: a registry is created, its draft kept over signing in on the way', async ({
  site,
  visitor,
}) => {
  const { host } = await aRegistry(site.url, [])
  const page = await visitor({ refused: true })
  await signsIn(page, 'en', host)
  await page.goto('/create-registry/birthday')
  await types(page, page.getByLabel(m.registry_name_label({}, en), { exact: true }), 'Μαρία-Ελένη')
  await types(page, page.getByLabel(m.registry_surname_label({}, en), { exact: true }), 'O’Neill')
  await types(page, page.getByLabel(m.registry_title_label({}, en)), 'Τα γενέθλια')
  await reaches(page, page.getByLabel(m.registry_undecided_label({}, en)))
  await page.keyboard.press('Space')
  await types(page, page.getByLabel(m.registry_guests_label({}, en)), '30')
  await reaches(page, page.getByRole('button', { name: m.registry_create_next({}, en) }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(m.registry_create_step_two({}, en))).toBeFocused()
  await types(page, page.getByLabel(m.registry_street_label({}, en)).first(), 'Αμαλίας 12')
  const region = page.getByLabel(m.registry_region_label({}, en)).first()
  await reaches(page, region)
  await page.keyboard.type('Attica')
  await types(page, page.getByLabel(m.registry_city_label({}, en)).first(), 'Αθήνα')
  await types(page, page.getByLabel(m.registry_postcode_label({}, en)).first(), '105 57')
  await types(page, page.getByLabel(m.registry_phone_label({}, en)).first(), '6944000000')
  await reaches(page, page.getByLabel(m.registry_terms_label({}, en)))
  await page.keyboard.press('Space')

  await page.context().clearCookies({ name: 'customerToken' })
  const create = page.getByRole('button', { name: m.registry_create_submit({}, en) })
  await reaches(page, create)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fcreate-registry/)
  await entersAccount(page, 'en', host)
  await expect(page.getByText(m.registry_create_step_two({}, en))).toBeVisible()
  await expect(page.getByLabel(m.registry_street_label({}, en)).first()).toHaveValue('Αμαλίας 12')
  await expect(region).toHaveValue('GR-I')
  await reaches(page, create)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: m.registry_created_title({}, en) })).toBeVisible()
  await page.goto('/create-registry')
  await expect(page.getByText(m.registry_create_step_one({}, en))).toBeVisible()
  await expect(page.getByLabel(m.registry_name_label({}, en), { exact: true })).toHaveValue('Rhea')
})

test('words that come or go as a field is left don’t make the press beside it miss', async ({
  site,
  visitor,
}) => {
  const { host, id } = await aRegistry(site.url, [])
  const page = await visitor({ viewport: phone, refused: true })
  await signsIn(page, 'en', host)
  await page.goto(`/registry/${id}/edit/registry-shipping-address`)
  const telephone = page.getByLabel(m.registry_phone_label({}, en)).first()
  const same = page.getByLabel(m.registry_same_label({}, en))
  for (const typed of ['694 412', '694 412 3456', '']) {
    const before = await same.isChecked()
    await telephone.fill(typed)
    await same.click()
    expect(await same.isChecked()).toBe(!before)
  }
  await expect(page.getByText(m.phone_required({}, en)).first()).toBeVisible()
})

const en = { locale: 'en' } as const

function inLanguage(path: string, language: Language): string {
  return `${path}?lang=${language}`
}

async function signsIn(page: Page, language: Language, host: Arranged['host']): Promise<void> {
  await page.goto(inLanguage('/login', language))
  await entersAccount(page, language, host)
}

/** Fills the form of signing in, and waits until it has led on. */
async function entersAccount(page: Page, language: Language, { email, password }: Arranged['host']) {
  const main = page.getByRole('main')
  await main.getByLabel(m.account_email({}, { locale: language }), { exact: true }).fill(email)
  await main.getByLabel(m.account_password({}, { locale: language }), { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/\/login/)
}

/** A settings page by its name in the menu: beside the page on desks, behind a button on phones. */
async function opens(page: Page, width: number, name: string): Promise<void> {
  const menu = page
    .getByRole('navigation')
    .filter({ has: page.locator('a[href*="/edit/privacy-settings"]') })
    .last()
  // What was done is said once: the address is cleaned then, and a new address closes the menu.
  await expect(page).not.toHaveURL(/done=/)
  const link = menu.getByRole('link', { name, exact: true })
  // A menu opened before the scripts run is closed by their start.
  await expect(async () => {
    if (width < 992 && !(await link.isVisible())) await menu.locator('summary').click()
    await link.click({ timeout: 5000 })
  }).toPass()
  await expect(page).toHaveURL(/\/edit/)
  await expect(menu.locator('a[aria-current="page"]:visible, summary:visible').first()).toContainText(name)
}

async function saves(page: Page, language: Language): Promise<void> {
  await page
    .getByRole('button', { name: m.registry_edit_save({}, { locale: language }), exact: true })
    .click()
  await expect(page.getByText(m.registry_updated({}, { locale: language })).first()).toBeVisible()
}

/** A photograph as phones take it, larger than what may be sent; the browser makes it smaller. */
async function choosesPicture(page: Page, language: Language): Promise<void> {
  const noise = await sharp({
    create: { width: 2200, height: 1700, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  } as never)
    .jpeg({ quality: 95 })
    .toBuffer()
  expect(noise.length).toBeGreaterThan(3 * 1024 * 1024)
  await page
    .getByLabel(m.hosting_picture_label({}, { locale: language }))
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: noise })
  await expect(page.locator('.ReactCrop__crop-selection')).toBeVisible()
}

/** The link that the newest letter to that address leads to. */
async function linkOfLetter(page: Page, email: string): Promise<string> {
  const letter = page.getByRole('listitem').filter({ hasText: email }).first()
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(letter).toBeVisible({ timeout: 3000 })
  }).toPass()
  await letter.getByRole('link').first().click()
  const html = await page.content()
  return /\/co-host\/[\w-]+/.exec(html)?.[0] ?? ''
}

/** Goes on with the Tab key until it has the focus. */
async function reaches(page: Page, place: Locator): Promise<void> {
  for (let presses = 0; presses < 90; presses++) {
    if (await place.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not lead to ${place}`)
}

async function types(page: Page, field: Locator, text: string): Promise<void> {
  await reaches(page, field)
  await page.keyboard.insertText(text)
}
