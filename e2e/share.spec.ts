import type { Locator } from '@playwright/test'
import { formatEuroShort } from '../src/base/money.ts'
import { m } from '../src/paraglide/messages.js'
import { checkPage, expect, languagesOf, phone, test } from './fixtures.ts'
import { giftTile } from './guest-steps.ts'
import { inLanguage } from './hosting-steps.ts'
import { createTestRegistry } from './test-registry.ts'

const sofa = {
  id: 1101,
  names: { el: 'Τριθέσιος καναπές και φωτιστικό διαβάσματος', en: 'Three-seat sofa and reading lamp' },
}

for (const language of languagesOf('el'))
  test(`a share of a gift is at the shop’s checkout with three taps, in ${language}`, async ({
    site,
    visitor,
  }) => {
    const at = { locale: language }
    const gifts = [{ product_id: sofa.id, is_group_gifting: true }]
    const { id } = await createTestRegistry(site.url, gifts, {}, language)
    const page = await visitor({ viewport: phone })
    let taps = 0
    const tap = async (target: Locator) => {
      taps++
      await target.click()
    }
    await page.goto(inLanguage(`/registry/${id}`, language))
    await tap(
      giftTile(page, sofa.names[language])
        .getByRole('link', { name: m.gift_chip_in({}, at) })
        .first(),
    )
    const sheet = page.getByRole('dialog')
    await tap(sheet.getByRole('button', { name: formatEuroShort(5000, language), exact: true }))
    await sheet.getByLabel(m.checkout_message_label({ hosts: 'couple' }, at)).fill('Να ζήσετε!')
    await checkPage(page, language, 'share-sheet')
    const give = sheet.getByRole('button', {
      name: m.give_share({ amount: formatEuroShort(5000, language) }, at),
    })
    await give.click()
    await expect(sheet.getByText(m.giver_name_required({}, at))).toBeVisible()
    await sheet.getByLabel(m.checkout_name_label({}, at), { exact: true }).fill('Θεία Ευτυχία')
    await tap(give)
    await expect(page).toHaveURL(/\/shop\/checkout/)
    await expect(page.getByText('Να ζήσετε!')).toBeVisible()
    expect(taps).toBe(3)
  })
