import { m } from '../src/paraglide/messages.js'
import { checkPage, expect, phone, test } from './fixtures.ts'
import { addToCart, giftTile, goToCheckout } from './guest-steps.ts'
import { createTestRegistry } from './test-registry.ts'

const el = { locale: 'el' } as const
const teapot = { id: 1001, name: 'Κεραμική τσαγιέρα, 1,2 λίτρα' }
const giver = { name: 'Φαίδρα', surname: 'Δοκιμή', email: 'faidra@journey.example', message: 'Να ζήσετε!' }

test('back from the checkout a guest goes on, changes the cart in another tab, and others can give it', async ({
  site,
  visitor,
}) => {
  const { id } = await createTestRegistry(site.url, [{ product_id: teapot.id }])
  const page = await visitor({ viewport: phone })
  await page.goto(`/registry/${id}?lang=el`)
  await addToCart(page, 'el', teapot.name)
  await page.goto('/cart?lang=el')
  await goToCheckout(page, 'el', giver)
  await expect(page).toHaveURL(/\/shop\/checkout/)
  await page.goBack()
  const main = page.getByRole('main')
  const goOn = { name: m.handoff_continue({}, el) }
  await expect(
    main.getByText(
      new RegExp([15, 14, 13, 12].map(count => m.handoff_reserved_minutes({ count }, el)).join('|')),
    ),
  ).toBeVisible()
  await checkPage(page, 'el', 'back-from-checkout')
  await main.getByRole('button', goOn).click()
  await expect(page).toHaveURL(/\/shop\/checkout/)
  const shopCart = page.url()

  const tab = await page.context().newPage()
  await tab.goto(`/registry/${id}/${teapot.id}?lang=el`)
  const dialog = tab.getByRole('dialog')
  await expect(dialog).toContainText(m.handoff_gift_yours({}, el))
  await checkPage(tab, 'el', 'own-gift')
  await dialog.getByRole('button', { name: m.handoff_change({}, el) }).click()
  await expect(tab.getByText(m.handoff_changed_title({}, el))).toBeVisible()
  await expect(tab.getByRole('main').getByText(teapot.name).first()).toBeVisible()
  await expect(tab.getByLabel(m.checkout_message_label({ hosts: 'couple' }, el))).toHaveValue(giver.message)
  await expect.poll(() => tab.evaluate(() => localStorage.getItem('cart'))).toContain(String(teapot.id))

  await page.goto(shopCart)
  await expect(page.locator('form.checkout')).toHaveCount(0)
  const other = await visitor({ viewport: phone, locale: 'el' })
  await other.goto(`/registry/${id}?lang=el`)
  await expect(giftTile(other, teapot.name)).toHaveAttribute('data-state', 'open')
})
