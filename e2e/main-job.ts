import type { Page } from '@playwright/test'
import { say } from '../shop/storefront/words.ts'
import { formatDay } from '../src/base/dates.ts'
import type { Language } from '../src/base/language.ts'
import { formatEuro, formatEuroShort } from '../src/base/money.ts'
import { m } from '../src/paraglide/messages.js'
import { fitsNarrow } from './barriers.ts'
import { closesMiniCart, type Giver, handsOver, miniCart, pays, putsIntoCart, tileOf } from './guest.ts'
import { createsRegistry, expectStatistic, type Host, signsUp, type Wedding, wishesFor } from './host.ts'
import { expect, passes } from './journey.ts'

type Named = Record<Language, string>

/** Products of the embedded shop: one with options, one for many, and one that is thought better of. */
const linen = { en: 'Washed linen bed set', el: 'Σεντόνια από πλυμένο λινό' } satisfies Named
const linenOptions = { en: ['Double, 160 cm', 'White'], el: ['Διπλό, 160 εκ.', 'Λευκό'] }
const linenCents = 168_00
const sofa = {
  en: 'Three-seat sofa and reading lamp',
  el: 'Τριθέσιος καναπές και φωτιστικό διαβάσματος',
} satisfies Named
const sofaCents = 1290_00
const teapot = { en: 'Stoneware teapot, 1.2 L', el: 'Κεραμική τσαγιέρα, 1,2 λίτρα' } satisfies Named
const teapotCents = 64_00
const shareCents = 40_00

export interface Hosting {
  page: Page
  language: Language
  host: Host
  wedding: Wedding
}

/** The host's half: account, registry, gifts, the page as guests see it, and the link to pass on, which is answered. */
export async function prepares({ page, language, host, wedding }: Hosting): Promise<string> {
  const at = { locale: language }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signsUp(page, language, host)
  await createsRegistry(page, language, host, wedding)
  await expectStatistic(page, m.gift_band_150({}, at), [0, 0, 0])
  await wishesFor(page, language, { product: linen[language], options: linenOptions[language] })
  await expectStatistic(page, m.gift_band_150({}, at), [1, 0, 1])
  await wishesFor(page, language, { product: sofa[language], group: true })
  await expectStatistic(page, m.gift_band_150({}, at), [2, 0, 2])
  await wishesFor(page, language, { product: teapot[language], quantity: 2 })
  await expectStatistic(page, m.gift_band_50({}, at), [2, 0, 2])
  await passes(page, language, 'add')
  await page.getByRole('link', { name: m.gift_view_registry({}, at) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wedding.registry)
  await passes(page, language, 'registry-host')
  await page
    .getByRole('main')
    .getByRole('link', { name: m.registry_share({}, at), exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: m.invitation_share_title({}, at) })
  await dialog.getByRole('button', { name: m.registry_share_copy({}, at) }).click()
  await expect(dialog.getByRole('button', { name: m.registry_share_copied({}, at) })).toBeVisible()
  await passes(page, language, 'share')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await dialog.getByRole('link', { name: m.ui_close({}, at) }).click()
  await expect(dialog).toBeHidden()
  return link
}

export interface Giving {
  page: Page
  language: Language
  link: string
  wedding: Wedding
  giver: Giver
}

/** The guest's half: looks, fills the cart, thinks better of one gift, pays in the shop, and comes back. */
export async function gives({ page, language, link, wedding, giver }: Giving): Promise<void> {
  const at = { locale: language }
  const euro = (cents: number) => formatEuro(cents, language)
  const address = new URL(link)
  address.searchParams.set('lang', language)
  await page.goto(address.href)
  await expectInvitation(page, language, wedding)
  await putsIntoCart(page, language, linen[language])
  await closesMiniCart(page, language)
  await putsIntoCart(page, language, teapot[language])
  await closesMiniCart(page, language)
  await putsIntoCart(page, language, sofa[language], '40')
  await thinksBetterOf(page, language, teapot[language], linenCents + teapotCents + shareCents)
  const total = euro(linenCents + shareCents)
  await expect(miniCart(page, language).getByText(total)).toBeVisible()
  await miniCart(page, language)
    .getByRole('link', { name: m.cart_to_checkout({}, at) })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.cart_title({}, at))
  await expect(page.getByRole('main').getByText(total)).toBeVisible()
  await passes(page, language, 'cart')
  // The header is at its fullest with gifts in the cart.
  expect(await fitsNarrow(page)).toEqual([])
  await handsOver(page, language, giver)
  await expect(page.getByRole('button', { name: say(language, 'pay', total) })).toBeVisible()
  await passes(page, language, 'shop-checkout')
  await pays(page, language, giver)
  await expect(page.getByText(say(language, 'orderThanks'))).toBeVisible()
  await passes(page, language, 'shop-order')
  await page.getByRole('link', { name: say(language, 'back') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.thanks_title({}, at))
  await passes(page, language, 'thanks')
  await page.getByRole('link', { name: m.thanks_back({}, at) }).click()
  await expectGiven(page, language)
}

/** Who, what, when, how long still, the hosts' words, and what is open. */
async function expectInvitation(page: Page, language: Language, wedding: Wedding): Promise<void> {
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wedding.registry)
  for (const words of [wedding.greeting, wedding.place, formatDay(wedding.date, language, true), '100'])
    await expect(main.getByText(words).first()).toBeVisible()
  await expect(main.getByText(m.registry_open_of({ open: 3, total: 3 }, { locale: language }))).toBeVisible()
  await expectStanding(page, language, 0, 0)
  await passes(page, language, 'registry-guest')
}

async function thinksBetterOf(page: Page, language: Language, gift: string, cents: number): Promise<void> {
  const at = { locale: language }
  const cart = miniCart(page, language)
  await expect(cart.getByText(formatEuro(cents, language))).toBeVisible()
  await passes(page, language, 'mini-cart')
  await cart.getByRole('button', { name: m.cart_remove_this({ name: gift }, at) }).click()
  const question = page.getByRole('dialog', { name: m.cart_remove_title({}, at) })
  await passes(page, language, 'cart-remove')
  await question.getByRole('button', { name: m.cart_remove({}, at) }).click()
  await expect(cart.getByText(gift)).toBeHidden()
}

/** An open page of the registry shows the whole gift as given and the share as collected, by itself. */
export async function expectGiven(page: Page, language: Language): Promise<void> {
  await expect(tileOf(page, linen[language])).toHaveAttribute('data-state', 'given')
  await expectStanding(page, language, shareCents, 1)
}

async function expectStanding(page: Page, language: Language, cents: number, givers: number): Promise<void> {
  const at = { locale: language }
  const sums = {
    collected: formatEuroShort(cents, language),
    price: formatEuroShort(sofaCents, language),
  }
  const facts =
    givers === 0
      ? [m.gift_first_share({}, at)]
      : [m.gift_collected_of(sums, at), m.gift_givers({ count: givers }, at)]
  for (const fact of facts) await expect(tileOf(page, sofa[language])).toContainText(fact)
}

/** The host reads who gave what, with which words, and sees the statistics move. */
export async function hears({ page, language }: Hosting, registryId: string, giver: Giver): Promise<void> {
  const at = { locale: language }
  await page.goto(`/registry/${registryId}/gifts-received?lang=${language}`)
  const gift = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  for (const name of [linen[language], sofa[language]]) {
    await expect(gift(name)).toContainText(`${giver.name} ${giver.surname}`)
    await expect(gift(name)).toContainText(giver.message)
  }
  await expect(gift(sofa[language])).toContainText(formatEuro(shareCents, language))
  await passes(page, language, 'received')
  await page.goto(`/registry/${registryId}/add?lang=${language}`)
  await expectStatistic(page, m.gift_band_150({}, at), [2, 1, 1])
  await page.goto(`/my-registries?lang=${language}`)
  await passes(page, language, 'mine')
}

/** Both letters lie in the local mailbox, each in its reader's language, and say what was given. */
export async function expectLetters(hosting: Hosting, guest: Language, giver: Giver): Promise<void> {
  const { page, language, host, wedding } = hosting
  const registry = wedding.registry
  const toHost = m.checkout_mail_given_subject({ registry }, { locale: language })
  const toGiver = m.checkout_mail_thanks_subject({ registry }, { locale: guest })
  await reads(page, host.email, toHost, [linen[language], giver.message, `${giver.name} ${giver.surname}`])
  await passes(page, language, 'letter-host', ofPages)
  await reads(page, giver.email, toGiver, [linen[guest], sofa[guest], formatEuro(shareCents, guest)])
  await passes(page, guest, 'letter-giver', ofPages)
}

/** A letter is read inside a mail program, which has landmarks of its own. */
export const ofPages = ['landmark-one-main', 'region']

/** Opens the letter in the local mailbox once it lies there; it says these words. */
export async function reads(page: Page, recipient: string, subject: string, words: string[]): Promise<void> {
  const letter = page
    .getByRole('listitem')
    .filter({ hasText: recipient })
    .getByRole('link', { name: subject })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(letter).toBeVisible({ timeout: 3000 })
  }).toPass()
  await letter.click()
  // The subject stands in the letter once more, hidden, for the lists of mail programs.
  for (const said of words) await expect(page.getByText(said).filter({ visible: true }).first()).toBeVisible()
}
