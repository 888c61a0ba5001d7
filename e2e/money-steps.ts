import type { Page } from '@playwright/test'
import { storefrontText } from '../shop/storefront/messages.ts'
import { formatEuro } from '../src/base/money.ts'
import { paths } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { checkPage, expect } from './fixtures.ts'
import { type Giver, payInShop } from './guest-steps.ts'
import { openEmail } from './main-journey-steps.ts'
import { card, dive, glasses, type Named, shareCents, sofa } from './money-registry.ts'
import type { HostSession } from './test-registry.ts'

export async function openMoney({ page, language, registry }: HostSession): Promise<void> {
  await page.goto(`${paths.collectedGiftCards(registry.id)}?lang=${language}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.giftcard_title({}, { locale: language }))
}

/** The row of a gift on the page of collected money. */
export const giftRow = (
  { page, language }: Pick<HostSession, 'page' | 'language'>,
  { name }: { name: Named },
) => page.getByRole('main').getByRole('listitem').filter({ hasText: name[language] })

/** Turns a contribution into a gift card and confirms; `inspect` looks at the question before. */
export async function confirmCollecting(
  { page, language }: HostSession,
  inspect = async () => {},
): Promise<void> {
  const at = { locale: language }
  const action = `${m.giftcard_collect_act({}, at)}: ${glasses.name[language]}`
  await giftRow({ page, language }, glasses).getByRole('link', { name: action }).click()
  const question = page.getByRole('dialog', { name: m.giftcard_collect_title({}, at) })
  await expect(question).toContainText(formatEuro(shareCents, language))
  await inspect()
  await question.getByRole('button', { name: m.common_make_the_gift_card({}, at) }).click()
  await expect(question).toBeHidden()
}

/** The same with a sign-in of some days ago: the dialog asks for the password (R127). */
export async function proveAndCollect(part: HostSession): Promise<void> {
  const { page, language, registry } = part
  await confirmCollecting(part, async () => {
    const password = page.getByRole('dialog').getByLabel(m.account_password({}, { locale: language }))
    await password.fill(registry.host.password)
  })
}

/** Turns a contribution into a gift card; returns its code, which is on the page and in an e-mail. */
export async function collectGiftCard(part: HostSession): Promise<string> {
  const { page, language, registry } = part
  const at = { locale: language }
  await confirmCollecting(part, () => checkPage(page, language, 'money-collect'))
  await expect(giftRow(part, glasses)).toContainText(m.giftcard_state_issued({}, at))
  const code = await page.getByText(codePattern).innerText()
  const subject = m.giftcard_mail_issued_subject(
    { amount: formatEuro(shareCents, language), registry: registry.name },
    at,
  )
  await openEmail(page, registry.host.email, subject, [code, formatEuro(shareCents, language)])
  return code
}

/** Prints the gift card in both languages. */
export async function printGiftCard(part: HostSession, code: string): Promise<void> {
  const { page, language } = part
  const at = { locale: language }
  await openMoney(part)
  await page.getByRole('link', { name: m.giftcard_paper_link({}, at) }).click()
  const cards = page.getByRole('article')
  await expect(cards).toContainText([code])
  await expect(cards).toContainText([formatEuro(shareCents, language)])
  await checkPage(page, language, 'money-card')
  await page.getByLabel(m.giftcard_paper_language({}, at)).selectOption('both')
  await expect(cards).toHaveCount(2)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await expect(cards.first()).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
}

const codePattern = /^REG(-[A-Z2-9]{4})+$/

/** Redeems an experience with its money; 'No' changes nothing. */
export async function redeemGift(part: HostSession): Promise<void> {
  const { page, language, registry } = part
  const at = { locale: language }
  const row = giftRow(part, dive)
  const action = row.getByRole('link', { name: `${m.giftcard_redeem_act({}, at)}: ${dive.name[language]}` })
  const question = page.getByRole('dialog', { name: m.giftcard_redeem_virtual({}, at) })
  await openMoney(part)
  await action.click()
  await expect(question).toContainText(formatEuro(dive.cents, language))
  await checkPage(page, language, 'money-redeem')
  await question.getByRole('link', { name: m.giftcard_no({}, at), exact: true }).click()
  await expect(question).toBeHidden()
  await expect(row).toContainText(m.common_collected({}, at))
  await action.click()
  await question.getByRole('button', { name: m.giftcard_yes({}, at), exact: true }).click()
  await expect(question).toBeHidden()
  await expect(row).toContainText(m.giftcard_state_redeemed({}, at))
  const subject = m.giftcard_mail_redeemed_subject({ gift: dive.name[language] }, at)
  await openEmail(page, registry.host.email, subject, [dive.name[language], formatEuro(dive.cents, language)])
}

/** Smart change (R608): more than there is is refused; then the card's money is moved to the sofa. */
export async function transferChange(part: HostSession): Promise<void> {
  const { page, language } = part
  const at = { locale: language }
  await openMoney(part)
  const action = `${m.giftcard_move_act({}, at)}: ${card.name[language]}`
  await giftRow(part, card).getByRole('link', { name: action }).click()
  const question = page.getByRole('dialog', { name: m.giftcard_move_title({}, at) })
  const target = question.getByLabel(m.common_to({}, at), { exact: true })
  const sofaChoice = target.getByRole('option', { name: new RegExp(sofa.name[language]) })
  await target.selectOption(await sofaChoice.getAttribute('value'))
  const amount = question.getByLabel(m.common_amount({}, at))
  const send = question.getByRole('button', { name: m.giftcard_move_confirm({}, at) })
  await amount.fill('60')
  await send.click()
  await expect(question.getByText(m.giftcard_much({}, at))).toBeVisible()
  await checkPage(page, language, 'money-move-refused')
  await amount.fill('')
  await send.click()
  await expect(question).toBeHidden()
  await expect(giftRow(part, sofa)).toContainText(formatEuro(card.cents, language))
  await checkPage(page, language, 'money-collected')
}

/** Checks the statement as a page and as a file. */
export async function readStatement({ page, language }: HostSession, code: string): Promise<void> {
  const at = { locale: language }
  await page.getByRole('link', { name: m.giftcard_statement({}, at), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.giftcard_statement({}, at))
  const lines = page.getByRole('row')
  const paidOut = lines.filter({ hasText: code })
  await expect(paidOut).toContainText(formatEuro(-shareCents, language))
  await expect(lines.filter({ hasText: m.giftcard_line_redeemed({}, at) })).toContainText(dive.name[language])
  await checkPage(page, language, 'money-statement')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: m.table_file({ type: 'CSV' }, at) }).click()
  const file = await (await download).createReadStream()
  const text = (await file.setEncoding('utf8').toArray()).join('')
  expect(text).toContain(code)
  expect(text).toContain(language === 'el' ? '"30,00"' : '"30.00"')
}

async function setFaults(page: Page, routes: object[]): Promise<void> {
  expect((await page.request.post('/shop/admin/faults', { data: { routes } })).ok()).toBe(true)
}

/** The shop will create the next gift card, but its answer will be lost. */
const loseNextAnswer = (page: Page) =>
  setFaults(page, [{ path: '/stores/:hash/v2/gift_certificates', method: 'POST', answer: 'lost', times: 1 }])

/** While the shop makes no gift card the page refreshes itself, and keeps a refusal and the key of its form. */
export async function refuseWhileWorking({ page, language, registry }: HostSession): Promise<void> {
  const at = { locale: language }
  await setFaults(page, [{ path: '/stores/:hash/v2/gift_certificates', answer: '500' }])
  await confirmCollecting({ page, language, registry })
  await expect(page.getByText(m.giftcard_processing_text({}, at))).toBeVisible()
  await page.getByRole('link', { name: m.common_larger_gift_card({}, at) }).click()
  const question = page.getByRole('dialog', { name: m.common_larger_gift_card({}, at) })
  const key = question.locator('input[name="key"]')
  const firstKey = await key.inputValue()
  await question.getByLabel(m.common_amount({}, at)).fill('9999')
  await question.getByRole('button', { name: m.common_make_the_gift_card({}, at) }).click()
  const refusal = question.getByText(m.giftcard_much({}, at))
  await expect(refusal).toBeVisible()
  // The second is asked for once the first has been shown.
  for (let refresh = 0; refresh < 2; refresh++)
    await page.waitForResponse(answer => answer.request().method() === 'GET' && /\.data\?/.test(answer.url()))
  await expect(refusal).toBeVisible()
  await expect(key).toHaveValue(firstKey)
  await setFaults(page, [])
}

/** The host pays what a contribution leaves of the price; the page waits when the shop fails once. */
export async function payTheRest(part: HostSession, hostAsGiver: Giver): Promise<void> {
  const { page, language } = part
  const at = { locale: language }
  await openMoney(part)
  await loseNextAnswer(page)
  const action = `${m.giftcard_own_act({}, at)}: ${glasses.name[language]}`
  await giftRow(part, glasses).getByRole('link', { name: action }).click()
  const question = page.getByRole('dialog', { name: m.giftcard_own_title({}, at) })
  await expect(question).toContainText(formatEuro(glasses.cents - shareCents, language))
  await question.getByRole('button', { name: m.common_make_the_gift_card({}, at) }).click()
  const progressDialog = page.getByRole('dialog', { name: m.common_shop_is_working({}, at) })
  await expect(progressDialog).toContainText(m.giftcard_processing_text({}, at))
  await checkPage(page, language, 'money-working')
  const payDialog = page.getByRole('dialog', { name: m.giftcard_pay_title({}, at) })
  // The job retries ten seconds after the failure, and the page polls every three.
  await expect(payDialog).toBeVisible({ timeout: 180_000 })
  const code = await payDialog.getByText(codePattern).innerText()
  await checkPage(page, language, 'money-own')
  await payDialog.getByRole('button', { name: m.giftcard_pay_confirm({}, at) }).click()
  await page.getByText(storefrontText(language, 'haveCode')).click()
  await page.locator('form.checkout').getByLabel(storefrontText(language, 'certificate')).fill(code)
  await payInShop(page, language, hostAsGiver)
  await expect(page.getByText(storefrontText(language, 'certificateUsed'))).toContainText(
    formatEuro(shareCents, language),
  )
}

/** After the closing the rest of the money is one gift card, on the page and in an e-mail. */
export async function readPayout({ page, language, registry }: HostSession, cents: number): Promise<void> {
  const at = { locale: language }
  const amount = formatEuro(cents, language)
  const payout = page
    .getByRole('listitem')
    .filter({ hasText: m.giftcard_payout_card({}, at) })
    .first()
  await expect(payout).toContainText(amount)
  const code = await payout.getByText(codePattern).innerText()
  await checkPage(page, language, 'money-closed-host')
  const subject = m.giftcard_mail_issued_subject({ amount, registry: registry.name }, at)
  await openEmail(page, registry.host.email, subject, [code, amount])
}
