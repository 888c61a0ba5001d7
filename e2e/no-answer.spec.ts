import type { Page } from '@playwright/test'
import type { Language } from '../src/base/language.ts'
import { m } from '../src/paraglide/messages.js'
import { desktop, expect, isFull, phone, test, testInFull } from './fixtures.ts'
import { addToCart } from './guest-steps.ts'
import { inLanguage } from './hosting-steps.ts'
import { createTestRegistry, signIn, type TestRegistry } from './test-registry.ts'

const teapot = { id: 1001, names: { en: 'Stoneware teapot, 1.2 L', el: 'Κεραμική τσαγιέρα, 1,2 λίτρα' } }

/** Ways in which a server does not answer. */
const failures = { refused: 'connectionrefused', proxy: 502, portal: 200 } as const
type Failure = keyof typeof failures
/** Says in which way the server does not answer next. */
type NextFailure = () => Failure

/** Always the same way; without one, each in its turn. */
function failuresInTurn(only?: Failure): NextFailure {
  const ways = only ? [only] : (Object.keys(failures) as Failure[])
  let turn = 0
  return () => ways[turn++ % ways.length]!
}

const html = '<!doctype html><title>Sign in to the Wi-Fi</title><h1>Welcome</h1>'

/** From now on nothing of the site is answered, until `restore`. */
async function cutOff(page: Page, next: NextFailure): Promise<void> {
  const how = failures[next()]
  await page.route('**/*', route =>
    how === 'connectionrefused'
      ? route.abort(how)
      : route.fulfill({ status: how, contentType: 'text/html', body: html }),
  )
}

const restore = (page: Page) => page.unroute('**/*')

const visitorOptions = {
  expectsNoAnswer: true,
  expectsRefusals: true,
} as const

/** Nothing was answered: one alert says so, which OK closes; no number of a log is named, and the page stays. */
async function expectNoAnswer(page: Page, language: Language, heading: string): Promise<void> {
  const at = { locale: language }
  const alert = page.getByRole('alert').filter({ hasText: m.site_server_error({}, at) })
  await expect(alert).toHaveCount(1)
  await expect(alert).toContainText(m.site_no_response({}, at))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  const body = page.locator('body')
  await expect(body).not.toContainText(m.site_failure_lead({}, at))
  await expect(body).not.toContainText(m.site_failure_reference({ reference: '' }, at).slice(0, 12))
  await alert.getByRole('button', { name: m.common_ok({}, at), exact: true }).click()
  await expect(alert).toHaveCount(0)
}

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()

/** The quick run has the ways in turn, the full run all forms and links with each of them. */
const variants = isFull
  ? ([
      ['en', 'refused', desktop],
      ['el', 'proxy', phone],
      ['el', 'portal', desktop],
    ] as const)
  : ([['el', undefined, phone]] as const)

for (const [language, only, viewport] of variants) {
  const at = { locale: language }
  const name = `${only ?? 'each way in its turn'}, ${language}`

  test(`forms without an answer: ${name}`, async ({ site, visitor }) => {
    const failure = failuresInTurn(only)
    const registry = await createTestRegistry(site.url, [{ product_id: teapot.id }], {}, language)
    const page = await visitor({ ...visitorOptions, viewport })

    await page.goto(inLanguage('/contact-us', language))
    const message = page.getByLabel(m.contact_message({}, at))
    await fillContact(page, language)
    await send(page, failure, m.contact_send({}, at))
    await expectNoAnswer(page, language, await headingOf(page))
    await expect(message).toHaveValue('Do not lose me')
    await restore(page)
    await page.getByRole('button', { name: m.contact_send({}, at) }).click()
    await expect(message).toBeHidden()

    await page.goto(inLanguage('/login', language))
    await page.getByRole('main').getByLabel(m.common_email({}, at), { exact: true }).fill(registry.host.email)
    await page.getByRole('main').getByLabel(m.account_password({}, at), { exact: true }).fill('wrong one')
    await submitMain(page, m.common_sign_in({}, at))
    const refusal = page.getByRole('main').getByText(m.account_login_wrong_body({}, at))
    await expect(refusal).toBeVisible()
    await cutOff(page, failure)
    await submitMain(page, m.common_sign_in({}, at))
    await expectNoAnswer(page, language, m.common_sign_in({}, at))
    await expect(refusal).toBeVisible()
    await restore(page)

    await signIn({ page, language, registry })
    await addGiftUnanswered(page, language, failure, registry)
    await createUnanswered(page, language, failure)
  })

  testInFull(`links and the cart without an answer: ${name}`, async ({ site, visitor }) => {
    const failure = failuresInTurn(only)
    const { id } = await createTestRegistry(site.url, [{ product_id: teapot.id }], {}, language)
    const page = await visitor({ ...visitorOptions, viewport: desktop })
    await page.goto(inLanguage(`/registry/${id}`, language))
    const address = page.url()
    const contact = page
      .locator('footer')
      .getByRole('link', { name: m.site_link_contact({}, at) })
      .first()
    const find = page
      .locator('footer')
      .getByRole('link', { name: m.site_link_find({}, at) })
      .first()
    await find.click()
    await expect(page).toHaveURL(/find-registry/)
    await cutOff(page, failure)
    await page.goBack()
    await expectNoAnswer(page, language, await headingOf(page))
    await expect(page).toHaveURL(/find-registry/)
    // The code of that page has not been loaded yet.
    await contact.click()
    await expectNoAnswer(page, language, await headingOf(page))
    await expect(page).toHaveURL(/find-registry/)
    await restore(page)
    await page.goBack()
    await expect(page).toHaveURL(address)
    await contact.click()
    await expect(page).toHaveURL(/contact-us/)
    await page.goto(address)

    await addToCart(page, language, teapot.names[language])
    await page.goto(inLanguage('/cart', language))
    await page.getByLabel(m.checkout_name_label({}, at), { exact: true }).fill('Nora Sample')
    await cutOff(page, failure)
    await page.getByRole('button', { name: m.checkout_submit({}, at) }).click()
    await expectNoAnswer(page, language, await headingOf(page))
    await expect(page.getByLabel(m.checkout_name_label({}, at), { exact: true })).toHaveValue('Nora Sample')
    await expect(page.getByRole('main')).toContainText(teapot.names[language])
    await restore(page)
    await page.getByRole('button', { name: m.checkout_submit({}, at) }).click()
    await expect(page).toHaveURL(/\/shop\/checkout/)
  })
}

test('a page stays when the code of the next one is refused after it was given up', async ({
  site,
  visitor,
}) => {
  const page = await visitor(visitorOptions)
  const [routesRefused, codeRefused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/__manifest*', async route => {
    await routesRefused.promise
    await route.abort('connectionrefused')
  })
  const asked = page.waitForRequest('**/__manifest*')
  await page.goto(inLanguage('/contact-us', 'en'))
  await fillContact(page, 'en')
  await asked
  await page.route('**/*', async route => {
    if (route.request().resourceType() === 'script') await codeRefused.promise
    await route.abort('connectionrefused')
  })
  const home = page.locator('header').getByRole('link').first()
  await home.click()
  routesRefused.resolve()
  await expect(
    page.getByRole('alert').filter({ hasText: m.site_server_error({}, { locale: 'en' }) }),
  ).toHaveCount(1)
  // The router reloads the document when code is missing, which would lose what was typed.
  await page.evaluate(() => {
    const { navigation } = window as { navigation?: EventTarget }
    navigation?.addEventListener('navigate', event => {
      document.documentElement.dataset.reload = event.defaultPrevented ? 'prevented' : 'begun'
    })
  })
  codeRefused.resolve()
  await expect(page.locator('html')).toHaveAttribute('data-reload', 'prevented')
  await expectNoAnswer(page, 'en', await headingOf(page))
  await expect(page.getByLabel(m.contact_message({}, { locale: 'en' }))).toHaveValue('Do not lose me')
  await restore(page)
  await home.click()
  await expect(page).toHaveURL(new RegExp(`^${site.url}/(\\?lang=en)?$`))
})

async function fillContact(page: Page, language: Language): Promise<void> {
  const at = { locale: language }
  const form = page.getByRole('main')
  await form.getByLabel(m.contact_message({}, at)).fill('Do not lose me')
  await form.getByLabel(m.common_your_email({}, at)).fill('nora@journey.example')
  const name = form.getByLabel(m.common_your_name({}, at))
  if (await name.count()) await name.fill('Nora')
}

async function send(page: Page, failure: NextFailure, button: string): Promise<void> {
  await cutOff(page, failure)
  await page.getByRole('button', { name: button }).click()
}

const submitMain = (page: Page, button: string) =>
  page.getByRole('main').getByRole('button', { name: button, exact: true }).click()

async function addGiftUnanswered(
  page: Page,
  language: Language,
  failure: NextFailure,
  { id }: TestRegistry,
): Promise<void> {
  const at = { locale: language }
  await page.goto(inLanguage(`/registry/${id}/add`, language))
  const heading = await headingOf(page)
  const add = page
    .getByRole('main')
    .getByRole('button', { name: m.gift_add_this({ name: '' }, at) })
    .first()
  await cutOff(page, failure)
  await add.click()
  await expectNoAnswer(page, language, heading)
  await restore(page)
  await add.click()
  await expect(page.getByText(m.gift_added({}, at)).first()).toBeVisible()
}

async function createUnanswered(page: Page, language: Language, failure: NextFailure): Promise<void> {
  const at = { locale: language }
  await page.goto(inLanguage('/create-registry/wedding', language))
  const name = page.getByLabel(m.common_first_name({}, at), { exact: true }).first()
  await name.fill('Nora')
  await cutOff(page, failure)
  await page.locator('header').getByRole('link').first().click()
  await expectNoAnswer(page, language, await headingOf(page))
  await expect(name).toHaveValue('Nora')
  await restore(page)
}
