import type { APIRequestContext, Page } from '@playwright/test'
import { storefrontText } from '../shop/storefront/messages.ts'
import type { Language } from '../src/base/language.ts'
import { m } from '../src/paraglide/messages.js'
import { checkPage, expect } from './fixtures.ts'

/** The tile of a gift on the registry page. */
export const giftTile = (page: Page, gift: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: gift }) })

/** Opens a gift of the registry and adds it, or a contribution in euro, to the cart; the mini cart is open then. */
export async function addToCart(page: Page, language: Language, gift: string, share?: string): Promise<void> {
  const at = { locale: language }
  const verb = share ? m.gift_chip_in({}, at) : m.gift_give({}, at)
  await giftTile(page, gift)
    .getByRole('link', { name: `${verb}: ${gift}` })
    .click()
  const dialog = page.getByRole('dialog', { name: gift })
  // A share with an empty cart goes to the shop at once, unless there is something else to give.
  const add = dialog
    .getByRole('button', { name: m.give_add_to_cart({}, at) })
    .or(dialog.getByRole('button', { name: m.give_something_else({}, at) }))
  await expect(add).toBeVisible()
  if (share) await dialog.getByRole('textbox', { name: m.give_amount_label({}, at) }).fill(share)
  await checkPage(page, language, share ? 'gift-share' : 'gift-whole')
  await add.click()
  await expect(miniCart(page, language).getByText(gift)).toBeVisible()
}

export const miniCart = (page: Page, language: Language) =>
  page.getByRole('dialog', { name: m.cart_title({}, { locale: language }) })

export async function closeMiniCart(page: Page, language: Language): Promise<void> {
  await miniCart(page, language)
    .getByRole('button', { name: m.ui_close({}, { locale: language }) })
    .click()
  await expect(miniCart(page, language)).toBeHidden()
}

/** A guest who gives. */
export interface Giver {
  name: string
  surname: string
  email: string
  message: string
}

/** On the cart page: enters name and message, and goes to the shop's checkout. */
export async function goToCheckout(page: Page, language: Language, giver: Giver): Promise<void> {
  const at = { locale: language }
  await page.getByLabel(m.checkout_name_label({}, at), { exact: true }).fill(`${giver.name} ${giver.surname}`)
  await page.getByLabel(m.checkout_message_label({ hosts: 'couple' }, at)).fill(giver.message)
  await page.getByRole('button', { name: m.checkout_submit({}, at) }).click()
}

/** Each language's shop has an origin of its own (R955). */
const shopCheckout: Record<Language, RegExp> = {
  en: /^http:\/\/127\.0\.0\.1:\d+\/shop\/checkout/,
  el: /^http:\/\/localhost:\d+\/shop\/checkout/,
}

/** Pays at the shop's checkout with a test payment. */
export async function payInShop(
  page: Page,
  language: Language,
  giver: Giver,
  payment: 'paySuccess' | 'payDecline' = 'paySuccess',
): Promise<void> {
  await expect(page).toHaveURL(shopCheckout[language])
  const form = page.locator('form.checkout')
  await form.getByLabel(storefrontText(language, 'email')).fill(giver.email)
  await form.getByLabel(storefrontText(language, 'firstName')).fill(giver.name)
  await form.getByLabel(storefrontText(language, 'lastName')).fill(giver.surname)
  await form.getByLabel(storefrontText(language, payment)).check()
  await form.getByRole('button', { name: storefrontText(language, 'pay', '').trim() }).click()
}

/** Pays at the shop's checkout as a browser does, without one; returns the order's number. */
export async function payOverHttp(
  api: APIRequestContext,
  checkout: string,
  { name, surname, email }: Omit<Giver, 'message'>,
): Promise<number> {
  const { origin } = new URL(checkout)
  await api.get(checkout)
  const person = { email, first_name: name, last_name: surname, payment: 'success' }
  const address = { street: 'Example 1', city: 'Athens', zip: '10557', delivery: 'own' }
  const answer = await api.post(`${origin}/shop/checkout`, {
    form: { ...person, ...address },
    headers: { origin },
  })
  return Number(/<h1>\D*(\d+)/.exec(await answer.text())?.[1])
}
