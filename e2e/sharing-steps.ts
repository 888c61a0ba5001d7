import type { Page } from '@playwright/test'
import { formatCode } from '../src/base/fields.ts'
import type { Language } from '../src/base/language.ts'
import { paths, withLanguage } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { checkPage, expect } from './fixtures.ts'
import type { TestRegistry } from './test-registry.ts'

export interface SharingJourney {
  page: Page
  language: Language
  registry: TestRegistry
  texts: SharingTexts
}

/** What the people of this journey write, in their language. */
export interface SharingTexts {
  guest: string
  /** Headings and three lines: two valid guests and an invalid one. */
  list: string
  subject: string
  message: string
  reply: string
}

/** Every way to share: the link, the code, the QR files and the printed cards. */
export async function shareRegistry({ page, language, registry }: SharingJourney): Promise<void> {
  const at = { locale: language }
  await page.goto(withLanguage(paths.registry(registry.id), language))
  await page
    .getByRole('main')
    .getByRole('link', { name: m.registry_share({}, at), exact: true })
    .last()
    .click()
  const dialog = page.getByRole('dialog', { name: m.common_share_the_registry({}, at) })
  await dialog.getByRole('button', { name: m.registry_share_copy({}, at) }).click()
  await expect(dialog.getByRole('button', { name: m.registry_share_copied({}, at) })).toBeVisible()
  const address = await dialog.getByRole('textbox', { name: m.registry_share_address({}, at) }).inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  expect(new URL(address).pathname).toBe(paths.registry(registry.id))
  await expect(dialog.getByText(formatCode(registry.id))).toBeVisible()
  for (const [name, kind] of [
    ['SVG', 'image/svg+xml'],
    ['PNG', 'image/png'],
  ] as const) {
    const href = await dialog.getByRole('link', { name }).getAttribute('href')
    const file = await page.request.get(href ?? '')
    expect(file.headers()['content-type']).toContain(kind)
  }
  await dialog.getByRole('link', { name: m.common_cards_to_print({}, at) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.common_cards_to_print({}, at))
  await expect(page.locator('.printed-card').first()).toContainText(registry.name)
  await page.getByLabel(m.invitation_cards_language({}, at)).selectOption('both')
  await expect(page).toHaveURL(/sheet=both/)
  for (const locale of ['el', 'en'] as const)
    await expect(page.locator('.printed-card').first()).toContainText(m.invitation_card_text({}, { locale }))
  await checkPage(page, language, 'cards-both')
}

/** Adds a guest, then imports a list with one invalid line. */
export async function addGuests({ page, language, registry, texts }: SharingJourney): Promise<void> {
  const at = { locale: language }
  await page.goto(withLanguage(paths.editRegistry(registry.id, 'guests'), language))
  await expect(page.getByText(m.guests_empty({}, at))).toBeVisible()
  await page.getByRole('link', { name: m.guest_add({}, at) }).click()
  const guestDialog = page.getByRole('dialog', { name: m.guest_add({}, at) })
  await guestDialog.getByLabel(m.common_name({}, at), { exact: true }).fill(texts.guest)
  await guestDialog.getByLabel(m.guest_people_label({}, at), { exact: true }).fill('2')
  await checkPage(page, language, 'guest-new')
  await guestDialog.getByRole('button', { name: m.common_save({}, at) }).click()
  await expect(guestDialog).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: texts.guest })).toContainText(
    m.guest_not_invited({}, at),
  )
  await page.getByRole('link', { name: m.guest_import({}, at) }).click()
  const importDialog = page.getByRole('dialog', { name: m.guest_import({}, at) })
  await importDialog.getByLabel(m.guest_import_label({}, at)).fill(texts.list)
  await importDialog.getByRole('button', { name: m.guest_import_check({}, at) }).click()
  await expect(importDialog.getByText(m.guest_import_summary({ good: 2, wrong: 1 }, at))).toBeVisible()
  await expect(importDialog.getByRole('listitem').filter({ hasText: m.email_invalid({}, at) })).toHaveCount(1)
  await checkPage(page, language, 'guests-import')
  await importDialog.getByRole('button', { name: m.guest_import_confirm({ count: 2 }, at) }).click()
  await expect(importDialog).toBeHidden()
  await expectTotals(page, language, { total: 5, coming: 0, unanswered: 5 })
}

/** Counts of people on the guest list. */
export async function expectTotals(
  page: Page,
  language: Language,
  totals: { total: number; coming: number; unanswered: number },
): Promise<void> {
  const at = { locale: language }
  const count = (label: string) =>
    page
      .getByRole('main')
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
  await expect(count(m.guests_total({}, at))).toHaveText(String(totals.total))
  await expect(count(m.guests_coming({}, at))).toHaveText(String(totals.coming))
  await expect(count(m.guests_unanswered({}, at))).toHaveText(String(totals.unanswered))
}

/** Text, typeface and colours change the preview at once; low contrast is warned of. */
export async function designInvitation({ page, language, registry, texts }: SharingJourney): Promise<void> {
  const at = { locale: language }
  await page.goto(withLanguage(paths.editRegistry(registry.id, 'invitation-settings'), language))
  const field = (label: string) => page.getByRole('main').getByLabel(label, { exact: true })
  const preview = page.getByRole('region', { name: m.look_preview({}, at) })
  const card = preview.getByText(texts.message)
  await field(m.look_subject({}, at)).fill(texts.subject)
  await field(m.look_message({}, at)).fill(texts.message)
  await page.getByText(m.look_adjust({}, at), { exact: true }).click()
  await field(m.look_font({}, at)).selectOption('comfortaa')
  await expect(card).toHaveCSS('font-family', /^Comfortaa/)
  await field(m.look_text_color({}, at)).fill('#f0e4d8')
  await expect(page.getByText(m.look_contrast({}, at))).toBeVisible()
  await field(m.look_background_color({}, at)).fill('#3b2f4a')
  await expect(page.getByText(m.look_contrast({}, at))).toBeHidden()
  await expect(card).toHaveCSS('color', 'rgb(240, 228, 216)')
  await checkPage(page, language, 'invitation')
  await page.getByRole('button', { name: m.look_save({}, at) }).click()
  await expect(page.getByText(m.invitation_saved({}, at)).first()).toBeVisible()
  await page.reload()
  await expect(field(m.look_subject({}, at))).toHaveValue(texts.subject)
  await expect(card).toHaveCSS('font-family', /^Comfortaa/)
}

/** Several addresses at once; while one is invalid, an error is shown and nothing is sent. */
export async function sendInvitations(
  { page, language }: SharingJourney,
  addresses: string[],
): Promise<void> {
  const at = { locale: language }
  await page.getByRole('link', { name: m.invitation_tab_send({}, at), exact: true }).click()
  await expect(page.getByText(m.invited_empty({}, at))).toBeVisible()
  const field = page.getByRole('main').getByLabel(m.invitation_emails_label({}, at))
  await page.getByText(m.invitation_other_addresses({}, at), { exact: true }).click()
  await field.fill([...addresses, 'no-address'].join('; '))
  await page.getByRole('button', { name: m.invitation_add({}, at), exact: true }).click()
  await expect(field).toHaveAccessibleDescription(
    new RegExp(m.invitation_invalid_addresses({ list: 'no-address' }, at)),
  )
  await checkPage(page, language, 'invitation-wrong')
  await page.getByRole('button', { name: m.common_send_invitations({}, at), exact: true }).click()
  await expect(field).toBeFocused()
  await field.fill('')
  await page.getByRole('button', { name: m.common_send_invitations({}, at), exact: true }).click()
  await expect(page.getByText(m.invitations_sent({}, at)).first()).toBeVisible()
  const items = invitationItems(page, language)
  for (const email of addresses)
    await expect(items.filter({ hasText: email })).toContainText(m.common_sent({}, at))
  await expect(items).toHaveCount(addresses.length)
  await checkPage(page, language, 'invited')
}

export const invitationItems = (page: Page, language: Language) =>
  page.getByRole('region', { name: m.invited_title({}, { locale: language }) }).getByRole('listitem')
