import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { dayInAthens } from '../src/base/dates.ts'
import { formatEuro } from '../src/base/money.ts'
import { paths } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { formatCsvEuro } from '../src/ui/page/table-response.ts'
import { checkPage, expect } from './fixtures.ts'
import { card, dive, glasses, shareCents } from './money-registry.ts'
import type { HostSession } from './test-registry.ts'

const totalCents = dive.cents + card.cents + shareCents

/** Opens the page of received gifts. */
export async function openReceived({ page, language, registry }: HostSession): Promise<void> {
  await page.goto(`${paths.registryGifts(registry.id)}?lang=${language}`)
  const title = m.common_gifts_received({}, { locale: language })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

/** Before anything is given: the hosts turn surprise mode on. */
export async function startSurprise(part: HostSession): Promise<void> {
  const { page, language, registry } = part
  const at = { locale: language }
  await openReceived(part)
  await expect(page.getByText(m.registry_received_empty({}, at))).toBeVisible()
  await page.goto(`${paths.editRegistry(registry.id, 'privacy-settings')}?lang=${language}`)
  const surprise = page.getByRole('region', { name: m.surprise_title({}, at) })
  await surprise.getByLabel(m.surprise_day_label({}, at)).fill(dayInAthens(new Date()))
  await surprise.getByRole('button', { name: m.surprise_on({}, at) }).click()
  await expect(surprise.getByText(m.registry_reveal_past({}, at))).toBeVisible()
  await surprise.getByLabel(m.surprise_day_label({}, at)).fill('')
  await surprise.getByRole('button', { name: m.surprise_on({}, at) }).click()
  await expect(page.getByRole('heading', { name: m.surprise_hidden({}, at) })).toBeVisible()
}

/** In surprise mode the gifts are neither on the page nor in its file; after a question all are shown. */
export async function revealGifts(part: HostSession, giver: string): Promise<void> {
  const { page, language, registry } = part
  const at = { locale: language }
  await openReceived(part)
  await expect(page.getByRole('heading', { name: m.surprise_hidden({}, at) })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(giver)
  const file = await page.request.get(`${paths.registryGifts(registry.id)}/table?lang=${language}`)
  expect(await file.text()).not.toContain(giver)
  await checkPage(page, language, 'received-surprise')
  await page.getByRole('link', { name: m.surprise_off({}, at) }).click()
  const question = page.getByRole('dialog', { name: m.surprise_off_title({}, at) })
  await expect(question).toBeVisible()
  await checkPage(page, language, 'received-reveal')
  await question.getByRole('link', { name: m.ui_cancel({}, at) }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('main')).not.toContainText(giver)
  await page.getByRole('link', { name: m.surprise_off({}, at) }).click()
  await question.getByRole('button', { name: m.surprise_off({}, at) }).click()
  await expect(page.getByRole('main')).toContainText(giver)
  await expect(
    page.getByText(m.received_amount({ amount: formatEuro(totalCents, language) }, at)),
  ).toBeVisible()
  await checkPage(page, language, 'received-full')
}

/** Marks a gift as thanked, filters by that and by gift, and takes the mark back. */
export async function thankGiver({ page, language }: HostSession, giver: string): Promise<void> {
  const at = { locale: language }
  const orders = page.getByRole('main').getByRole('listitem').filter({ hasText: giver })
  const filterLink = (name: string) =>
    page
      .getByRole('navigation', { name: m.common_which_gifts({}, at) })
      .getByRole('link', { name, exact: true })
  await orders.getByRole('button').click()
  await expect(orders.getByRole('status')).toContainText(m.common_thanked_on({}, at))
  await expect(page.getByText(m.received_open({ count: 1 }, at))).toBeHidden()
  await filterLink(m.received_unthanked({}, at)).click()
  await expect(page.getByText(m.received_none_here({}, at))).toBeVisible()
  await filterLink(m.received_thanked({}, at)).click()
  await expect(orders).toHaveCount(1)
  await checkPage(page, language, 'received-thanked')
  await orders.getByRole('button').click()
  await expect(page.getByText(m.received_none_here({}, at))).toBeVisible()
  await filterLink(m.common_all({}, at)).click()
  await expect(orders).toHaveCount(1)
  const gift = page.getByRole('combobox', { name: m.received_gift_label({}, at) })
  await gift.selectOption({ label: dive.name[language] })
  await expect(page).toHaveURL(/gift=\d+/)
  await expect(orders).toContainText(dive.name[language])
  await expect(orders).not.toContainText(glasses.name[language])
}

/** A registry with money can't be deleted; the refusal links to the money. */
export async function expectDeletionRefused({ page, language, registry }: HostSession): Promise<void> {
  const at = { locale: language }
  await page.goto(`${paths.myRegistries}?delete=${registry.id}&lang=${language}`)
  const question = page.getByRole('dialog', { name: m.common_are_you_sure({}, at) })
  await question.getByRole('button', { name: m.common_ok({}, at), exact: true }).click()
  await expect(question).toContainText(m.registry_has_money({}, at))
  await checkPage(page, language, 'delete-refused')
  await question.getByRole('link', { name: m.giftcard_title({}, at) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.giftcard_title({}, at))
}

/** Downloads the table of gifts. */
export async function downloadTable({ page, language }: HostSession, giver: string): Promise<void> {
  const at = { locale: language }
  const table = await downloadFile(page, m.table_file({ type: 'CSV' }, at))
  expect(table.name).toMatch(/\.csv$/)
  const [head, ...rows] = table.text.trim().split('\r\n')
  expect(head).toContain(m.common_from({}, at))
  expect(rows).toHaveLength(3)
  for (const row of rows) expect(row).toContain(giver)
  const shares = rows.filter(row => row.includes(glasses.name[language]))
  expect(shares).toEqual([expect.stringContaining(formatCsvEuro(shareCents, language).formatted)])
}

async function downloadFile(page: Page, name: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}
