import type { Page } from '@playwright/test'
import { storefrontText } from '../shop/storefront/messages.ts'
import { dayInAthens, daysBetween, formatDay } from '../src/base/dates.ts'
import type { Language } from '../src/base/language.ts'
import { formatEuro, formatEuroShort } from '../src/base/money.ts'
import { m } from '../src/paraglide/messages.js'
import { givenGiftsText } from '../src/ui/text/giving-counts.ts'
import { checkNarrowLayout } from './accessibility-checks.ts'
import { checkPage, expect } from './fixtures.ts'
import {
  addToCart,
  closeMiniCart,
  type Giver,
  giftTile,
  goToCheckout,
  miniCart,
  payInShop,
} from './guest-steps.ts'
import { addGift, createRegistry, expectStatistic, type Host, signUp, type Wedding } from './host-steps.ts'

type Named = Record<Language, string>

/** Products of the embedded shop: one with options, one for contributions, and one that is removed from the cart. */
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

/** The host of the journey. */
export interface HostPart {
  page: Page
  language: Language
  host: Host
  wedding: Wedding
}

/** The host's half: account, registry, gifts, the page as guests see it. Returns the link to share. */
export async function prepareRegistry({ page, language, host, wedding }: HostPart): Promise<string> {
  const at = { locale: language }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp(page, language, host)
  await createRegistry(page, language, host, wedding)
  await expectStatistic(page, m.gift_band_150({}, at), [0, 0, 0])
  await addGift(page, language, { product: linen[language], options: linenOptions[language] })
  await expectStatistic(page, m.gift_band_150({}, at), [1, 0, 1])
  await addGift(page, language, { product: sofa[language], group: true })
  await expectStatistic(page, m.gift_band_150({}, at), [2, 0, 2])
  await addGift(page, language, { product: teapot[language], quantity: 2 })
  await expectStatistic(page, m.gift_band_50({}, at), [2, 0, 2])
  await checkPage(page, language, 'add')
  await page.getByRole('main').getByRole('link', { name: wedding.registry, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wedding.registry)
  await page
    .getByRole('main')
    .getByRole('link', { name: m.registry_share({}, at), exact: true })
    .last()
    .click()
  const dialog = page.getByRole('dialog', { name: m.common_share_the_registry({}, at) })
  await dialog.getByRole('button', { name: m.registry_share_copy({}, at) }).click()
  await expect(dialog.getByRole('button', { name: m.registry_share_copied({}, at) })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await dialog.getByRole('link', { name: m.ui_close({}, at) }).click()
  await expect(dialog).toBeHidden()
  return link
}

/** The guest of the journey. */
export interface GuestPart {
  page: Page
  language: Language
  link: string
  wedding: Wedding
  giver: Giver
}

/** The guest's half: fills the cart, removes a gift, pays in the shop, and comes back. */
export async function giveGifts({ page, language, link, wedding, giver }: GuestPart): Promise<void> {
  const at = { locale: language }
  const euro = (cents: number) => formatEuro(cents, language)
  const address = new URL(link)
  address.searchParams.set('lang', language)
  await page.goto(address.href)
  await expectRegistryPage(page, language, wedding)
  await addToCart(page, language, linen[language])
  await closeMiniCart(page, language)
  const inCart = m.gift_give_this({ verb: m.gift_in_cart({}, at), name: linen[language] }, at)
  await expect(giftTile(page, linen[language]).getByRole('link', { name: inCart })).toBeVisible()
  await addToCart(page, language, teapot[language])
  await closeMiniCart(page, language)
  await addToCart(page, language, sofa[language], '40')
  await removeFromCart(page, language, teapot[language], linenCents + teapotCents + shareCents)
  const total = euro(linenCents + shareCents)
  await expect(miniCart(page, language).getByText(total)).toBeVisible()
  await miniCart(page, language)
    .getByRole('link', { name: m.common_continue({}, at) })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.cart_title({}, at))
  await expect(page.getByRole('main').getByText(total)).toBeVisible()
  await checkPage(page, language, 'cart')
  // The header has most in it with gifts in the cart.
  expect(await checkNarrowLayout(page)).toEqual([])
  await goToCheckout(page, language, giver)
  await expect(page.getByRole('button', { name: storefrontText(language, 'pay', total) })).toBeVisible()
  const summary = page.getByRole('region', { name: storefrontText(language, 'giftFor', wedding.registry) })
  await expect(summary.getByRole('blockquote')).toHaveText(giver.message)
  await checkPage(page, language, 'shop-checkout')
  await payInShop(page, language, giver)
  // The order's page leads straight back.
  const thanks = page.getByRole('heading', { level: 1, name: m.common_thank_you({}, at), exact: true })
  await expect(thanks).toBeVisible()
  await expect(page.getByRole('blockquote')).toHaveText(giver.message)
  await expect(page.getByRole('link', { name: m.invitation_calendar({}, at), exact: true })).toBeVisible()
  await checkPage(page, language, 'thanks')
  await page.getByRole('link', { name: m.thanks_change_words({}, at) }).click()
  await expect(page.getByLabel(m.checkout_message_label({ hosts: 'couple' }, at))).toHaveValue(giver.message)
  await page.goBack()
  await page.getByRole('link', { name: m.common_back_to_the_registry({}, at) }).click()
  await expectGiven(page, language)
}

/** The registry page has names, greeting, place, date, countdown, and the number of open gifts. */
async function expectRegistryPage(page: Page, language: Language, wedding: Wedding): Promise<void> {
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wedding.registry)
  const daysAway = String(daysBetween(dayInAthens(new Date()), wedding.date))
  for (const text of [wedding.greeting, wedding.place, formatDay(wedding.date, language, true), daysAway])
    await expect(main.getByText(text).first()).toBeVisible()
  const counts = { items: 3, gifts_given: 0, givers: 0 }
  await expect(main.getByText(givenGiftsText(counts, { locale: language }))).toBeVisible()
  await expectContributions(page, language, 0, 0)
  await checkPage(page, language, 'registry-guest')
}

async function removeFromCart(page: Page, language: Language, gift: string, cents: number): Promise<void> {
  const at = { locale: language }
  const cart = miniCart(page, language)
  await expect(cart.getByText(formatEuro(cents, language))).toBeVisible()
  await checkPage(page, language, 'mini-cart')
  await cart.getByRole('button', { name: m.cart_remove_this({ name: gift }, at) }).click()
  const question = page.getByRole('dialog', { name: m.cart_remove_title({}, at) })
  await expect(question.getByRole('button', { name: m.ui_cancel({}, at) })).toBeFocused()
  // The cart's own dialog asks: none opens over another.
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await checkPage(page, language, 'cart-remove')
  await question.getByRole('button', { name: m.cart_remove({}, at) }).click()
  await expect(cart.getByText(gift)).toBeHidden()
}

/** An open registry page updates: the gift is given, the contribution collected. */
export async function expectGiven(page: Page, language: Language): Promise<void> {
  await expect(giftTile(page, linen[language])).toHaveAttribute('data-state', 'given')
  await expectContributions(page, language, shareCents, 1)
}

async function expectContributions(
  page: Page,
  language: Language,
  cents: number,
  givers: number,
): Promise<void> {
  const at = { locale: language }
  const sums = {
    collected: formatEuroShort(cents, language),
    price: formatEuroShort(sofaCents, language),
  }
  const facts =
    givers === 0
      ? [m.gift_first_share({}, at)]
      : [m.gift_collected_of(sums, at), m.gift_givers({ count: givers }, at)]
  for (const fact of facts) await expect(giftTile(page, sofa[language])).toContainText(fact)
}

/** The host sees who gave what with which message, and the new statistics. */
export async function expectReceivedGifts(
  { page, language }: HostPart,
  registryId: string,
  giver: Giver,
): Promise<void> {
  const at = { locale: language }
  await page.goto(`/registry/${registryId}/gifts-received?lang=${language}`)
  const gift = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  for (const name of [linen[language], sofa[language]]) {
    await expect(gift(name)).toContainText(`${giver.name} ${giver.surname}`)
    await expect(gift(name)).toContainText(giver.message)
  }
  await expect(gift(sofa[language])).toContainText(formatEuro(shareCents, language))
  await checkPage(page, language, 'received')
  await page.goto(`/registry/${registryId}/add?lang=${language}`)
  await expectStatistic(page, m.gift_band_150({}, at), [2, 1, 1])
}

/** Host and guest have e-mails in their languages about what was given. */
export async function expectEmails(part: HostPart, guestLanguage: Language, giver: Giver): Promise<void> {
  const { page, language, host, wedding } = part
  const registry = wedding.registry
  const name = `${giver.name} ${giver.surname}`
  const toHost = m.checkout_mail_given_many_from({ giver: name, count: 2 }, { locale: language })
  const toGiver = m.checkout_mail_thanks_subject({ registry }, { locale: guestLanguage })
  await openEmail(page, host.email, toHost, [linen[language], giver.message, name])
  await openEmail(page, giver.email, toGiver, [
    linen[guestLanguage],
    sofa[guestLanguage],
    formatEuro(shareCents, guestLanguage),
  ])
}

/** Opens an e-mail in the local mailbox once it has arrived, and checks that it contains these texts. */
export async function openEmail(
  page: Page,
  recipient: string,
  subject: string,
  texts: string[],
): Promise<void> {
  const emailLink = page
    .getByRole('listitem')
    .filter({ hasText: recipient })
    .getByRole('link', { name: subject })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(emailLink).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 180_000 })
  await emailLink.click()
  // The subject is in the e-mail once more, hidden, as preview text.
  for (const text of texts) await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
}
