import type { Page } from '@playwright/test'
import { paths } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { maxGreetingLength } from '../src/registry/registry/contract.ts'
import { aRegistry } from './arrange.ts'
import { signsIn } from './hosting-gifts.ts'
import { expect, phone, type Site, test } from './journey.ts'

const el = { locale: 'el' } as const
const teapot = { id: 1001, name: 'Κεραμική τσαγιέρα, 1,2 λίτρα' }
const greeting = 'Ελάτε όπως είστε.'

/** A slow line: no script of the page, or none of that name, arrives before it is let through. */
async function holdsScripts(page: Page, which = /\.js$/): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(which, async route => {
    await promise
    await route.continue()
  })
  return resolve
}

/** The page of a host who is signed in, with its scripts still on their way. */
async function opens(page: Page, site: Site, part?: 'invitation-settings'): Promise<() => void> {
  const registry = await aRegistry(site.url, [{ product_id: teapot.id }], { greeting })
  await signsIn({ page, language: 'el', registry })
  const release = await holdsScripts(page)
  await page.goto(paths.editRegistry(registry.id, part), { waitUntil: 'commit' })
  return release
}

test('a first click while the scripts are still on their way is not lost', async ({ site, visitor }) => {
  const { id } = await aRegistry(site.url, [{ product_id: teapot.id, quantity: 3 }])
  const page = await visitor({ viewport: phone })
  const release = await holdsScripts(page)
  await page.goto(`/registry/${id}/${teapot.id}?lang=el`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: m.give_add_to_cart({}, el) }).click({ noWaitAfter: true })
  await expect(page).toHaveURL(/\/cart/)
  release()
  const main = page.getByRole('main')
  await expect(main.getByText(teapot.name)).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toContain(String(teapot.id))
  await expect(main.getByText(teapot.name)).toBeVisible()
})

test('what is typed over a kept text while the scripts are on their way stands, and is counted', async ({
  site,
  visitor,
}) => {
  const page = await visitor({ viewport: phone })
  const release = await opens(page, site)
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

test('what is chosen and pressed while the scripts are on their way is done once they run', async ({
  site,
  visitor,
}) => {
  const page = await visitor({ viewport: phone })
  const release = await opens(page, site, 'invitation-settings')
  const main = page.getByRole('main')
  const card = page.getByRole('region', { name: m.look_preview({}, el) }).getByText('Σας περιμένουμε.')
  await main.getByLabel(m.look_message({}, el)).fill('Σας περιμένουμε.')
  await main.getByLabel(m.look_font({}, el)).selectOption('comfortaa')
  await main.getByLabel(m.look_text_color({}, el), { exact: true }).fill('#f0e4d8')
  await main.getByLabel(m.invitation_emails_label({}, el)).fill('one@guests.example; no-address')
  await main.getByRole('button', { name: m.invitation_add({}, el), exact: true }).click()
  release()
  await expect(main.getByRole('list', { name: m.invitation_recipients({}, el) })).toHaveText(
    'one@guests.example',
  )
  await expect(main.getByLabel(m.invitation_emails_label({}, el))).toHaveValue('no-address')
  await expect(card).toHaveCSS('color', 'rgb(240, 228, 216)')
  await expect(card).toHaveCSS('font-family', /^Comfortaa/)
})

test('a press waits for what was typed before it', async ({ site, visitor }) => {
  const page = await visitor({ viewport: phone })
  const release = await opens(page, site, 'invitation-settings')
  const main = page.getByRole('main')
  await main.getByLabel(m.invitation_emails_label({}, el)).fill('one@guests.example')
  const types = await holdsScripts(page, /do-again[^/]*\.js$/)
  release()
  await expect(main.locator('textarea[name=typed]')).toBeVisible()
  await main.getByRole('button', { name: m.invitation_add({}, el), exact: true }).click()
  types()
  await expect(main.getByRole('list', { name: m.invitation_recipients({}, el) })).toHaveText(
    'one@guests.example',
  )
})

test('a part that comes later brings along no style sheet that is there already', async ({
  site,
  visitor,
}) => {
  const registry = await aRegistry(site.url, [])
  const page = await visitor({ viewport: phone })
  await signsIn({ page, language: 'el', registry })
  await page.goto(paths.addGifts(registry.id))
  await expect(page.getByRole('group', { name: m.gift_price_range({}, el) })).toBeVisible()
  const sheets = await page.evaluate(() =>
    [...document.styleSheets].filter(sheet => !sheet.disabled).map(({ href }) => href?.replace('#', '')),
  )
  expect(sheets).toEqual([...new Set(sheets)])
})
