import type { Page } from '@playwright/test'
import { paths } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { maxGreetingLength } from '../src/registry/registry.contract.ts'
import { expect, languagesOf, phone, type Site, test } from './fixtures.ts'
import { createTestRegistry, signIn } from './test-registry.ts'

const el = { locale: 'el' } as const
const teapot = { id: 1001, name: 'Κεραμική τσαγιέρα, 1,2 λίτρα' }
const greeting = 'Ελάτε όπως είστε.'

/** Holds back the page's scripts, or those that match; returns what releases them. */
async function holdScripts(page: Page, pattern = /\.js$/): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async route => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Opens a settings page of a signed-in host with its scripts held back; returns what releases them. */
async function openWithoutScripts(
  page: Page,
  site: Site,
  part?: 'invitation-settings' | 'invitation-settings/send',
): Promise<() => void> {
  const registry = await createTestRegistry(site.url, [{ product_id: teapot.id }], { greeting })
  await signIn({ page, language: 'el', registry })
  const release = await holdScripts(page)
  await page.goto(paths.editRegistry(registry.id, part), { waitUntil: 'commit' })
  return release
}

test('a click before the scripts have loaded is not lost', async ({ site, visitor }) => {
  const { id } = await createTestRegistry(site.url, [{ product_id: teapot.id, quantity: 3 }])
  const page = await visitor({ viewport: phone })
  const release = await holdScripts(page)
  await page.goto(`/registry/${id}/${teapot.id}?lang=el`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: m.give_add_to_cart({}, el) }).click({ noWaitAfter: true })
  await expect(page).toHaveURL(/\/cart/)
  release()
  const main = page.getByRole('main')
  await expect(main.getByText(teapot.name)).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toContain(String(teapot.id))
  await expect(main.getByText(teapot.name)).toBeVisible()

  // Nobody who has gifts in the cart reads first that it is empty.
  await page.unrouteAll()
  const releaseCart = await holdScripts(page)
  await page.goto('/cart?lang=el', { waitUntil: 'commit' })
  await expect(main.getByRole('heading', { name: m.cart_title({}, el), exact: true })).toBeVisible()
  await expect(main.getByText(m.cart_empty({}, el))).toBeHidden()
  releaseCart()
  await expect(main.getByText(teapot.name)).toBeVisible()
})

test('text typed over a saved one before the scripts have loaded stays, and its length is counted', async ({
  site,
  visitor,
}) => {
  const page = await visitor({ viewport: phone })
  const release = await openWithoutScripts(page, site)
  const [field, tick] = [m.registry_greeting_label({}, el), m.registry_connect_label({}, el)]
  const main = page.getByRole('main')
  await main.getByLabel(field).fill('Καλώς ήρθατε!')
  await main.getByLabel(tick).check()
  release()
  const left = m.ui_characters_left({ count: maxGreetingLength - 'Καλώς ήρθατε!'.length }, el)
  await expect(main.getByLabel(field)).toHaveAccessibleDescription(new RegExp(left))
  await expect(main.getByLabel(field)).toHaveValue('Καλώς ήρθατε!')
  await expect(main.getByLabel(tick)).toBeChecked()
})

test('fields changed before the scripts have loaded take effect once they run', async ({ site, visitor }) => {
  const page = await visitor({ viewport: phone })
  const release = await openWithoutScripts(page, site, 'invitation-settings')
  const main = page.getByRole('main')
  const card = page.getByRole('region', { name: m.look_preview({}, el) }).getByText('Σας περιμένουμε.')
  await main.getByLabel(m.look_message({}, el)).fill('Σας περιμένουμε.')
  await main.getByText(m.look_adjust({}, el), { exact: true }).click()
  await main.getByLabel(m.look_font({}, el)).selectOption('comfortaa')
  await main.getByLabel(m.look_text_color({}, el), { exact: true }).fill('#f0e4d8')
  release()
  await expect(card).toHaveCSS('color', 'rgb(240, 228, 216)')
  await expect(card).toHaveCSS('font-family', /^Comfortaa/)
})

test('a button clicked before the scripts have loaded takes effect once they run', async ({
  site,
  visitor,
}) => {
  const page = await visitor({ viewport: phone })
  const release = await openWithoutScripts(page, site, 'invitation-settings/send')
  const main = page.getByRole('main')
  await main.getByLabel(m.invitation_emails_label({}, el)).fill('one@guests.example; no-address')
  await main.getByRole('button', { name: m.invitation_add({}, el), exact: true }).click()
  release()
  await expect(main.getByRole('list', { name: m.invitation_recipients({}, el) })).toHaveText(
    'one@guests.example',
  )
  await expect(main.getByLabel(m.invitation_emails_label({}, el))).toHaveValue('no-address')
})

for (const language of languagesOf('en'))
  test(`a form sent without a network before the scripts have loaded keeps what was typed, in ${language}`, async ({
    visitor,
  }) => {
    const at = { locale: language }
    const page = await visitor({ viewport: phone, expectsNoAnswer: true })
    const release = await holdScripts(page)
    await page.goto(`/contact-us?lang=${language}`, { waitUntil: 'commit' })
    const main = page.getByRole('main')
    await main.getByLabel(m.common_your_name({}, at)).fill('Nora')
    await main.getByLabel(m.common_your_email({}, at)).fill('nora@journey.example')
    await main.getByLabel(m.contact_message({}, at)).fill('Do not lose me')
    await page.context().setOffline(true)
    const alert = page.waitForEvent('dialog')
    const send = main.getByRole('button', { name: m.contact_send({}, at) })
    const sent = send.click({ noWaitAfter: true })
    const dialog = await alert
    expect(dialog.message()).toBe(m.site_no_response({}, at))
    await dialog.accept()
    await sent
    await expect(main.getByLabel(m.contact_message({}, at))).toHaveValue('Do not lose me')
    await page.context().setOffline(false)
    await send.click({ noWaitAfter: true })
    await expect(main.getByLabel(m.contact_message({}, at))).toBeHidden()
    release()
  })

test('a click waits for text that was typed before it', async ({ site, visitor }) => {
  const page = await visitor({ viewport: phone })
  const release = await openWithoutScripts(page, site, 'invitation-settings/send')
  const main = page.getByRole('main')
  await main.getByLabel(m.invitation_emails_label({}, el)).fill('one@guests.example')
  const releaseTyping = await holdScripts(page, /replay-early-input[^/]*\.js$/)
  release()
  await expect(main.locator('textarea[name=typed]')).toBeVisible()
  await main.getByRole('button', { name: m.invitation_add({}, el), exact: true }).click()
  releaseTyping()
  await expect(main.getByRole('list', { name: m.invitation_recipients({}, el) })).toHaveText(
    'one@guests.example',
  )
})

test('a part of the page that loads later does not load a style sheet again', async ({ host }) => {
  const { page, registry } = await host('el', { viewport: phone })
  await page.goto(paths.addGifts(registry.id))
  await page.getByText(m.gift_filters({}, el), { exact: true }).click()
  await expect(page.getByRole('group', { name: m.gift_price_range({}, el) })).toBeVisible()
  const sheets = await page.evaluate(() =>
    [...document.styleSheets].filter(sheet => !sheet.disabled).map(({ href }) => href?.replace('#', '')),
  )
  expect(sheets).toEqual([...new Set(sheets)])
})
