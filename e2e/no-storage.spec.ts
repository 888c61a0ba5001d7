import type { Page } from '@playwright/test'
import { m } from '../src/paraglide/messages.js'
import { checkPage, expect, phone, test, testInFull } from './fixtures.ts'
import { goToCheckout, miniCart } from './guest-steps.ts'
import { createTestRegistry } from './test-registry.ts'

const el = { locale: 'el' } as const
const teapot = { id: 1001, name: 'Κεραμική τσαγιέρα, 1,2 λίτρα' }
const giver = { name: 'Φαίδρα', surname: 'Δοκιμή', email: 'faidra@journey.example', message: 'Να ζήσετε!' }

/** How browsers lack their storage: runs in the page before any of its scripts. */
const storages = {
  missing: () => Object.defineProperty(window, 'localStorage', { value: null }),
  refused: () =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    }),
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  },
}

async function give(page: Page, id: string): Promise<void> {
  await page.goto(`/registry/${id}/${teapot.id}?lang=el`)
  await page.getByRole('button', { name: m.give_add_to_cart({}, el) }).click()
}

for (const [name, spoil] of Object.entries(storages)) {
  const testStorage = name === 'missing' ? test : testInFull
  testStorage(
    `with a storage that is ${name} the cookie keeps the cart, and it reaches the checkout`,
    async ({ site, visitor }) => {
      const { id } = await createTestRegistry(site.url, [{ product_id: teapot.id, quantity: 3 }])
      const page = await visitor({ viewport: phone, userAgent: `in-app ${name}` })
      await page.addInitScript(spoil)
      await give(page, id)
      await expect(page).toHaveURL(/\/cart/)
      const main = page.getByRole('main')
      await expect(main.getByText(teapot.name)).toBeVisible()
      await main.getByRole('button', { name: m.cart_one_more({ name: teapot.name }, el) }).click()
      await expect(page.getByRole('link', { name: m.cart_button({ count: 2 }, el) })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('link', { name: m.cart_button({ count: 2 }, el) })).toBeVisible()
      await goToCheckout(page, 'el', giver)
      await expect(page).toHaveURL(/\/shop\/checkout/)
    },
  )
}

test('without storage and cookies the cart is there while the page is, says so, and leads to the payment', async ({
  site,
  visitor,
}) => {
  const { id } = await createTestRegistry(site.url, [{ product_id: teapot.id }])
  const page = await visitor({ viewport: phone, userAgent: 'in-app without cookies' })
  await page.addInitScript(storages.refused)
  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { value: false }))
  await give(page, id)
  const cart = miniCart(page, 'el')
  await expect(cart.getByText(teapot.name)).toBeVisible()
  await expect(cart.getByText(m.cart_not_kept({}, el))).toBeVisible()
  await checkPage(page, 'el', 'cart-not-kept')
  await cart.getByRole('link', { name: m.handoff_continue({}, el) }).click()
  await expect(page.getByRole('main').getByText(m.cart_not_kept({}, el))).toBeVisible()
  await goToCheckout(page, 'el', giver)
  await expect(page).toHaveURL(/\/shop\/checkout/)
})
