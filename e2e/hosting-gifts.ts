import type { Page } from '@playwright/test'
import type { Language } from '../src/base/language.ts'
import { inLanguage } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import type { Arranged } from './arrange.ts'
import { expect, passes } from './journey.ts'

type Named = Record<Language, string>
const teapot = { en: 'Stoneware teapot, 1.2 L', el: 'Κεραμική τσαγιέρα, 1,2 λίτρα' } satisfies Named

export interface Hosting {
  page: Page
  language: Language
  registry: Arranged
}

export async function signsIn({ page, language, registry }: Hosting): Promise<void> {
  const at = { locale: language }
  await page.goto(`/login?lang=${language}`)
  await page.getByRole('main').getByLabel(m.account_email({}, at), { exact: true }).fill(registry.host.email)
  await page.getByLabel(m.account_password({}, at), { exact: true }).fill(registry.host.password)
  await page
    .getByRole('main')
    .getByRole('button', { name: m.account_login_action({}, at) })
    .click()
  await expect(page).not.toHaveURL(/login/)
}

/** The names of the gifts as they stand on the screen. */
const names = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 3 })

/** By keyboard alone: the arrows keep the focus, say the new place, and the order stays. */
export async function ordersByKeyboard({ page, language, registry }: Hosting): Promise<void> {
  const at = { locale: language }
  await page.goto(inLanguage(`/registry/${registry.id}/gifts`, language))
  await passes(page, language, 'manage')
  await expect(names(page).first()).toHaveText(teapot[language])
  const down = page.getByRole('button', { name: m.gift_move_down({ name: teapot[language] }, at) })
  await down.focus()
  await page.keyboard.press('Enter')
  const place = { name: teapot[language], of: 3 }
  await expect(page.getByText(m.gift_moved({ ...place, place: 2 }, at))).toBeAttached()
  await expect(down).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(m.gift_moved({ ...place, place: 3 }, at))).toBeAttached()
  await expect(down).toBeFocused()
  await expect(down).toHaveAttribute('aria-disabled', 'true')
  await expect(names(page).last()).toHaveText(teapot[language])
  await expect.poll(() => lastOnServer(page, registry.id)).toBe(teapot.en)
}

/** As any other visitor sees it. */
async function lastOnServer(page: Page, registry_id: string): Promise<string> {
  const answer = await fetch(new URL('/api/registry/show/products', page.url()), {
    method: 'POST',
    body: new URLSearchParams({ registry_id, lang: 'en' }),
  })
  const { data } = (await answer.json()) as { data: { data: { name: string }[] } }
  return data.data.at(-1)?.name ?? ''
}

/** By pointer: the last one is dragged to the top. */
export async function ordersByPointer({ page, language, registry }: Hosting): Promise<void> {
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: teapot[language] })
  const handle = await row.locator('.cursor-grab').boundingBox()
  const top = await page.locator('[data-gift]').first().boundingBox()
  if (!handle || !top) throw new Error('nothing to drag')
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(handle.x, (handle.y + top.y) / 2, { steps: 5 })
  await page.mouse.move(handle.x, top.y + 4, { steps: 5 })
  await page.mouse.up()
  await expect(names(page).first()).toHaveText(teapot[language])
  await expect.poll(() => lastOnServer(page, registry.id)).not.toBe(teapot.en)
  await page.reload()
  await expect(names(page).first()).toHaveText(teapot[language])
}

/** Quantity and place by the dialog; what was given towards can't be removed, and what wasn't can. */
export async function changesAndRemoves({ page, language }: Hosting): Promise<void> {
  const at = { locale: language }
  await page.getByRole('link', { name: m.gift_change_this({ name: teapot[language] }, at) }).click()
  const dialog = page.getByRole('dialog', { name: teapot[language] })
  await dialog.getByLabel(m.gift_quantity_label({}, at)).fill('3')
  await dialog.getByLabel(m.gift_place_label({}, at)).fill('2')
  await passes(page, language, 'manage-change')
  await dialog.getByRole('button', { name: m.gift_save({}, at) }).click()
  await expect(dialog).toBeHidden()
  await expect(names(page).nth(1)).toHaveText(teapot[language])
  await page.getByRole('link', { name: m.gift_remove_this({ name: teapot[language] }, at) }).click()
  await expect(page.getByRole('heading', { name: m.gift_remove_title({}, at) })).toBeVisible()
  await passes(page, language, 'manage-remove')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

const suitcase = { en: 'Cabin suitcase', el: 'Βαλίτσα καμπίνας' } satisfies Named

/** From the shelf, without the product's dialog; what is wished for can't be added twice by a second press. */
export async function addsAtOnce({ page, language, registry }: Hosting): Promise<void> {
  const at = { locale: language }
  await page.goto(inLanguage(`/registry/${registry.id}/add`, language))
  const add = page.getByRole('button', { name: m.gift_add_this({ name: suitcase[language] }, at) })
  await add.dblclick()
  const added = page.locator('#your-gifts').getByRole('listitem').filter({ hasText: suitcase[language] })
  await expect(added).toBeVisible()
  await expect(added).not.toContainText('×')
  await expect(add).toHaveCount(0)
  await passes(page, language, 'added-at-once')
}
