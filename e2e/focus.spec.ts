import type { Page } from '@playwright/test'
import { m } from '../src/paraglide/messages.js'
import { desktop, expect, languagesOf, phone, test } from './fixtures.ts'
import { createTestRegistry } from './test-registry.ts'

const teapot = 1001
const glasses = 1011

for (const language of languagesOf('en')) {
  const at = { locale: language }
  const query = language === 'el' ? '?lang=el' : ''

  test(`a followed link moves the focus to the new page and announces it, in ${language}`, async ({
    visitor,
  }) => {
    const page = await visitor()
    await page.goto(`/faq${query}`)
    await markDocument(page)
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: m.site_link_contact({}, at), exact: true })
      .press('Enter')
    await expect(page).toHaveURL(/\/contact-us/)
    await expect(page.getByRole('main')).toBeFocused()
    const title = await page.title()
    expect(title).toContain(await page.getByRole('heading', { level: 1 }).innerText())
    await expect(page.getByRole('status').filter({ hasText: title })).toHaveCount(1)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
    expect(await isSameDocument(page)).toBe(true)
  })

  test(`a closed dialog returns the focus to what opened it, in ${language}`, async ({ site, visitor }) => {
    const { id } = await createTestRegistry(site.url, [{ product_id: teapot }])
    const page = await visitor()
    await page.goto(`/registry/${id}${query}`)
    const giveLink = page.getByRole('main').getByRole('link', { name: m.gift_give({}, at) })
    const dialog = page.getByRole('dialog')
    for (const close of [() => page.keyboard.press('Escape'), () => pressClose(page, m.ui_close({}, at))]) {
      await giveLink.press('Enter')
      await expect(dialog).toBeVisible()
      await expect.poll(() => dialog.evaluate(one => one.contains(document.activeElement))).toBe(true)
      await close()
      await expect(dialog).toBeHidden()
      await expect(giveLink).toBeFocused()
    }
  })
}

test('the focus moves to the cart and back when a gift is added, and stays in the page when one is removed', async ({
  site,
  visitor,
}) => {
  const { id } = await createTestRegistry(site.url, [{ product_id: teapot }, { product_id: glasses }])
  const page = await visitor()
  await page.goto(`/registry/${id}`)
  const cart = page.getByRole('dialog', { name: m.cart_title({}, { locale: 'en' }) })
  for (const gift of [1, 2]) {
    // Its words change once the gift is in the cart.
    const giveLink = page
      .locator('li[data-state]')
      .nth(gift - 1)
      .getByRole('link', { name: /^(?:Give|In your cart): / })
    await giveLink.press('Enter')
    await page.getByRole('button', { name: m.give_add_to_cart({}, { locale: 'en' }) }).press('Enter')
    await expect(cart.getByRole('listitem')).toHaveCount(gift)
    await expect(page).toHaveURL(new RegExp(`/${id}\\?lang=en$`))
    await expect(cart.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(cart).toBeHidden()
    await expect(giveLink).toBeFocused()
  }
  await page.goto('/cart')
  const remove = page.getByRole('main').getByRole('button', { name: /^Remove: / })
  await remove.first().press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.cart_remove({}, { locale: 'en' }) })
    .press('Enter')
  await expect(remove).toHaveCount(1)
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('a gift that was the first thing opened has the focus in the list once its cart is closed', async ({
  site,
  visitor,
}) => {
  const greeting = 'Thank you for being with us on this day.\n'.repeat(6)
  const { id } = await createTestRegistry(site.url, [{ product_id: teapot }, { product_id: glasses }], {
    greeting,
  })
  const page = await visitor({ viewport: phone })
  await page.goto(`/registry/${id}/${glasses}`)
  await page.getByRole('button', { name: m.give_add_to_cart({}, { locale: 'en' }) }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('li[data-state]').nth(1).getByRole('link').first()).toBeFocused()
})

test('a sent message moves the focus to its confirmation', async ({ visitor }) => {
  const at = { locale: 'el' } as const
  const page = await visitor()
  await page.goto('/contact-us?lang=el')
  await page.getByLabel(m.common_your_name({}, at)).fill('Ελένη Παππά')
  await page.getByRole('main').getByLabel(m.common_your_email({}, at)).fill('eleni@journey.example')
  await page.getByLabel(m.contact_message({}, at)).fill('Μια ερώτηση για τη λίστα μας')
  await page.getByRole('button', { name: m.contact_send({}, at) }).press('Enter')
  await expect(page.locator(':focus')).toContainText(m.contact_sent({}, at))
})

test('a focused link in a row that scrolls horizontally is fully visible', async ({ site, visitor }) => {
  const { id } = await createTestRegistry(site.url, [
    { product_id: teapot, is_group_gifting: true },
    ...[glasses, 1101, 1201].map(product_id => ({ product_id })),
  ])
  const page = await visitor({ viewport: { width: 320, height: 700 } })
  await page.goto(`/registry/${id}?lang=el`)
  const chips = page.getByRole('navigation', { name: m.common_show({}, { locale: 'el' }) }).getByRole('link')
  await chips.first().focus()
  for (const chip of (await chips.all()).slice(1)) {
    await page.keyboard.press('Tab')
    await expect(chip).toBeFocused()
    await expect(chip).toBeInViewport({ ratio: 1 })
  }
})

test('on a desk the cart is read as it is seen, the form before the gifts', async ({ site, visitor }) => {
  const { id } = await createTestRegistry(site.url, [{ product_id: teapot }])
  const page = await visitor({ viewport: desktop })
  await page.goto(`/registry/${id}/${teapot}`)
  await page.getByRole('button', { name: m.give_add_to_cart({}, { locale: 'en' }) }).click()
  await page.getByRole('link', { name: m.common_continue({}, { locale: 'en' }) }).click()
  await page.getByRole('link', { name: m.cart_more_gifts({}, { locale: 'en' }) }).focus()
  await page.keyboard.press('Tab')
  const name = page.getByLabel(m.checkout_name_label({}, { locale: 'en' }), { exact: true })
  await expect(name).toBeFocused()
})

test('a search moves the focus to its results, and to its field if that is wrong', async ({
  site,
  visitor,
}) => {
  await createTestRegistry(site.url, [], {})
  const page = await visitor()
  await page.goto('/find-registry')
  const box = page.getByRole('searchbox', { name: m.find_box_label({}, { locale: 'en' }) })
  await page
    .getByRole('button', { name: m.common_find({}, { locale: 'en' }) })
    .first()
    .click()
  await expect(box).toBeFocused()
  await box.fill('Rhea')
  await box.press('Enter')
  await expect(page.getByRole('heading', { name: /found$/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('listitem').getByRole('link').first()).toBeFocused()
})

const pressClose = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('link', { name, exact: true }).press('Enter')

/** Sets a mark that a new document would not have. */
const markDocument = (page: Page) =>
  page.evaluate(() => document.documentElement.setAttribute('data-stays', ''))
const isSameDocument = (page: Page) =>
  page.evaluate(() => document.documentElement.hasAttribute('data-stays'))
