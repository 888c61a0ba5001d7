import { storefrontText } from '../shop/storefront/messages.ts'
import { formatEuroShort } from '../src/base/money.ts'
import { m } from '../src/paraglide/messages.js'
import { expect, testInFull } from './fixtures.ts'
import { addToCart, type Giver, giftTile, goToCheckout, miniCart, payInShop } from './guest-steps.ts'
import { sofa } from './money-registry.ts'
import { createTestRegistry } from './test-registry.ts'

const en = { locale: 'en' } as const
const giver: Giver = { name: 'Grace', surname: 'Sample', email: 'grace@journey.example', message: 'Cheerio!' }

testInFull(
  'a guest who reads the shop’s prices in pounds gives 40 euro; the refund takes 40 euro back',
  async ({ site, visitor }) => {
    const { id } = await createTestRegistry(site.url, [{ product_id: sofa.id, is_group_gifting: true }])
    const guest = await visitor()
    await guest.goto('/shop/')
    await guest.getByRole('link', { name: 'GBP' }).click()
    await expect(guest.getByText(/£\d/).first()).toBeVisible()
    await guest.goto(`/registry/${id}`)
    await addToCart(guest, 'en', sofa.name.en, '40')
    await miniCart(guest, 'en')
      .getByRole('link', { name: m.common_continue({}, en) })
      .click()
    await goToCheckout(guest, 'en', giver)
    await expect(guest.getByText(storefrontText('en', 'paidInEuro'))).toBeVisible()
    await payInShop(guest, 'en', giver)
    await expect(guest).toHaveURL(/\/thank-you\//)

    const watcher = await visitor()
    await watcher.goto(`/registry/${id}`)
    const tile = giftTile(watcher, sofa.name.en)
    const collected = formatEuroShort(40_00, 'en')
    const price = formatEuroShort(sofa.cents, 'en')
    await expect(tile).toContainText(m.gift_collected_of({ collected, price }, en))

    const staff = await visitor()
    await staff.goto('/shop/admin/orders')
    await staff.getByRole('main').getByRole('link').first().click()
    await staff.getByLabel('An amount of the whole order').fill('40')
    await staff.getByRole('button', { name: 'Refund' }).click()
    await expect(tile).toContainText(m.gift_first_share({}, en))
  },
)
