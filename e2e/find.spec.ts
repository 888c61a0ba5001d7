import { m } from '../src/paraglide/messages.js'
import { checkPage, desktop, expect, phone, test } from './fixtures.ts'
import { inLanguage, openSettings, saveSettings } from './hosting-steps.ts'
import { createTestRegistry } from './test-registry.ts'

/** The surname of the second host, typed while the keyboard was Greek. */
const [meant, typedOnGreekKeys] = ['Placeholder', 'Πλαψεηολδερ']

/** The quick run takes the first one: settings are changed in Greek on a phone by another journey. */
const journeys = [
  ['en', desktop],
  ['el', phone],
] as const

for (const [language, viewport] of process.env.TEST_FULL ? journeys : journeys.slice(0, 1)) {
  const at = { locale: language }

  test(`a host chooses a place, and guests find the registry by its province, in ${language} at ${viewport.width} pixels`, async ({
    host,
    visitor,
  }) => {
    const { page, registry } = await host(language, { viewport })
    await page.goto(inLanguage(`/registry/${registry.id}/edit`, language))
    await openSettings(page, viewport.width, m.common_event_details({}, at))
    const place = page.getByLabel(m.registry_place_label({}, at))
    await place.fill('')
    await place.pressSequentially('monemv')
    const suggestion = page.getByRole('option').first()
    await expect(suggestion).toContainText(language === 'el' ? 'Μονεμβασιά' : 'Monemvasia')
    await expect(suggestion).toContainText(language === 'el' ? 'Λακωνία' : 'Laconia')
    await checkPage(page, language, `place-suggestions-${viewport.width}`)
    await place.press('ArrowDown')
    await place.press('Enter')
    await expect(place).toHaveValue(language === 'el' ? 'Μονεμβασιά' : 'Monemvasia')
    await saveSettings(page, language)

    const guest = await visitor({ viewport })
    await guest.goto(inLanguage('/find-registry/wedding', language))
    await guest.getByLabel(m.find_city_label({}, at)).fill('Lakonia')
    await guest
      .getByRole('button', { name: m.common_find({}, at) })
      .last()
      .click()
    await expect(guest.getByRole('link', { name: registry.name }).first()).toBeVisible()
    await checkPage(guest, language, `find-province-${viewport.width}`)
  })

  test(`a name typed on the other keyboard layout is found at once, in ${language} at ${viewport.width} pixels`, async ({
    site,
    visitor,
  }) => {
    const registry = await createTestRegistry(site.url, [])
    const page = await visitor({ viewport })
    await page.goto(inLanguage('/find-registry', language))
    const box = page.getByLabel(m.find_box_label({}, at))
    await box.fill(typedOnGreekKeys)
    await box.press('Enter')
    await expect(page.getByText(m.find_results_for({ text: meant }, at))).toBeVisible()
    await expect(page.getByRole('link', { name: registry.name }).first()).toBeVisible()
    await checkPage(page, language, `find-keyboard-${viewport.width}`)
    await page.getByRole('link', { name: m.find_search_literally({ text: typedOnGreekKeys }, at) }).click()
    await expect(page.getByText(m.find_none_title({}, at))).toBeVisible()
  })
}
