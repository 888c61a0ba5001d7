import type { APIRequestContext, Page } from '@playwright/test'
import { storefrontText } from '../shop/storefront/messages.ts'
import { m } from '../src/paraglide/messages.js'
import { checkPage, expect, test, testInFull } from './fixtures.ts'
import { addToCart, type Giver, giftTile, goToCheckout, miniCart, payInShop } from './guest-steps.ts'
import { submitSignIn } from './hosting-steps.ts'
import { createTestRegistry, holdGift } from './test-registry.ts'

const en = { locale: 'en' } as const
const teapot = { id: 1001, name: 'Stoneware teapot, 1.2 L' }
const glasses = { id: 1011, name: 'Bordeaux glasses, set of 6' }
const bath = { id: 1201, name: 'Linen bath set' }
const giver: Giver = { name: 'Nora', surname: 'Sample', email: 'nora@journey.example', message: 'With love!' }

testInFull(
  'a declined payment, then a successful one; a refund opens the gift again',
  async ({ site, visitor }) => {
    const { id } = await createTestRegistry(site.url, [{ product_id: teapot.id }])
    const watcher = await visitor()
    await watcher.goto(`/registry/${id}`)
    const guest = await visitor({ expectsRefusals: true })
    await goToShop(guest, id, teapot.name)
    await payInShop(guest, 'en', giver, 'payDecline')
    await expect(guest.getByRole('alert')).toHaveText(storefrontText('en', 'declined'))
    await checkPage(guest, 'en', 'shop-declined')
    await expect(giftTile(watcher, teapot.name)).toHaveAttribute('data-state', 'held')
    await payInShop(guest, 'en', giver)
    await expect(giftTile(watcher, teapot.name)).toHaveAttribute('data-state', 'given')
    await refundNewestOrder(await visitor())
    await expect(giftTile(watcher, teapot.name)).toHaveAttribute('data-state', 'open')
  },
)

testInFull('a closed tab leaves the gift reserved, and a later payment counts', async ({ site, visitor }) => {
  const { id } = await createTestRegistry(site.url, [{ product_id: teapot.id }])
  const guest = await visitor()
  await goToShop(guest, id, teapot.name)
  await expect(guest).toHaveURL(/\/shop\/checkout/)
  const secondTab = await guest.context().newPage()
  await guest.close()
  await secondTab.goto(`/registry/${id}`)
  await expect(giftTile(secondTab, teapot.name)).toHaveAttribute('data-state', 'held')
  const shop = await secondTab.context().newPage()
  await shop.goto('/shop/checkout')
  await payInShop(shop, 'en', giver)
  await expect(shop).toHaveURL(/\/thank-you\//)
  await expect(giftTile(secondTab, teapot.name)).toHaveAttribute('data-state', 'given')
})

test('a double click adds one', async ({ site, visitor }) => {
  const { id } = await createTestRegistry(site.url, [{ product_id: glasses.id, quantity: 3 }])
  const guest = await visitor()
  await guest.goto(`/registry/${id}/${glasses.id}`)
  const add = guest.getByRole('button', { name: m.give_add_to_cart({}, en) })
  await expect(add).toBeVisible()
  await add.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(miniCart(guest, 'en').getByLabel(m.cart_quantity_of({ name: glasses.name }, en))).toHaveValue(
    '1',
  )
})

test('a gift of another registry replaces the cart only after a question', async ({ site, visitor }) => {
  const first = await createTestRegistry(site.url, [{ product_id: teapot.id }])
  const second = await createTestRegistry(site.url, [{ product_id: bath.id }])
  const guest = await visitor()
  await guest.goto(`/registry/${first.id}`)
  await addToCart(guest, 'en', teapot.name)
  await guest.goto(`/registry/${second.id}/${bath.id}`)
  const gift = guest.getByRole('dialog', { name: bath.name })
  const question = gift.getByRole('alert').filter({ hasText: m.cart_replace_title({}, en) })
  await gift.getByRole('button', { name: m.give_add_to_cart({}, en) }).click()
  await expect(question.getByRole('button', { name: m.cart_replace_confirm({}, en) })).toBeFocused()
  await expect(guest.getByRole('dialog'), 'none over another').toHaveCount(1)
  await checkPage(guest, 'en', 'other-registry')
  await question.getByRole('button', { name: m.cart_replace_keep({}, en) }).click()
  await expect(question).toBeHidden()
  await expect(gift).toBeVisible()
  await gift.getByRole('button', { name: m.give_add_to_cart({}, en) }).click()
  await question.getByRole('button', { name: m.cart_replace_confirm({}, en) }).click()
  await expect(miniCart(guest, 'en').getByText(bath.name)).toBeVisible()
  await expect(miniCart(guest, 'en').getByText(teapot.name)).toHaveCount(0)
})

testInFull(
  'while the shop is down, the registry is shown, and cart and message are kept',
  async ({ site, visitor }) => {
    const { id } = await createTestRegistry(site.url, [{ product_id: teapot.id }])
    const guest = await visitor({ expectsRefusals: true })
    await setFaults(site.api, [
      { path: '/stores', answer: '500' },
      { path: '/graphql', answer: '500' },
    ])
    try {
      await guest.goto(`/registry/${id}`)
      await addToCart(guest, 'en', teapot.name)
      await leaveForCheckout(guest)
      await expectCheckoutError(guest)
      await checkPage(guest, 'en', 'shop-away')
      await guest.goto(`/registry/${id}`)
      await expect(giftTile(guest, teapot.name)).toHaveAttribute('data-state', 'open')
      await guest.goto('/cart')
      await expect(guest.getByRole('main').getByText(teapot.name)).toBeVisible()
      await goToCheckout(guest, 'en', giver)
      await expectCheckoutError(guest)
    } finally {
      await setFaults(site.api, [])
    }
    // The connector makes no calls for a while after failures: the guest tries again until it does.
    await expect(async () => {
      await guest.getByRole('button', { name: m.checkout_submit({}, en) }).click()
      await expect(guest).toHaveURL(/\/shop\/checkout/, { timeout: 10_000 })
    }).toPass({ timeout: 180_000 })
  },
)

testInFull(
  'two guests want the last one: the second sees what is still open, and the message is kept',
  async ({ site, visitor }) => {
    const { id } = await createTestRegistry(site.url, [
      { product_id: teapot.id },
      { product_id: glasses.id },
      { product_id: bath.id },
    ])
    const second = await visitor({ expectsRefusals: true })
    await second.goto(`/registry/${id}`)
    await addToCart(second, 'en', teapot.name)
    await holdGift(site.url, id, teapot.id)
    await leaveForCheckout(second)
    const alert = await expectCheckoutError(second)
    const held = m.checkout_gift_held({ name: teapot.name, count: 15 }, en)
    await expect(alert).toContainText(held.slice(0, held.indexOf(';')))
    await expect(alert.getByRole('link', { name: glasses.name })).toBeVisible()
    await checkPage(second, 'en', 'lost')
    await alert.getByRole('link', { name: glasses.name }).click()
    await second
      .getByRole('dialog', { name: glasses.name })
      .getByRole('button', { name: m.give_add_to_cart({}, en) })
      .click()
    await miniCart(second, 'en')
      .getByRole('link', { name: m.common_continue({}, en) })
      .click()
    await expect(second.getByLabel(m.checkout_message_label({ hosts: 'couple' }, en))).toHaveValue(
      giver.message,
    )
    await expect(second.getByLabel(m.checkout_name_label({}, en), { exact: true })).toHaveValue(
      `${giver.name} ${giver.surname}`,
    )
  },
)

testInFull(
  'a price that changes while the cart is open is shown before the guest goes to the shop',
  async ({ site, visitor }) => {
    const { id } = await createTestRegistry(site.url, [{ product_id: bath.id }])
    const guest = await visitor()
    await guest.goto(`/registry/${id}`)
    await addToCart(guest, 'en', bath.name)
    await miniCart(guest, 'en')
      .getByRole('link', { name: m.common_continue({}, en) })
      .click()
    await expect(guest.getByRole('button', { name: m.checkout_submit({}, en) })).toBeVisible()
    await setFaults(site.api, [], { drop: true })
    try {
      await changePrice(await visitor(), bath.id, '91.50')
      await goToCheckout(guest, 'en', giver)
      const alert = guest.getByRole('alert').filter({ hasText: m.checkout_error_title({}, en) })
      await expect(alert).toContainText(m.cart_price_now({ name: bath.name, now: '€91.50' }, en))
      await expect(guest.getByLabel(m.checkout_message_label({ hosts: 'couple' }, en))).toHaveValue(
        giver.message,
      )
      await checkPage(guest, 'en', 'price-moved')
      await guest.getByRole('button', { name: m.checkout_submit({}, en) }).click()
      await expect(guest).toHaveURL(/\/shop\/checkout/)
      await expect(guest.getByRole('main')).toContainText('€91.50')
    } finally {
      await setFaults(site.api, [], {})
    }
  },
)

testInFull('unknown, private and host-only addresses', async ({ site, visitor }) => {
  const { id, host } = await createTestRegistry(site.url, [], { registry_status: 'private' })
  const guest = await visitor({ expectsRefusals: true })
  const answer = await guest.goto('/registry/AAAAAAAAAAAA')
  expect(answer?.status()).toBe(404)
  await expect(guest).toHaveURL(/\/404\?lang=en$/)
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(m.site_not_found_title({}, en))
  await guest.goto(`/registry/${id}`)
  await expect(guest).toHaveURL(`${site.url}/?lang=en`)
  await guest.goto(`/registry/${id}/gifts-received`)
  await expect(guest).toHaveURL(
    `/login?redirect=${encodeURIComponent(`/registry/${id}/gifts-received`)}&lang=en`,
  )
  await submitSignIn(guest, 'en', host)
  await expect(guest).toHaveURL(`/registry/${id}/gifts-received?lang=en`)
})

async function goToShop(page: Page, registryId: string, gift: string): Promise<void> {
  await page.goto(`/registry/${registryId}`)
  await addToCart(page, 'en', gift)
  await leaveForCheckout(page)
}

async function leaveForCheckout(page: Page): Promise<void> {
  await miniCart(page, 'en')
    .getByRole('link', { name: m.common_continue({}, en) })
    .click()
  await goToCheckout(page, 'en', giver)
}

/** 'Error on Creating Checkout' is shown, and cart and message are kept; returns the alert. */
async function expectCheckoutError(page: Page) {
  const alert = page.getByRole('alert').filter({ hasText: m.checkout_error_title({}, en) })
  await expect(alert).toBeVisible()
  await expect(page.getByRole('main').getByText(teapot.name, { exact: true })).toBeVisible()
  await expect(page.getByLabel(m.checkout_message_label({ hosts: 'couple' }, en))).toHaveValue(giver.message)
  return alert
}

async function refundNewestOrder(page: Page): Promise<void> {
  await page.goto('/shop/admin/orders')
  await page.getByRole('main').getByRole('link').first().click()
  await page.getByLabel('Refund').first().fill('1')
  await page.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByText('refunded 1')).toBeVisible()
}

async function changePrice(page: Page, product: number, euros: string): Promise<void> {
  await page.goto(`/shop/admin/products?q=${product}`)
  await page.getByLabel('Price').first().fill(euros)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Price').first()).toHaveValue(euros)
}

async function setFaults(api: APIRequestContext, routes: object[], hooks = {}): Promise<void> {
  const answer = await api.post('/shop/admin/faults', { data: { routes, hooks } })
  expect(answer.ok()).toBe(true)
}
