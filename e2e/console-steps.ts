import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import Papa from 'papaparse'
import type { Language } from '../src/base/language.ts'
import { demoStaff } from '../src/demo/pages.ts'
import { m } from '../src/paraglide/messages.js'
import { checkPage, desktop, expect, type Site } from './fixtures.ts'
import { payOverHttp } from './guest-steps.ts'
import { openEmail } from './main-journey-steps.ts'
import { callApi, type TestRegistry } from './test-registry.ts'

/** Who gives in these stories. */
const aunt = { name: 'Νεφέλη', surname: 'Δοκιμή', email: 'aunt@journey.example' }

/** A page of the console in one language, and the registry that people call about. */
export interface ConsolePart {
  page: Page
  site: Site
  language: Language
  registry: TestRegistry
}

/** Signs the demonstration's staff person in. */
export async function signInAsStaff({ page, language }: Pick<ConsolePart, 'page' | 'language'>) {
  const at = { locale: language }
  await page.goto(`/staff/login?lang=${language}`)
  await page.locator('[name=email]').fill(demoStaff.email)
  await page.locator('[name=password]').fill(demoStaff.password)
  await page.locator('[name=code]').fill(generateSync({ secret: demoStaff.secret }))
  await page.getByRole('button', { name: m.common_sign_in({}, at), exact: true }).click()
  await expect(page).toHaveURL(/\/staff\/overview/)
}

/** Presses *Go on* on the page of an action until it shows what is and what will be. */
async function goOn({ page, language }: ConsolePart): Promise<void> {
  await page.getByRole('button', { name: m.common_go_on({}, { locale: language }), exact: true }).click()
}

/** Says why, does it, and sees that it was done. */
async function confirmAction(part: ConsolePart, title: string, done: string | RegExp): Promise<void> {
  const { page, language } = part
  await expect(
    page.getByRole('table', { name: m.staff_action_comparison({}, { locale: language }) }),
  ).toBeVisible()
  await checkPage(page, language, `console-${new URL(page.url()).pathname.split('/').at(-1)}`)
  await checkOnPhone(page, title, m.staff_reason_missing({}, { locale: language }))
  await page.locator('[name=reason]').fill('They called, from the number that we have.')
  await page.getByRole('button', { name: title, exact: true }).click()
  await expect(page.getByText(done).first()).toBeVisible()
}

/** On a small phone the button is on the first screen, a missing reason is told in view, and nothing is wider than it. */
async function checkOnPhone(page: Page, title: string, missing: string): Promise<void> {
  const before = page.viewportSize() ?? desktop
  await page.setViewportSize({ width: 360, height: 640 })
  await page.evaluate(() => scrollTo(0, 0))
  const button = page.getByRole('button', { name: title, exact: true })
  await expect(button).toBeInViewport({ ratio: 1 })
  await button.click()
  const reason = page.locator('[name=reason]')
  await expect(reason).toBeFocused()
  await expect(reason).toHaveAccessibleDescription(new RegExp(missing))
  await expect(reason).toBeInViewport({ ratio: 1 })
  const findWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(findWidth).toBeLessThanOrEqual(360)
  await page.setViewportSize(before)
}

/** A contribution is paid, and the database has lost who it is for: it waits in the work list, and is placed. */
export async function placeLostPayment(part: ConsolePart, product: number, euro: number): Promise<number> {
  const { page, site, language, registry } = part
  const at = { locale: language }
  const line = { product_id: product, quantity: 1, is_group_gifting: true, list_price: euro }
  const input = { registry_id: registry.id, giver_name: 'Νεφέλη Δοκιμή', lang: language, line_items: [line] }
  const { redirects } = await callApi<{ redirects: { checkout_url: string } }>(
    site.url,
    '/cart/create',
    input,
  )
  await site.query(
    `update handoff set cart_id = null, reference = 'lost' || substr(reference, 5)
     where registry_id = (select id from registry where code = $1)`,
    [registry.id],
  )
  const order = await payOverHttp(page.request, redirects.checkout_url, aunt)
  const entry = page.getByRole('article').filter({ hasText: String(order) })
  await expect(async () => {
    await page.goto(`/staff/work/unmatched?lang=${language}`)
    await expect(entry).toBeVisible({ timeout: 500 })
  }).toPass()
  await checkPage(page, language, 'console-lost-payment')
  const title = m.staff_act_line_placed({}, at)
  await entry.getByRole('link', { name: title, exact: true }).click()
  await page.getByLabel(m.staff_ask_registry({}, at), { exact: true }).fill(registry.id)
  await goOn(part)
  await page.getByLabel(m.common_gift({}, at), { exact: true }).selectOption({ index: 1 })
  await goOn(part)
  await confirmAction(part, title, new RegExp(`${euro}.*Νεφέλη Δοκιμή`))
  await page.goto(`/staff/work/unmatched?lang=${language}`)
  await expect(entry).toHaveCount(0)
  return order
}

/** An aunt bought a gift by telephone: it is recorded by the order's number, and taken back as it was the wrong one. */
export async function recordPhoneOrder(part: ConsolePart, product: number, gift: string): Promise<void> {
  const { page, site, language, registry } = part
  const at = { locale: language }
  const headers = { origin: site.url }
  const form = { action: 'add', product: String(product), quantity: '1' }
  await page.request.post('/shop/cart.php', { form, headers })
  const order = await payOverHttp(page.request, `${site.url}/shop/checkout`, aunt)
  await page.goto(`/staff/registries/${registry.id}?lang=${language}`)
  const title = m.staff_act_line_placed({}, at)
  await page.getByRole('main').getByText(m.staff_actions({}, at), { exact: true }).click()
  await page.getByRole('link', { name: title, exact: true }).click()
  await page.getByLabel(m.staff_value_order({}, at), { exact: true }).fill(String(order))
  await goOn(part)
  await page.getByLabel(m.staff_value_line({}, at), { exact: true }).selectOption({ index: 1 })
  const choice = page.getByLabel(m.common_gift({}, at), { exact: true })
  await choice.selectOption(await choice.getByRole('option', { name: gift }).getAttribute('value'))
  await goOn(part)
  const giver = 'Νεφέλη Δοκιμή'
  // The name goes on with the size.
  const [told] = m.staff_done_units({ units: '1', gift: `${gift}…`, giver }, at).split('…')
  await confirmAction(part, title, told ?? '')
  const article = page.locator('tbody').filter({ hasText: String(order) })
  await expect(article.getByText(m.staff_line_paid({}, at))).toBeVisible()
  const undo = m.staff_act_line_unplaced({}, at)
  await article.getByRole('link', { name: undo, exact: true }).click()
  await confirmAction(part, undo, m.staff_act_line_unplaced_done({}, at))
  await expect(article.getByText(m.staff_line_void({}, at))).toBeVisible()
}

/** The shop fails while a host collects: the payout hangs in the work list, is tried again, and is made. */
export async function finishHangingPayout(part: ConsolePart): Promise<void> {
  const { page, site, language, registry } = part
  const at = { locale: language }
  const setFaults = (routes: object[]) => page.request.post('/shop/admin/faults', { data: { routes } })
  await setFaults([{ path: '/stores/:hash/v2/gift_certificates', answer: '500' }])
  const headers = { authorization: `Bearer ${registry.token}` }
  const money = await fetch(`${site.url}/api/v2/get-gifts?registry_id=${registry.id}`, { headers })
  const { data } = (await money.json()) as { data: { group: { id: number }[] } }
  await callApi(site.url, '/v2/create-gift-certificate', { id: data.group[0]?.id }, registry.token)
  await setFaults([])
  // As after five failures; the next one by itself is far away.
  await site.query(
    `update payout set attempts = 5, next_attempt_at = now() + interval '1 day'
     where registry_id = (select id from registry where code = $1)`,
    [registry.id],
  )
  await page.goto(`/staff/work/payout?lang=${language}`)
  const title = m.staff_act_payout_retried({}, at)
  const entry = page.getByRole('article').filter({ hasText: registry.name })
  await expect(entry.getByText(m.staff_payout_trouble_shop_away({}, at))).toBeVisible()
  await setFaults([{ path: '/stores/:hash/v2/gift_certificates', answer: '401' }])
  await entry.getByRole('link', { name: title, exact: true }).click()
  await confirmAction(part, title, m.staff_act_payout_retried_waits({}, at))
  await expect(page.getByText(m.staff_payout_trouble_shop_connection({}, at)).first()).toBeVisible()
  await setFaults([])
  await page.getByRole('link', { name: title, exact: true }).click()
  await confirmAction(part, title, m.staff_act_payout_finished_done({}, at))
  await expect(page.getByText(m.common_done({}, at)).first()).toBeVisible()
}

/** A host has lost the phone of their second factor: found by the keyboard, helped with a reason, told by letter. */
export async function helpHostWithoutPhone(part: ConsolePart): Promise<void> {
  const { page, site, language, registry } = part
  const at = { locale: language }
  const { setup, secret } = await callApi<{ setup: string; secret: string }>(
    site.url,
    '/me/second-factor/setup',
    {},
    registry.token,
  )
  const code = generateSync({ secret })
  await callApi(site.url, '/me/second-factor', { setup, code, device: crypto.randomUUID() }, registry.token)
  await expect(async () => {
    // Nothing hears of it until the page's scripts run.
    await page.keyboard.press('/')
    await expect(page.locator('input[name=q]').first()).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.type(registry.host.email)
  await page.keyboard.press('Enter')
  await page.getByRole('main').locator('a[href^="/staff/hosts/"]').first().click()
  const form = page.getByRole('form', { name: m.staff_factor_recovery_action({}, at) })
  await form.getByLabel(m.staff_reason({}, at)).fill('Called back on the number that we have.')
  await checkPage(page, language, 'console-host-with-factor')
  await form.getByRole('button').click()
  await expect(page.getByText(m.staff_factor_recovery_done({}, at)).first()).toBeVisible()
  await expect(form).toHaveCount(0)
  const account = page.url()
  await openEmail(page, registry.host.email, m.account_mail_factor_recovery_subject({}, at), [])
  await page.goto(account)
}

/** The same host has a new address as well: typed wrongly first, then asked for, with a letter to both addresses. */
export async function correctEmail(part: ConsolePart): Promise<void> {
  const { page, language, registry } = part
  const at = { locale: language }
  const title = m.staff_act_email_corrected({}, at)
  await page.getByRole('link', { name: title, exact: true }).click()
  const field = page.getByLabel(m.common_new_email({}, at), { exact: true })
  await field.fill('new@journey')
  await goOn(part)
  await expect(page.getByText(m.email_invalid({}, at), { exact: true })).toBeVisible()
  const email = `new-${registry.host.email}`
  await field.fill(email)
  await goOn(part)
  expect(page.url()).not.toContain('journey')
  await confirmAction(part, title, m.staff_act_email_corrected_done({}, at))
  await openEmail(page, email, m.account_mail_email_confirm_subject({}, at), [])
  await openEmail(page, registry.host.email, m.account_mail_email_requested_subject({}, at), ['n…@'])
}

/** What the money report has of this month, in cents by column. */
export async function readThisMonth({ page }: Pick<ConsolePart, 'page'>): Promise<Record<string, number>> {
  const answer = await page.request.get('/staff/money/file?lang=en')
  const text = (await answer.text()).replace('\ufeff', '').trim()
  const last = Papa.parse<Record<string, string>>(text, { header: true }).data.at(-1) ?? {}
  return Object.fromEntries(
    Object.entries(last).map(([column, euro]) => [column, Math.round(Number(euro) * 100)]),
  )
}
