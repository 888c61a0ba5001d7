import type { Page } from '@playwright/test'
import { writeCode } from '../src/base/fields.ts'
import type { Language } from '../src/base/language.ts'
import { inLanguage, paths } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import type { Arranged } from './arrange.ts'
import { expect, passes } from './journey.ts'

export interface Sharing {
  page: Page
  language: Language
  registry: Arranged
  /** What the people of this journey write, in their language. */
  words: Words
}

interface Words {
  guest: string
  /** Two guests that can be read and one that can't, a line each. */
  list: string
  subject: string
  message: string
  reply: string
}

/** The dialog of every way to share, from the registry: copied, read out, scanned, printed. */
export async function shares({ page, language, registry }: Sharing): Promise<void> {
  const at = { locale: language }
  await page.goto(inLanguage(paths.registry(registry.id), language))
  await page
    .getByRole('main')
    .getByRole('link', { name: m.registry_share({}, at), exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: m.invitation_share_title({}, at) })
  await dialog.getByRole('button', { name: m.registry_share_copy({}, at) }).click()
  await expect(dialog.getByRole('button', { name: m.registry_share_copied({}, at) })).toBeVisible()
  const address = await dialog.getByLabel(m.registry_share_address({}, at)).inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  expect(new URL(address).pathname).toBe(paths.registry(registry.id))
  await expect(dialog.getByText(writeCode(registry.id))).toBeVisible()
  await passes(page, language, 'share')
  for (const [name, kind] of [
    ['SVG', 'image/svg+xml'],
    ['PNG', 'image/png'],
  ] as const) {
    const href = await dialog.getByRole('link', { name }).getAttribute('href')
    const file = await page.request.get(href ?? '')
    expect(file.headers()['content-type']).toContain(kind)
  }
  await dialog.getByRole('link', { name: m.invitation_cards_link({}, at) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.invitation_cards_title({}, at))
  await expect(page.getByRole('article').first()).toContainText(registry.name)
  await passes(page, language, 'cards')
  await page.getByLabel(m.invitation_cards_language({}, at)).selectOption('both')
  await expect(page).toHaveURL(/sheet=both/)
  for (const locale of ['el', 'en'] as const)
    await expect(page.getByRole('article').first()).toContainText(m.invitation_card_text({}, { locale }))
  await passes(page, language, 'cards-both')
}

/** A guest written down, then a pasted list, of which one line is told to be wrong and the others are taken. */
export async function listsGuests({ page, language, registry, words }: Sharing): Promise<void> {
  const at = { locale: language }
  await page.goto(inLanguage(paths.editRegistry(registry.id, 'guests'), language))
  await expect(page.getByText(m.guests_empty({}, at))).toBeVisible()
  await passes(page, language, 'guests-empty')
  await page.getByRole('link', { name: m.guest_add({}, at) }).click()
  const sheet = page.getByRole('dialog', { name: m.guest_add({}, at) })
  await sheet.getByLabel(m.guest_name_label({}, at), { exact: true }).fill(words.guest)
  await sheet.getByLabel(m.guest_people_label({}, at), { exact: true }).fill('2')
  await passes(page, language, 'guest-new')
  await sheet.getByRole('button', { name: m.guest_save({}, at) }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: words.guest })).toContainText(
    m.guest_not_invited({}, at),
  )
  await page.getByRole('link', { name: m.guest_import({}, at) }).click()
  const list = page.getByRole('dialog', { name: m.guest_import({}, at) })
  await list.getByLabel(m.guest_import_label({}, at)).fill(words.list)
  await list.getByRole('button', { name: m.guest_import_read({}, at) }).click()
  await expect(list.getByText(m.guest_import_found({ good: 2, wrong: 1 }, at))).toBeVisible()
  await expect(list.getByRole('listitem').filter({ hasText: m.email_invalid({}, at) })).toHaveCount(1)
  await passes(page, language, 'guests-import')
  await list.getByRole('button', { name: m.guest_import_take({ count: 2 }, at) }).click()
  await expect(list).toBeHidden()
  await expectTotals(page, language, { asked: 5, coming: 0, open: 5 })
}

/** People, of all that are on the list. */
export async function expectTotals(
  page: Page,
  language: Language,
  totals: { asked: number; coming: number; open: number },
): Promise<void> {
  const at = { locale: language }
  const count = (label: string) =>
    page
      .getByRole('main')
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
  await expect(count(m.guests_asked({}, at))).toHaveText(String(totals.asked))
  await expect(count(m.guests_coming({}, at))).toHaveText(String(totals.coming))
  await expect(count(m.guests_open({}, at))).toHaveText(String(totals.open))
}

/** Words, typeface and colours: the preview follows at once, and says when nobody could read it. */
export async function makesInvitation({ page, language, registry, words }: Sharing): Promise<void> {
  const at = { locale: language }
  await page.goto(inLanguage(paths.editRegistry(registry.id, 'invitation-settings'), language))
  await expect(page.getByText(m.invited_empty({}, at))).toBeVisible()
  const field = (label: string) => page.getByRole('main').getByLabel(label, { exact: true })
  const preview = page.getByRole('region', { name: m.look_preview({}, at) })
  const card = preview.getByText(words.message)
  await field(m.look_subject({}, at)).fill(words.subject)
  await field(m.look_message({}, at)).fill(words.message)
  await field(m.look_font({}, at)).selectOption('comfortaa')
  await expect(card).toHaveCSS('font-family', /^Comfortaa/)
  await field(m.look_text_color({}, at)).fill('#f0e4d8')
  await expect(page.getByText(m.look_contrast({}, at))).toBeVisible()
  await field(m.look_background_color({}, at)).fill('#3b2f4a')
  await expect(page.getByText(m.look_contrast({}, at))).toBeHidden()
  await expect(card).toHaveCSS('color', 'rgb(240, 228, 216)')
  await passes(page, language, 'invitation')
  await page.getByRole('button', { name: m.look_save({}, at) }).click()
  await expect(page.getByText(m.invitation_saved({}, at)).first()).toBeVisible()
  await page.reload()
  await expect(field(m.look_subject({}, at))).toHaveValue(words.subject)
  await expect(card).toHaveCSS('font-family', /^Comfortaa/)
}

/** Several addresses at once; the one that is none is told beside the field, and nothing is sent before. */
export async function invites({ page, language }: Sharing, addresses: string[]): Promise<void> {
  const at = { locale: language }
  const field = page.getByRole('main').getByLabel(m.invitation_emails_label({}, at))
  await field.fill([...addresses, 'no-address'].join('; '))
  await page.getByRole('button', { name: m.invitation_add({}, at), exact: true }).click()
  await expect(field).toHaveAccessibleDescription(
    new RegExp(m.invitation_wrong_ones({ list: 'no-address' }, at)),
  )
  await passes(page, language, 'invitation-wrong')
  await page.getByRole('button', { name: m.invitation_send({}, at), exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'no-address' })).toBeFocused()
  await field.fill('')
  await page.getByRole('button', { name: m.invitation_send({}, at), exact: true }).click()
  await expect(page.getByText(m.invitations_sent({}, at)).first()).toBeVisible()
  const list = invited(page, language)
  for (const email of addresses)
    await expect(list.filter({ hasText: email })).toContainText(m.invited_sent({}, at))
  await expect(list).toHaveCount(addresses.length)
  await passes(page, language, 'invited')
}

export const invited = (page: Page, language: Language) =>
  page.getByRole('region', { name: m.invited_title({}, { locale: language }) }).getByRole('listitem')
