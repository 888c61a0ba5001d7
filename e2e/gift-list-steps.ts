import type { Page } from '@playwright/test'
import type { Language } from '../src/base/language.ts'
import { withLanguage } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { checkPage, expect, phone } from './fixtures.ts'
import type { HostSession } from './test-registry.ts'

type Named = Record<Language, string>
const teapot = { en: 'Stoneware teapot, 1.2 L', el: 'Κεραμική τσαγιέρα, 1,2 λίτρα' } satisfies Named

/** The names of the gifts in the order of the screen. */
const giftNames = (page: Page) =>
  page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 3 })

/**
 * Moves a gift by keyboard: the button keeps the focus, the new place is announced, the order is saved, even when the
 * server is long about the first move while the second is made.
 */
export async function reorderByKeyboard({ page, language, registry }: HostSession): Promise<void> {
  const at = { locale: language }
  await page.goto(withLanguage(`/registry/${registry.id}/gifts`, language))
  await expect(giftNames(page).first()).toHaveText(teapot[language])
  const down = page.getByRole('button', { name: m.gift_move_down({ name: teapot[language] }, at) })
  await down.focus()
  const letFirstGo = await holdFirstMove(page)
  await page.keyboard.press('Enter')
  const place = { name: teapot[language], of: 3 }
  await expect(page.getByText(m.gift_moved({ ...place, place: 2 }, at))).toBeAttached()
  await expect(down).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(m.gift_moved({ ...place, place: 3 }, at))).toBeAttached()
  await expect(down).toBeFocused()
  await expect(down).toHaveAttribute('aria-disabled', 'true')
  await expect(giftNames(page).last()).toHaveText(teapot[language])
  // Both are saved also for who leaves the page before.
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/(\?|$)/)
  await letFirstGo()
  await expect.poll(() => lastGiftOnServer(page, registry.id)).toBe(teapot.en)
  await page.unrouteAll({ behavior: 'wait' })
  await page.goto(withLanguage(`/registry/${registry.id}/gifts`, language))
}

/** Keeps the first form that the page sends from the server; the result sends it on, after those sent meanwhile. */
async function holdFirstMove(page: Page): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const later: Promise<unknown>[] = []
  let hasFirst = false
  await page.route('**/gifts.data*', async route => {
    if (route.request().method() !== 'POST') return route.fallback()
    if (hasFirst) {
      const answer = route.fetch()
      later.push(answer)
      return route.fulfill({ response: await answer })
    }
    hasFirst = true
    await released.promise
    const response = await route.fetch()
    answered.resolve()
    // The page may no longer wait for it.
    await route.fulfill({ response }).catch(() => {})
  })
  return async () => {
    await Promise.all(later)
    released.resolve()
    await answered.promise
  }
}

/** The last gift as the API lists it for a visitor. */
async function lastGiftOnServer(page: Page, registry_id: string): Promise<string> {
  const answer = await fetch(new URL('/api/registry/show/products', page.url()), {
    method: 'POST',
    body: new URLSearchParams({ registry_id, lang: 'en' }),
  })
  const { data } = (await answer.json()) as { data: { data: { name: string }[] } }
  return data.data.at(-1)?.name ?? ''
}

/** Moves the first gift down twice and leaves the document before the first move is answered: the second is sent, too. */
export async function leaveWhileMoving({ page, language, registry }: HostSession): Promise<void> {
  const at = { locale: language }
  await holdFirstMove(page)
  const down = page.getByRole('button', { name: m.gift_move_down({ name: teapot[language] }, at) })
  await down.focus()
  for (const place of [2, 3]) {
    await page.keyboard.press('Enter')
    await expect(page.getByText(m.gift_moved({ name: teapot[language], of: 3, place }, at))).toBeAttached()
  }
  await page.goto(withLanguage('/', language))
  await expect.poll(() => lastGiftOnServer(page, registry.id)).toBe(teapot.en)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(withLanguage(`/registry/${registry.id}/gifts`, language))
}

/** Drags the last gift to the top. */
export async function reorderByPointer({ page, language, registry }: HostSession): Promise<void> {
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: teapot[language] })
  const handle = await row.locator('.cursor-grab').boundingBox()
  const top = await page.locator('[data-gift]').first().boundingBox()
  if (!handle || !top) throw new Error('nothing to drag')
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(handle.x, (handle.y + top.y) / 2, { steps: 5 })
  await page.mouse.move(handle.x, top.y + 4, { steps: 5 })
  await page.mouse.up()
  await expect(giftNames(page).first()).toHaveText(teapot[language])
  await expect.poll(() => lastGiftOnServer(page, registry.id)).not.toBe(teapot.en)
  await page.reload()
  await expect(giftNames(page).first()).toHaveText(teapot[language])
}

/** Changes quantity and place in the dialog; asks before removing. */
export async function changeAndRemove({ page, language }: HostSession): Promise<void> {
  const at = { locale: language }
  await page.getByRole('link', { name: m.gift_change_this({ name: teapot[language] }, at) }).click()
  const dialog = page.getByRole('dialog', { name: teapot[language] })
  await dialog.getByLabel(m.common_quantity({}, at)).fill('3')
  await dialog.getByLabel(m.gift_place_label({}, at)).fill('2')
  await checkPage(page, language, 'manage-change')
  await dialog.getByRole('button', { name: m.common_save({}, at) }).click()
  await expect(dialog).toBeHidden()
  await expect(giftNames(page).nth(1)).toHaveText(teapot[language])
  await page.getByRole('link', { name: m.common_remove_this({ name: teapot[language] }, at) }).click()
  await expect(page.getByRole('heading', { name: m.common_are_you_sure({}, at) })).toBeVisible()
  await checkPage(page, language, 'manage-remove')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

const suitcase = { en: 'Cabin suitcase', el: 'Βαλίτσα καμπίνας' } satisfies Named

/** Adds a product from the list without opening it; pressing twice adds it once. */
export async function addWithoutDialog({ page, language, registry }: HostSession): Promise<void> {
  const at = { locale: language }
  await page.goto(withLanguage(`/registry/${registry.id}/add`, language))
  const add = page.getByRole('button', { name: m.gift_add_this({ name: suitcase[language] }, at) })
  let sent = 0
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().includes('/add/')) sent++
  })
  await add.focus()
  // Again once it is sent, before the page is drawn anew.
  await add.evaluate((button: HTMLElement) => {
    const send = window.fetch
    window.fetch = (input, init) => {
      const answer = send(input, init)
      if (init?.method !== 'POST') return answer
      window.fetch = send
      button.click()
      return answer
    }
    button.click()
  })
  const added = page.locator('#your-gifts').getByRole('listitem').filter({ hasText: suitcase[language] })
  await expect(added).toBeVisible()
  await expect(added).not.toContainText('×')
  expect(sent).toBe(1)
  await expect(add).toHaveCount(0)
  await checkPage(page, language, 'added-at-once')
}

/** Takes a product back by its tick, which keeps the focus; one that somebody gave leads to what can be done instead. */
export async function undoByTick({ page, language }: HostSession): Promise<void> {
  const at = { locale: language }
  const main = page.getByRole('main')
  const tick = main.getByRole('button', { name: m.common_remove_this({ name: suitcase[language] }, at) })
  await expect(tick).toBeFocused()
  await tick.click()
  await expect(page.getByText(m.gift_removed({}, at)).first()).toBeVisible()
  const add = main.getByRole('button', { name: m.gift_add_this({ name: suitcase[language] }, at) })
  await expect(add).toBeFocused()
  await expect(page.locator('#your-gifts').getByText(suitcase[language])).toHaveCount(0)
}

/** On a phone the filters are a sheet that stays open while they change what is found, and returns the focus. */
export async function filterInSheet({ page, language, registry }: HostSession): Promise<void> {
  const at = { locale: language }
  await page.setViewportSize(phone)
  await page.goto(withLanguage(`/registry/${registry.id}/add`, language))
  const found = page.getByRole('main').getByRole('status').first()
  const all = (await found.textContent()) ?? ''
  const opener = page.locator('summary', { hasText: m.gift_filters({}, at) })
  await opener.click()
  const sheet = page.getByRole('dialog', { name: m.gift_filters({}, at) })
  await expect(sheet).toBeFocused()
  await sheet.getByLabel(m.gift_price_to({}, at)).first().fill('50')
  await sheet.getByLabel(m.common_category({}, at)).selectOption({ index: 1 })
  await expect(found).not.toHaveText(all)
  await checkPage(page, language, 'add-filters')
  // Without any filter left the sheet stays, and a key on the slider searches for what the fields say.
  await sheet.getByLabel(m.gift_price_to({}, at)).first().fill('')
  await sheet.getByLabel(m.common_category({}, at)).selectOption({ index: 0 })
  await expect(found).toHaveText(all)
  await expect(sheet).toBeVisible()
  await sheet.getByRole('slider').first().press('ArrowRight')
  const least = await sheet.getByLabel(m.gift_price_from({}, at)).first().inputValue()
  await expect(page).toHaveURL(new RegExp(`price_min=${least}(&|$)`))
  await sheet.getByRole('button', { name: m.gift_search_show({}, at) }).click()
  await expect(sheet).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.reload()
  await expect(page.getByLabel(m.common_category({}, at))).toBeHidden()
  await opener.click()
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
}
