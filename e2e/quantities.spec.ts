import type { Page } from '@playwright/test'
import { m } from '../src/paraglide/messages.js'
import { checkPage, expect, testInFull } from './fixtures.ts'
import { addToCart, type Giver, goToCheckout, miniCart } from './guest-steps.ts'
import { createTestRegistry } from './test-registry.ts'

const en = { locale: 'en' } as const
/** Sold by two at least. */
const wine = { id: 1074, name: 'Sparkling wine from Amyntaio' }
const giver: Giver = { name: 'Nora', surname: 'Sample', email: 'nora@journey.example', message: 'Cheers!' }

testInFull(
  'a gift sold by two; while the cart is open the shop has fewer left than are in it',
  async ({ site, visitor }) => {
    const { id } = await createTestRegistry(site.url, [{ product_id: wine.id, quantity: 9 }])
    const guest = await visitor({ expectsRefusals: true })
    await guest.goto(`/registry/${id}`)
    await addToCart(guest, 'en', wine.name)
    await miniCart(guest, 'en')
      .getByRole('link', { name: m.common_continue({}, en) })
      .click()
    const units = guest.getByRole('main').getByLabel(m.cart_quantity_of({ name: wine.name }, en))
    const step = (label: string) => guest.getByRole('main').getByRole('button', { name: label }).click()
    await expect(units).toHaveValue('2')
    await step(m.cart_one_less({ name: wine.name }, en))
    await expect(units).toHaveValue('2')
    for (const count of ['3', '4']) {
      await step(m.cart_one_more({ name: wine.name }, en))
      await expect(units).toHaveValue(count)
    }
    const staff = await visitor()
    await setStock(staff, 3)
    try {
      await goToCheckout(guest, 'en', giver)
      const problem = m.unbuyable_stock({ name: wine.name, count: 3 }, en)
      await expect(guest.getByRole('alert').filter({ hasText: problem })).toBeVisible()
      await expect(guest.getByRole('listitem').filter({ hasText: problem })).toBeVisible()
      await expect(units).toHaveValue('4')
      await expect(guest.getByLabel(m.checkout_message_label({ hosts: 'couple' }, en))).toHaveValue(
        giver.message,
      )
      await checkPage(guest, 'en', 'unbuyable')
      await step(m.cart_one_less({ name: wine.name }, en))
      await expect(guest.getByRole('listitem').filter({ hasText: problem })).toHaveCount(0)
      await guest.getByRole('button', { name: m.checkout_submit({}, en) }).click()
      await expect(guest).toHaveURL(/\/shop\/checkout/)
    } finally {
      await setStock(staff, 60)
    }
  },
)

async function setStock(page: Page, units: number): Promise<void> {
  await page.goto(`/shop/admin/products?q=${wine.id}`)
  await page.getByLabel('Set the stock').first().fill(String(units))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel(`now ${units}`).first()).toBeVisible()
}
