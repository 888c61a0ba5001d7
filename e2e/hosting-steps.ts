import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Language } from '../src/base/language.ts'
import { m } from '../src/paraglide/messages.js'
import { expect } from './fixtures.ts'
import type { HostSession, TestRegistry } from './test-registry.ts'

export function inLanguage(path: string, language: Language): string {
  return `${path}?lang=${language}`
}

export async function signInByForm({ page, language, registry }: HostSession): Promise<void> {
  await page.goto(inLanguage('/login', language))
  await submitSignIn(page, language, registry.host)
}

/** Signs in on the sign-in page, and waits until it redirects. */
export async function submitSignIn(
  page: Page,
  language: Language,
  { email, password }: TestRegistry['host'],
) {
  const main = page.getByRole('main')
  await main.getByLabel(m.common_email({}, { locale: language }), { exact: true }).fill(email)
  await main.getByLabel(m.account_password({}, { locale: language }), { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/\/login/)
  // Else the page that follows may overtake the next one that the journey opens.
  await page.waitForLoadState('load')
}

/** Opens a settings page by its name in the menu, which is behind a button on phones. */
export async function openSettings(page: Page, width: number, name: string): Promise<void> {
  const menu = page
    .getByRole('navigation')
    .filter({ has: page.locator('a[href*="/edit/privacy-settings"]') })
    .last()
  // The confirmation removes its parameter from the address, and a new address closes the menu.
  await expect(page).not.toHaveURL(/done=/)
  const link = menu.getByRole('link', { name, exact: true })
  // Hydration closes a menu that is open.
  await expect(async () => {
    if (width < 992 && !(await link.isVisible())) await menu.locator('summary').click()
    await link.click({ timeout: 5000 })
  }).toPass()
  await expect(page).toHaveURL(/\/edit/)
  await expect(menu.locator('a[aria-current="page"]:visible, summary:visible').first()).toContainText(name)
}

export async function saveSettings(page: Page, language: Language): Promise<void> {
  // The message of the save before may still stand there.
  const saved = page.waitForResponse(answer => answer.request().method() === 'POST')
  await page.getByRole('button', { name: m.common_save({}, { locale: language }), exact: true }).click()
  await saved
  await expect(page.getByText(m.registry_updated({}, { locale: language })).first()).toBeVisible()
}

/** A photo of a phone's size, larger than the limit; the browser reduces it. */
export const largePhoto = { width: 2200, height: 1700 }

/** Chooses a photo. */
export async function choosePhoto(
  page: Page,
  language: Language,
  size = { width: 600, height: 400 },
): Promise<void> {
  const noise = await sharp({
    create: { ...size, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  } as never)
    .jpeg({ quality: 95 })
    .toBuffer()
  if (size === largePhoto) expect(noise.length).toBeGreaterThan(3 * 1024 * 1024)
  await page
    .getByLabel(m.hosting_picture_label({}, { locale: language }))
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: noise })
  await expect(page.locator('.ReactCrop__crop-selection')).toBeVisible()
}

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 90; presses++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not lead to ${target}`)
}

export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.insertText(text)
}
