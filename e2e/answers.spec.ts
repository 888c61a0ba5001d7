import { m } from '../src/paraglide/messages.js'
import { checkPage, desktop, expect, phone, testInFull } from './fixtures.ts'
import { miniCart } from './guest-steps.ts'
import { createTestRegistry, signIn } from './test-registry.ts'

const plate = { id: 4042, en: 'Plate with name and date', el: 'Πιάτο με όνομα και ημερομηνία' }
const en = { locale: 'en' } as const
const el = { locale: 'el' } as const

testInFull(
  'a host answers what the shop asks and leaves the rest to a guest, who gives two different ones',
  async ({ site, visitor }) => {
    const registry = await createTestRegistry(site.url, [])
    const host = await visitor({ viewport: desktop })
    await signIn({ page: host, language: 'en', registry })
    await host.goto(`/registry/${registry.id}/add?search=${encodeURIComponent(plate.en)}`)
    await host.getByRole('link', { name: plate.en }).first().click()
    const wish = host.getByRole('dialog')
    await wish.getByRole('button', { name: m.gift_add_submit({}, en) }).click()
    await expect(wish.getByText(m.modifier_required({}, en)).first()).toBeVisible()
    await wish.getByLabel('Name on the plate', { exact: true }).fill('Ελένη')
    await wish.getByLabel(`${m.modifier_by_guest({}, en)}: Date on the plate`).check()
    await wish.getByLabel(m.common_quantity({}, en)).fill('2')
    await checkPage(host, 'en', 'wish-answers')
    await wish.getByRole('button', { name: m.gift_add_submit({}, en) }).click()
    await expect(host.getByText(m.gift_added({}, en)).first()).toBeVisible()

    const guest = await visitor({ viewport: phone })
    for (const date of ['2027-06-05', '2027-08-15']) {
      await guest.goto(`/registry/${registry.id}/${plate.id}?lang=el`)
      const dialog = guest.getByRole('dialog', { name: plate.el })
      await expect(dialog.getByText('Ελένη')).toBeVisible()
      const add = dialog.getByRole('button', { name: m.give_add_to_cart({}, el) })
      await add.click()
      await expect(dialog.getByText(m.modifier_required({}, el))).toBeVisible()
      await dialog.getByLabel('Ημερομηνία στο πιάτο').first().fill(date)
      await expect(dialog.getByText(m.modifier_required({}, el))).toBeHidden()
      await checkPage(guest, 'el', 'gift-answers')
      await add.click()
      await expect(miniCart(guest, 'el')).toBeVisible()
    }
    const cart = miniCart(guest, 'el')
    await expect(cart.getByText('Ημερομηνία στο πιάτο: 5 Ιουνίου 2027')).toBeVisible()
    await expect(cart.getByText('Ημερομηνία στο πιάτο: 15 Αυγούστου 2027')).toBeVisible()
  },
)
