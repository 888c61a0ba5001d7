import type { Page } from '@playwright/test'
import { say } from '../shop/storefront/words.ts'
import type { Language } from '../src/base/language.ts'
import { m } from '../src/paraglide/messages.js'
import { expect, passes } from './journey.ts'

/** The registry's tile of that gift. */
export const tileOf = (page: Page, gift: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: gift }) })

/** Opens the gift on the registry, chooses, and puts it into the cart; the mini cart stands open afterwards. */
export async function putsIntoCart(
  page: Page,
  language: Language,
  gift: string,
  share?: string,
): Promise<void> {
  const at = { locale: language }
  const verb = share ? m.gift_chip_in({}, at) : m.gift_give({}, at)
  await tileOf(page, gift)
    .getByRole('link', { name: `${verb}: ${gift}` })
    .click()
  const dialog = page.getByRole('dialog', { name: gift })
  await expect(dialog.getByRole('button', { name: m.give_add_to_cart({}, at) })).toBeVisible()
  if (share) await dialog.getByLabel(m.give_amount_label({}, at)).fill(share)
  await passes(page, language, share ? 'gift-share' : 'gift-whole')
  await dialog.getByRole('button', { name: m.give_add_to_cart({}, at) }).click()
  await expect(miniCart(page, language).getByText(gift)).toBeVisible()
}

export const miniCart = (page: Page, language: Language) =>
  page.getByRole('dialog', { name: m.cart_title({}, { locale: language }) })

export async function closesMiniCart(page: Page, language: Language): Promise<void> {
  await miniCart(page, language)
    .getByRole('button', { name: m.ui_close({}, { locale: language }) })
    .click()
  await expect(miniCart(page, language)).toBeHidden()
}

export interface Giver {
  name: string
  surname: string
  email: string
  message: string
}

/** On the cart page: name and message, then over to the shop. */
export async function handsOver(page: Page, language: Language, giver: Giver): Promise<void> {
  const at = { locale: language }
  await page.getByLabel(m.checkout_name_label({}, at), { exact: true }).fill(`${giver.name} ${giver.surname}`)
  await page.getByLabel(m.checkout_message_label({}, at)).fill(giver.message)
  await page.getByRole('button', { name: m.checkout_leave({}, at) }).click()
}

/** The shop's checkout with its test payment. */
export async function pays(
  page: Page,
  language: Language,
  giver: Giver,
  payment: 'paySuccess' | 'payDecline' = 'paySuccess',
): Promise<void> {
  await expect(page).toHaveURL(/\/shop\/checkout/)
  const form = page.locator('form.checkout')
  await form.getByLabel(say(language, 'email')).fill(giver.email)
  await form.getByLabel(say(language, 'firstName')).fill(giver.name)
  await form.getByLabel(say(language, 'lastName')).fill(giver.surname)
  await form.getByLabel(say(language, payment)).check()
  await form.getByRole('button').click()
}
