import { m } from '../src/paraglide/messages.js'
import { checkPage, desktop, expect, phone, test, testInFull } from './fixtures.ts'
import {
  choosePhoto,
  inLanguage,
  largePhoto,
  openSettings,
  saveSettings,
  submitSignIn,
  tabTo,
  typeInto,
} from './hosting-steps.ts'
import { createTestRegistry, findEmailLink, signIn } from './test-registry.ts'

const en = { locale: 'en' } as const

/** The quick run takes the first one. */
const variants = [
  ['el', phone],
  ['en', desktop],
  ['el', desktop],
  ['en', phone],
] as const

for (const [language, viewport] of process.env.TEST_FULL ? variants : variants.slice(0, 1)) {
  const at = { locale: language }

  test(`a host edits a registry's settings and deletes it, in ${language} at ${viewport.width} pixels`, async ({
    host,
    visitor,
  }) => {
    const { page, registry } = await host(language, { viewport, expectsRefusals: true }, [
      { product_id: 1001 },
    ])
    const edit = `/registry/${registry.id}/edit`
    await page.goto(inLanguage(edit, language))

    await choosePhoto(page, language, largePhoto)
    await checkPage(page, language, `edit-crop-${viewport.width}`)
    await page.getByRole('button', { name: m.hosting_picture_save({}, at) }).click()
    await expect(page.getByRole('button', { name: m.hosting_picture_remove({}, at) })).toBeVisible()
    await expect(page.locator('header img[src^="/images/"]').filter({ visible: true }).first()).toBeVisible()

    await openSettings(page, viewport.width, m.common_registry_address({}, at))
    const slug = page.getByLabel(m.hosting_slug_label({}, at))
    await slug.fill('admin')
    await expect(page.getByText(m.hosting_slug_reserved({}, at))).toBeVisible()
    await checkPage(page, language, `edit-url-${viewport.width}`)
    // While an address is being typed it is not called too short yet; the server's answer calls it so.
    await slug.fill('ab')
    await slug.press('Enter')
    await expect(page.getByText(m.hosting_slug_short({}, at))).toBeVisible()
    await expect(slug).toBeFocused()
    const address = `rhea-paul-${language}-${viewport.width}`
    await slug.fill(address)
    await expect(page.getByRole('status').getByText(m.hosting_slug_free({}, at))).toBeVisible()
    await saveSettings(page, language)
    await page.goto(`/registry/${registry.id}`)
    await expect(page).toHaveURL(new RegExp(`/registry/${address}`))
    await page.goto(inLanguage(edit, language))

    await openSettings(page, viewport.width, m.common_delivery_address({}, at))
    const city = page.getByLabel(m.registry_city_label({}, at)).first()
    await city.fill('Πά')
    await page.getByRole('button', { name: m.common_save({}, at) }).click()
    await expect(page.getByText(m.city_short({}, at)).first()).toBeVisible()
    await checkPage(page, language, `edit-address-${viewport.width}`)
    await city.fill('Πάτρα')
    await saveSettings(page, language)

    await openSettings(page, viewport.width, m.hosting_menu_privacy({}, at))
    await page.getByRole('radio', { name: m.registry_privacy_private({}, at) }).check()
    await saveSettings(page, language)
    const guest = await visitor({ expectsRefusals: true })
    await guest.goto(`/registry/${address}`)
    // An address that others could guess stops leading to it (R1206).
    await expect(
      guest.getByRole('heading', { name: m.site_not_found_title({}, { locale: 'en' }) }),
    ).toBeVisible()

    await openSettings(page, viewport.width, m.common_event_details({}, at))
    await expect(page.getByRole('heading', { name: m.hosting_history_title({}, at) })).toBeVisible()
    await expect(page.getByText(m.hosting_change_privacy({}, at))).toBeVisible()
    await page.goto(inLanguage('/my-registries', language))
    await page.getByRole('main').getByText(m.common_more({}, at), { exact: true }).click()
    await page.getByRole('link', { name: m.registry_mine_delete({}, at) }).click()
    await expect(page.getByRole('dialog', { name: m.common_are_you_sure({}, at) })).toBeVisible()
    await checkPage(page, language, `delete-${viewport.width}`)
    await page.getByRole('button', { name: m.common_ok({}, at) }).click()
    await expect(page.getByText(m.registry_mine_empty({}, at))).toBeVisible()
    await checkPage(page, language, `my-registries-empty-${viewport.width}`)
  })
}

testInFull(
  'a co-host joins by the link of the e-mail with an account of their own; the link works once',
  async ({ site, visitor }) => {
    const registry = await createTestRegistry(site.url, [], { registry_status: 'private' })
    const partner = await createTestRegistry(site.url, [])
    const owner = await visitor()
    await signIn({ page: owner, language: 'en', registry })
    await owner.goto(`/registry/${registry.id}/edit/co-host`)
    await owner.getByLabel(m.hosting_co_host_email({ hosts: 'couple' }, en)).fill(partner.host.email)
    await owner.getByRole('button', { name: m.hosting_co_host_ask({}, en) }).click()
    await expect(owner.getByText(m.hosting_co_host_pending({}, en))).toBeVisible()

    const helper = await visitor({ expectsRefusals: true, viewport: phone })
    const link = await findEmailLink(site.url, partner.host.email, 'co-host')
    const accept = helper.getByRole('main').getByRole('button', { name: m.hosting_join_accept({}, en) })
    await helper.goto(link)
    await checkPage(helper, 'en', 'join')
    await helper.getByRole('link', { name: m.hosting_join_sign_in({}, en) }).click()
    await submitSignIn(helper, 'en', partner.host)
    await accept.click()
    await expect(helper).toHaveURL(new RegExp(`/registry/${registry.id}/edit`))
    await expect(helper.getByRole('heading', { name: m.common_event_details({}, en) })).toBeVisible()
    await helper.goto(link)
    await expect(helper.getByRole('heading', { name: m.hosting_join_gone({}, en) })).toBeVisible()
    await checkPage(helper, 'en', 'join-gone')
  },
)

test('a registry is created with the keyboard alone; the draft survives signing in again', async ({
  host,
}) => {
  const { page, registry } = await host('en', { expectsRefusals: true })
  await page.goto('/create-registry/birthday')
  await typeInto(page, page.getByLabel(m.common_first_name({}, en), { exact: true }), 'Μαρία-Ελένη')
  await typeInto(page, page.getByLabel(m.common_last_name({}, en), { exact: true }), 'O’Neill')
  await typeInto(page, page.getByLabel(m.registry_title_label({}, en)), 'Τα γενέθλια')
  await tabTo(page, page.getByLabel(m.registry_undecided_label({}, en)))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('radio', { name: m.registry_privacy_public({}, en) }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: m.registry_privacy_shareable({}, en) })).toBeChecked()
  await tabTo(page, page.getByRole('button', { name: m.common_continue({}, en) }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(m.registry_create_step_two({}, en))).toBeFocused()
  await typeInto(page, page.getByLabel(m.registry_street_label({}, en)).first(), 'Αμαλίας 12')
  const region = page.getByLabel(m.registry_region_label({}, en)).first()
  await tabTo(page, region)
  await page.keyboard.type('Attica')
  await typeInto(page, page.getByLabel(m.registry_city_label({}, en)).first(), 'Αθήνα')
  await typeInto(page, page.getByLabel(m.registry_postcode_label({}, en)).first(), '105 57')
  await typeInto(page, page.getByLabel(m.common_phone({}, en)).first(), '6944000000')
  await tabTo(page, page.getByLabel(m.registry_terms_label({}, en)))
  await page.keyboard.press('Space')

  await page.context().clearCookies({ name: 'customerToken' })
  const create = page.getByRole('button', { name: m.registry_create_submit({}, en) })
  await tabTo(page, create)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fcreate-registry/)
  await submitSignIn(page, 'en', registry.host)
  await expect(page.getByText(m.registry_create_step_two({}, en))).toBeVisible()
  await expect(page.getByLabel(m.registry_street_label({}, en)).first()).toHaveValue('Αμαλίας 12')
  await expect(region).toHaveValue('GR-I')
  await tabTo(page, create)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: m.registry_created_title({}, en) })).toBeVisible()
  await page.goto('/create-registry')
  await expect(page.getByText(m.registry_create_step_one({}, en))).toBeVisible()
  await expect(page.getByLabel(m.common_first_name({}, en), { exact: true })).toHaveValue('Rhea')
})

test('a message that appears or disappears when a field is left does not make a click miss', async ({
  host,
}) => {
  const { page, registry } = await host('en', { viewport: phone, expectsRefusals: true })
  await page.goto(`/registry/${registry.id}/edit/registry-shipping-address`)
  const telephone = page.getByLabel(m.common_phone({}, en)).first()
  const same = page.getByLabel(m.registry_same_label({}, en))
  for (const typed of ['694 412', '694 412 3456', '']) {
    const before = await same.isChecked()
    await telephone.fill(typed)
    await same.click()
    await expect(same).toBeChecked({ checked: !before })
  }
  await expect(page.getByText(m.phone_required({}, en)).first()).toBeVisible()
})
