import type { Page } from '@playwright/test'
import { say } from '../shop/storefront/words.ts'
import type { Day } from '../src/base/dates.ts'
import type { Language } from '../src/base/language.ts'
import { formatEuro } from '../src/base/money.ts'
import { paths } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { type Arranged, aRegistry, post } from './arrange.ts'
import { type Giver, pays } from './guest.ts'
import { expect, passes } from './journey.ts'
import { ofPages, reads } from './main-job.ts'

/** Who gives in the journeys about money. */
export const giver = {
  name: 'Νεφέλη',
  surname: 'Δοκιμή',
  email: 'nefeli@journey.example',
  message: 'Με την αγάπη μας!',
}

type Named = Record<Language, string>

interface Product {
  id: number
  name: Named
  cents: number
}

/** Of the embedded shop: two for group gifting, an experience, and the gift card with its value of 50 euro. */
export const glasses: Product = {
  id: 1011,
  name: { en: 'Bordeaux glasses, set of 6', el: 'Ποτήρια Μπορντό, σετ των 6' },
  cents: 78_00,
}
export const sofa: Product = {
  id: 1101,
  name: { en: 'Three-seat sofa and reading lamp', el: 'Τριθέσιος καναπές και φωτιστικό διαβάσματος' },
  cents: 1290_00,
}
export const dive: Product = {
  id: 2011,
  name: { en: 'First dive with an instructor', el: 'Πρώτη κατάδυση με εκπαιδευτή' },
  cents: 95_00,
}
export const card = {
  id: 186584,
  variant: 18658401,
  name: { en: 'Gift card', el: 'Δωροκάρτα' },
  cents: 50_00,
}
export const shareCents = 30_00

const wishes = [
  { product_id: glasses.id, is_group_gifting: true },
  { product_id: sofa.id, is_group_gifting: true },
  { product_id: dive.id },
  { product_id: card.id, variant_id: card.variant },
]

/** A registry of a host who reads that language. */
export const aMoneyRegistry = (
  url: string,
  language: Language,
  dates: { registry_date?: Day; end_date?: Day } = {},
): Promise<Arranged> => aRegistry(url, wishes, dates, language)

/** A guest pays for a share, the experience and the gift card at once, in the shop, and goes. */
export async function givesMoney(page: Page, language: Language, url: string, id: string, giver: Giver) {
  const { redirects } = await post<{ redirects: { checkout_url: string } }>(url, '/cart/create', {
    registry_id: id,
    giver_name: `${giver.name} ${giver.surname}`,
    message: giver.message,
    lang: language,
    line_items: [
      { product_id: glasses.id, quantity: 1, is_group_gifting: true, list_price: shareCents / 100 },
      { product_id: dive.id, quantity: 1 },
      { product_id: card.id, variant_id: card.variant, quantity: 1 },
    ],
  })
  await page.goto(`/registry/${id}?lang=${language}`)
  await page.goto(redirects.checkout_url)
  await pays(page, language, giver)
  await page.getByRole('link', { name: say(language, 'back') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.thanks_title({}, { locale: language }))
  await page.close()
}

/** The host of a registry and the page of its money, in one language. */
export interface Keeping {
  page: Page
  language: Language
  registry: Arranged
}

export async function opensMoney({ page, language, registry }: Keeping): Promise<void> {
  await page.goto(`${paths.collectedGiftCards(registry.id)}?lang=${language}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.giftcard_title({}, { locale: language }))
}

/** The row of a gift, below the heading of its group. */
export const rowOf = ({ page, language }: Pick<Keeping, 'page' | 'language'>, { name }: { name: Named }) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name[language] })

/** The question before a share becomes a gift card, answered. */
export async function asksToCollect({ page, language }: Keeping, look = async () => {}): Promise<void> {
  const at = { locale: language }
  const act = `${m.giftcard_collect_act({}, at)}: ${glasses.name[language]}`
  await rowOf({ page, language }, glasses).getByRole('link', { name: act }).click()
  const question = page.getByRole('dialog', { name: m.giftcard_collect_title({}, at) })
  await expect(question).toContainText(formatEuro(shareCents, language))
  await look()
  await question.getByRole('button', { name: m.giftcard_collect_confirm({}, at) }).click()
  await expect(question).toBeHidden()
}

/** The share becomes a gift card: its code stands on the page and in a letter. */
export async function collects(keeping: Keeping): Promise<string> {
  const { page, language, registry } = keeping
  const at = { locale: language }
  await asksToCollect(keeping, () => passes(page, language, 'money-collect'))
  await expect(rowOf(keeping, glasses)).toContainText(m.giftcard_state_issued({}, at))
  const code = await page.getByText(codePattern).innerText()
  const subject = m.giftcard_mail_issued_subject(
    { amount: formatEuro(shareCents, language), registry: registry.name },
    at,
  )
  await reads(page, registry.host.email, subject, [code, formatEuro(shareCents, language)])
  await passes(page, language, 'money-letter-card', ofPages)
  return code
}

/** The card on paper, in both languages. */
export async function printsCard(keeping: Keeping, code: string): Promise<void> {
  const { page, language } = keeping
  const at = { locale: language }
  await opensMoney(keeping)
  await page.getByRole('link', { name: m.giftcard_paper_link({}, at) }).click()
  const cards = page.getByRole('article')
  await expect(cards).toContainText([code])
  await expect(cards).toContainText([formatEuro(shareCents, language)])
  await passes(page, language, 'money-card')
  await page.getByLabel(m.giftcard_paper_language({}, at)).selectOption('both')
  await expect(cards).toHaveCount(2)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await expect(cards.first()).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
}

const codePattern = /^REG(-[A-Z2-9]{4})+$/

/** The money of an experience becomes the experience itself; 'No' leaves it where it is. */
export async function redeems(keeping: Keeping): Promise<void> {
  const { page, language, registry } = keeping
  const at = { locale: language }
  const row = rowOf(keeping, dive)
  const act = row.getByRole('link', { name: `${m.giftcard_redeem_act({}, at)}: ${dive.name[language]}` })
  const question = page.getByRole('dialog', { name: m.giftcard_redeem_virtual({}, at) })
  await opensMoney(keeping)
  await act.click()
  await expect(question).toContainText(formatEuro(dive.cents, language))
  await passes(page, language, 'money-redeem')
  await question.getByRole('link', { name: m.giftcard_no({}, at), exact: true }).click()
  await expect(question).toBeHidden()
  await expect(row).toContainText(m.giftcard_state_collected({}, at))
  await act.click()
  await question.getByRole('button', { name: m.giftcard_yes({}, at), exact: true }).click()
  await expect(question).toBeHidden()
  await expect(row).toContainText(m.giftcard_state_redeemed({}, at))
  const subject = m.giftcard_mail_redeemed_subject({ gift: dive.name[language] }, at)
  await reads(page, registry.host.email, subject, [dive.name[language], formatEuro(dive.cents, language)])
  await passes(page, language, 'money-letter-redeemed', ofPages)
}

/** Smart change: more than there is is refused; then the money of the card counts for the sofa. */
export async function moves(keeping: Keeping): Promise<void> {
  const { page, language } = keeping
  const at = { locale: language }
  await opensMoney(keeping)
  const act = `${m.giftcard_move_act({}, at)}: ${card.name[language]}`
  await rowOf(keeping, card).getByRole('link', { name: act }).click()
  const question = page.getByRole('dialog', { name: m.giftcard_move_title({}, at) })
  const to = question.getByLabel(m.giftcard_move_to({}, at), { exact: true })
  const sofaChoice = to.getByRole('option', { name: new RegExp(sofa.name[language]) })
  await to.selectOption(await sofaChoice.getAttribute('value'))
  const amount = question.getByLabel(m.giftcard_amount({}, at))
  const send = question.getByRole('button', { name: m.giftcard_move_confirm({}, at) })
  await amount.fill('60')
  await send.click()
  await expect(question.getByText(m.giftcard_much({}, at))).toBeVisible()
  await passes(page, language, 'money-move-refused')
  await amount.fill('')
  await send.click()
  await expect(question).toBeHidden()
  await expect(rowOf(keeping, sofa)).toContainText(formatEuro(card.cents, language))
  await passes(page, language, 'money-collected')
}

/** Every line of it, as a page and as a file. */
export async function readsStatement({ page, language }: Keeping, code: string): Promise<void> {
  const at = { locale: language }
  await page.getByRole('link', { name: m.giftcard_statement({}, at), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.giftcard_statement({}, at))
  const lines = page.getByRole('row')
  const paidOut = lines.filter({ hasText: code })
  await expect(paidOut).toContainText(formatEuro(-shareCents, language))
  await expect(lines.filter({ hasText: m.giftcard_line_redeemed({}, at) })).toContainText(dive.name[language])
  await passes(page, language, 'money-statement')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: m.giftcard_csv({}, at) }).click()
  const file = await (await download).createReadStream()
  const text = (await file.setEncoding('utf8').toArray()).join('')
  expect(text).toContain(code)
  expect(text).toContain(language === 'el' ? '"30,00"' : '"30.00"')
}

/** The shop makes the next gift card, and its answer is lost. */
async function losesAnAnswer(page: Page): Promise<void> {
  const lost = { path: '/stores/:hash/v2/gift_certificates', method: 'POST', answer: 'lost', times: 1 }
  expect((await page.request.post('/shop/admin/faults', { data: { routes: [lost] } })).ok()).toBe(true)
}

/** The share and the host's own money make up the price; the page waits for a shop that fails half-way. */
export async function paysTheRest(keeping: Keeping, host: Giver): Promise<void> {
  const { page, language } = keeping
  const at = { locale: language }
  await opensMoney(keeping)
  await losesAnAnswer(page)
  const act = `${m.giftcard_own_act({}, at)}: ${glasses.name[language]}`
  await rowOf(keeping, glasses).getByRole('link', { name: act }).click()
  const question = page.getByRole('dialog', { name: m.giftcard_own_title({}, at) })
  await expect(question).toContainText(formatEuro(glasses.cents - shareCents, language))
  await question.getByRole('button', { name: m.giftcard_own_confirm({}, at) }).click()
  const working = page.getByRole('dialog', { name: m.giftcard_working({}, at) })
  await expect(working).toContainText(m.giftcard_working_text({}, at))
  await passes(page, language, 'money-working')
  const ready = page.getByRole('dialog', { name: m.giftcard_pay_title({}, at) })
  // The clock asks the shop again ten seconds after it failed, and the page looks every three.
  await expect(ready).toBeVisible({ timeout: 180_000 })
  const code = await ready.getByText(codePattern).innerText()
  await passes(page, language, 'money-own')
  await ready.getByRole('button', { name: m.giftcard_pay_confirm({}, at) }).click()
  await page.locator('form.checkout').getByLabel(say(language, 'certificate')).fill(code)
  await pays(page, language, host)
  await expect(page.getByText(say(language, 'certificateUsed'))).toContainText(
    formatEuro(shareCents, language),
  )
}

/** What is left of the money at the closing, as one gift card: on the page, and in a letter. */
export async function readsPayout({ page, language, registry }: Keeping, cents: number): Promise<void> {
  const at = { locale: language }
  const amount = formatEuro(cents, language)
  const payout = page
    .getByRole('listitem')
    .filter({ hasText: m.giftcard_payout_card({}, at) })
    .first()
  await expect(payout).toContainText(amount)
  const code = await payout.getByText(codePattern).innerText()
  await passes(page, language, 'money-closed-host')
  const subject = m.giftcard_mail_issued_subject({ amount, registry: registry.name }, at)
  await reads(page, registry.host.email, subject, [code, amount])
}
