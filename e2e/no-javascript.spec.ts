import { storefrontText } from '../shop/storefront/messages.ts'
import { formatEuro } from '../src/base/money.ts'
import { m } from '../src/paraglide/messages.js'
import { expect, phone, test } from './fixtures.ts'
import { giftTile, goToCheckout, payInShop } from './guest-steps.ts'
import { createTestRegistry } from './test-registry.ts'

const el = { locale: 'el' } as const
const teapot = { id: 1001, name: 'Κεραμική τσαγιέρα, 1,2 λίτρα', cents: 64_00 }
const sofa = { id: 1101, name: 'Τριθέσιος καναπές και φωτιστικό διαβάσματος' }
const giftRequests = [
  { product_id: teapot.id, quantity: 3 },
  { product_id: sofa.id, is_group_gifting: true },
  // From four gifts on a list has filters and a sort order.
  { product_id: 1011 },
  { product_id: 1201 },
]
const giver = { name: 'Φαίδρα', surname: 'Δοκιμή', email: 'faidra@journey.example', message: 'Να ζήσετε!' }

test('a guest gives without JavaScript, by plain forms', async ({ site, visitor }) => {
  const { id, name } = await createTestRegistry(site.url, giftRequests)
  const page = await visitor({ viewport: phone, javaScriptEnabled: false, expectsRefusals: true })
  const main = page.getByRole('main')
  const addToCart = main.getByRole('button', { name: m.give_add_to_cart({}, el) })
  await page.goto(`/registry/${id}?lang=el`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await main.getByLabel(m.gift_sort({}, el)).selectOption('price-down')
  await main.getByRole('button', { name: m.gift_sort({}, el) }).click()
  await expect(page).toHaveURL(/sort=price-down/)
  await expect(page.locator('.gift-rows > li').first()).toContainText(sofa.name)

  await giftTile(page, teapot.name)
    .getByRole('link', { name: m.gift_give({}, el) })
    .click()
  await main.getByLabel(m.give_quantity_label({}, el)).fill('2')
  await addToCart.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.cart_title({}, el))
  await expect(main.getByText(formatEuro(2 * teapot.cents, 'el')).first()).toBeVisible()
  await main.getByRole('button', { name: m.cart_one_more({ name: teapot.name }, el) }).click()
  await expect(main.getByText(formatEuro(3 * teapot.cents, 'el')).first()).toBeVisible()
  await main.getByRole('button', { name: m.cart_one_less({ name: teapot.name }, el) }).click()
  await expect(main.getByText(formatEuro(2 * teapot.cents, 'el')).first()).toBeVisible()

  await page.goto(`/registry/${id}?lang=el`)
  await expect(giftTile(page, teapot.name)).toContainText(m.gift_in_cart({}, el))
  await expect(giftTile(page, sofa.name)).not.toContainText(m.gift_in_cart({}, el))
  await giftTile(page, sofa.name)
    .getByRole('link', { name: m.gift_chip_in({}, el) })
    .click()
  const share = main.getByLabel(m.give_amount_label({}, el))
  await share.fill('2')
  await addToCart.click()
  await expect(main.getByText(m.addition_small({ least: formatEuro(500, 'el') }, el))).toBeVisible()
  await expect(share).toHaveValue('2')
  await share.fill('40')
  await addToCart.click()
  await expect(main.getByText(formatEuro(2 * teapot.cents + 40_00, 'el'))).toBeVisible()

  await main.getByRole('button', { name: m.cart_remove_this({ name: teapot.name }, el) }).click()
  await expect(main.getByText(teapot.name)).toBeHidden()
  await goToCheckout(page, 'el', { ...giver, message: 'α'.repeat(600) })
  await expect(page.getByLabel(m.checkout_message_label({ hosts: 'couple' }, el))).toHaveValue(
    'α'.repeat(600),
  )
  await goToCheckout(page, 'el', giver)
  await payInShop(page, 'el', giver)
  await page.getByRole('link', { name: storefrontText('el', 'back') }).click()
  await expect(main.getByText(sofa.name)).toBeVisible()
  await expect(main.getByText(`${m.cart_contribution({}, el)} · ${formatEuro(40_00, 'el')}`)).toBeVisible()
})
