import type { APIRequestContext, Page } from '@playwright/test'
import { say } from '../shop/storefront/words.ts'
import { m } from '../src/paraglide/messages.js'
import { type Arranged, aRegistry } from './arrange.ts'
import { type Giver, handsOver, miniCart, pays, putsIntoCart, tileOf } from './guest.ts'
import { expect, passes, test } from './journey.ts'

const en = { locale: 'en' } as const
const teapot = { id: 1001, name: 'Stoneware teapot, 1.2 L' }
const glasses = { id: 1011, name: 'Bordeaux glasses, set of 6' }
const bath = { id: 1201, name: 'Linen bath set' }
const giver: Giver = { name: 'Nora', surname: 'Sample', email: 'nora@journey.example', message: 'With love!' }

test('a declined payment, then a good one; a refund opens the gift again', async ({ site, visitor }) => {
  const { id } = await aRegistry(site.url, [{ product_id: teapot.id }])
  const watcher = await visitor()
  await watcher.goto(`/registry/${id}`)
  const guest = await visitor({ refused: true })
  await goesToShop(guest, id, teapot.name)
  await pays(guest, 'en', giver, 'payDecline')
  await expect(guest.getByRole('alert')).toHaveText(say('en', 'declined'))
  await passes(guest, 'en', 'shop-declined')
  await expect(tileOf(watcher, teapot.name)).toHaveAttribute('data-state', 'held')
  await pays(guest, 'en', giver)
  await expect(tileOf(watcher, teapot.name)).toHaveAttribute('data-state', 'given')
  await refundsNewestOrder(await visitor())
  await expect(tileOf(watcher, teapot.name)).toHaveAttribute('data-state', 'open')
})

test('a closed tab keeps the gift aside, and the payment counts when the guest comes back', async ({
  site,
  visitor,
}) => {
  const { id } = await aRegistry(site.url, [{ product_id: teapot.id }])
  const guest = await visitor()
  await goesToShop(guest, id, teapot.name)
  await expect(guest).toHaveURL(/\/shop\/checkout/)
  const another = await guest.context().newPage()
  await guest.close()
  await another.goto(`/registry/${id}`)
  await expect(tileOf(another, teapot.name)).toHaveAttribute('data-state', 'held')
  const shop = await another.context().newPage()
  await shop.goto('/shop/checkout')
  await pays(shop, 'en', giver)
  await expect(shop.getByText(say('en', 'orderThanks'))).toBeVisible()
  await expect(tileOf(another, teapot.name)).toHaveAttribute('data-state', 'given')
})

test('a double press gives once', async ({ site, visitor }) => {
  const { id } = await aRegistry(site.url, [{ product_id: glasses.id, quantity: 3 }])
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

test('a gift of another registry: the guest is asked first, over the gift, and may stay with the cart', async ({
  site,
  visitor,
}) => {
  const first = await aRegistry(site.url, [{ product_id: teapot.id }])
  const second = await aRegistry(site.url, [{ product_id: bath.id }])
  const guest = await visitor()
  await guest.goto(`/registry/${first.id}`)
  await putsIntoCart(guest, 'en', teapot.name)
  await guest.goto(`/registry/${second.id}/${bath.id}`)
  const gift = guest.getByRole('dialog', { name: bath.name })
  const question = guest.getByRole('dialog', { name: m.cart_replace_title({}, en) })
  await gift.getByRole('button', { name: m.give_add_to_cart({}, en) }).click()
  await expect(question).toBeVisible()
  await passes(guest, 'en', 'other-registry')
  await guest.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(gift).toBeVisible()
  await gift.getByRole('button', { name: m.give_add_to_cart({}, en) }).click()
  await question.getByRole('button', { name: m.cart_replace_confirm({}, en) }).click()
  await expect(miniCart(guest, 'en').getByText(bath.name)).toBeVisible()
  await expect(miniCart(guest, 'en').getByText(teapot.name)).toHaveCount(0)
})

test('the shop is away: the registry still shows, and cart and message wait', async ({ site, visitor }) => {
  const { id } = await aRegistry(site.url, [{ product_id: teapot.id }])
  const guest = await visitor({ refused: true })
  await setFaults(site.api, [
    { path: '/stores', answer: '500' },
    { path: '/graphql', answer: '500' },
  ])
  try {
    await guest.goto(`/registry/${id}`)
    await putsIntoCart(guest, 'en', teapot.name)
    await leavesForCheckout(guest)
    await expectTrouble(guest)
    await passes(guest, 'en', 'shop-away')
    await guest.goto(`/registry/${id}`)
    await expect(tileOf(guest, teapot.name)).toHaveAttribute('data-state', 'open')
    await guest.goto('/cart')
    await expect(guest.getByRole('main').getByText(teapot.name)).toBeVisible()
    await handsOver(guest, 'en', giver)
    await expectTrouble(guest)
  } finally {
    await setFaults(site.api, [])
  }
  // The connector lets a troubled shop rest for a while: the guest tries again until it is asked again.
  await expect(async () => {
    await guest.getByRole('button', { name: m.checkout_leave({}, en) }).click()
    await expect(guest).toHaveURL(/\/shop\/checkout/, { timeout: 10_000 })
  }).toPass({ timeout: 180_000 })
})

test('two guests want the last one: the second sees what is still open, and keeps the message', async ({
  site,
  visitor,
}) => {
  const { id } = await aRegistry(site.url, [
    { product_id: teapot.id },
    { product_id: glasses.id },
    { product_id: bath.id },
  ])
  const [first, second] = [await visitor(), await visitor({ refused: true })]
  for (const guest of [first, second]) {
    await guest.goto(`/registry/${id}`)
    await putsIntoCart(guest, 'en', teapot.name)
  }
  await leavesForCheckout(first)
  await expect(first).toHaveURL(/\/shop\/checkout/)
  await leavesForCheckout(second)
  const trouble = await expectTrouble(second)
  await expect(trouble).toContainText(m.checkout_lost_gone({ name: teapot.name }, en))
  await expect(trouble.getByRole('link', { name: glasses.name })).toBeVisible()
  await passes(second, 'en', 'lost')
  await trouble.getByRole('link', { name: glasses.name }).click()
  await second
    .getByRole('dialog', { name: glasses.name })
    .getByRole('button', { name: m.give_add_to_cart({}, en) })
    .click()
  await miniCart(second, 'en')
    .getByRole('link', { name: m.cart_to_checkout({}, en) })
    .click()
  await expect(second.getByLabel(m.checkout_message_label({}, en))).toHaveValue(giver.message)
  await expect(second.getByLabel(m.checkout_name_label({}, en), { exact: true })).toHaveValue(
    `${giver.name} ${giver.surname}`,
  )
})

test('a price that moves in the shop while the cart stands open is shown before the guest leaves', async ({
  site,
  visitor,
}) => {
  const { id } = await aRegistry(site.url, [{ product_id: bath.id }])
  const guest = await visitor()
  await guest.goto(`/registry/${id}`)
  await putsIntoCart(guest, 'en', bath.name)
  await miniCart(guest, 'en')
    .getByRole('link', { name: m.cart_to_checkout({}, en) })
    .click()
  await expect(guest.getByRole('button', { name: m.checkout_leave({}, en) })).toBeVisible()
  await setFaults(site.api, [], { drop: true })
  try {
    await reprices(await visitor(), bath.id, '91.50')
    await handsOver(guest, 'en', giver)
    const trouble = guest.getByRole('alert').filter({ hasText: m.checkout_error_title({}, en) })
    await expect(trouble).toContainText(m.cart_price_now({ name: bath.name, now: '€91.50' }, en))
    await expect(guest.getByLabel(m.checkout_message_label({}, en))).toHaveValue(giver.message)
    await passes(guest, 'en', 'price-moved')
    await guest.getByRole('button', { name: m.checkout_leave({}, en) }).click()
    await expect(guest).toHaveURL(/\/shop\/checkout/)
    await expect(guest.getByRole('main')).toContainText('€91.50')
  } finally {
    await setFaults(site.api, [], {})
  }
})

test('addresses that lead nowhere, that are private, and that need a host', async ({ site, visitor }) => {
  const { id, host } = await aRegistry(site.url, [], { registry_status: 'private' })
  const guest = await visitor({ refused: true })
  const answer = await guest.goto('/registry/AAAAAAAAAAAA')
  expect(answer?.status()).toBe(404)
  await expect(guest).toHaveURL(/\/404$/)
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(m.site_missing_title({}, en))
  await passes(guest, 'en', '404')
  await guest.goto(`/registry/${id}`)
  await expect(guest).toHaveURL(`${site.url}/`)
  await guest.goto(`/registry/${id}/gifts-received`)
  await expect(guest).toHaveURL(`/login?redirect=${encodeURIComponent(`/registry/${id}/gifts-received`)}`)
  await signsIn(guest, { id, host })
  await expect(guest).toHaveURL(`/registry/${id}/gifts-received`)
  await passes(guest, 'en', 'received-none')
})

async function goesToShop(page: Page, registryId: string, gift: string): Promise<void> {
  await page.goto(`/registry/${registryId}`)
  await putsIntoCart(page, 'en', gift)
  await leavesForCheckout(page)
}

async function leavesForCheckout(page: Page): Promise<void> {
  await miniCart(page, 'en')
    .getByRole('link', { name: m.cart_to_checkout({}, en) })
    .click()
  await handsOver(page, 'en', giver)
}

/** 'Error on Creating Checkout' stands, and nothing that was chosen or typed is lost; answers the notice. */
async function expectTrouble(page: Page) {
  const trouble = page.getByRole('alert').filter({ hasText: m.checkout_error_title({}, en) })
  await expect(trouble).toBeVisible()
  await expect(page.getByRole('main').getByText(teapot.name, { exact: true })).toBeVisible()
  await expect(page.getByLabel(m.checkout_message_label({}, en))).toHaveValue(giver.message)
  return trouble
}

async function refundsNewestOrder(page: Page): Promise<void> {
  await page.goto('/shop/admin/orders')
  await page.getByRole('main').getByRole('link').first().click()
  await page.getByLabel('Refund').fill('1')
  await page.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByText('refunded 1')).toBeVisible()
}

async function reprices(page: Page, product: number, euros: string): Promise<void> {
  await page.goto(`/shop/admin/products?q=${product}`)
  await page.getByLabel('Price').first().fill(euros)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Price').first()).toHaveValue(euros)
}

async function setFaults(api: APIRequestContext, routes: object[], hooks = {}): Promise<void> {
  const answer = await api.post('/shop/admin/faults', { data: { routes, hooks } })
  expect(answer.ok()).toBe(true)
}

async function signsIn(page: Page, { host }: Pick<Arranged, 'id' | 'host'>): Promise<void> {
  const form = page.getByRole('main')
  await form.getByLabel(m.account_email({}, en), { exact: true }).fill(host.email)
  await form.getByLabel(m.account_password({}, en), { exact: true }).fill(host.password)
  await form.getByRole('button', { name: m.account_login_action({}, en) }).click()
}
