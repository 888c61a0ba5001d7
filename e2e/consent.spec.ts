import type { Page } from '@playwright/test'
import { m } from '../src/paraglide/messages.js'
import { checkPage, desktop, expect, languagesOf, phone, test } from './fixtures.ts'

for (const language of languagesOf('el')) {
  const at = { locale: language }
  test(`nothing is tracked before consent, and the choice can be changed, in ${language}`, async ({
    countingSite: site,
    visitor,
  }) => {
    const page = await visitor({ viewport: language === 'en' ? desktop : phone, baseURL: site.url })
    await page.route(tagUrl, route => route.fulfill({ contentType: 'text/javascript', body: '' }))
    const foreignRequests: string[] = []
    page.on('request', request => {
      if (!request.url().startsWith(site.url) && !request.url().startsWith('data:'))
        foreignRequests.push(request.url())
    })
    await page.goto(`/?lang=${language}`)
    const banner = page.getByRole('region', { name: m.consent_title({}, at) })
    const [rejectButton, acceptButton] = [m.consent_reject({}, at), m.consent_accept({}, at)].map(name =>
      banner.getByRole('button', { name }),
    )
    await expect(banner).toBeVisible()
    await checkPage(page, language, 'consent')
    expect(await buttonStyle(rejectButton!)).toEqual(await buttonStyle(acceptButton!))
    expect(await dataLayerEntries(page)).toEqual(['consent default'])
    // Neither counts anybody: the language, and what limits a browser's requests (R1207).
    expect((await page.context().cookies()).map(cookie => cookie.name).sort()).toEqual([
      'I18N_LANGUAGE',
      'visitor',
    ])

    expect(await page.evaluate(() => localStorage.getItem('I18N_LANGUAGE'))).toBe(language)

    await rejectButton!.click()
    await expect(banner).toBeHidden()
    await page.goto(`/find-registry?lang=${language}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => dataLayerEntries(page)).toEqual(['consent default'])

    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: m.consent_title({}, at) })
      .click()
    await expect(page.getByText(m.consent_is_denied({}, at))).toBeVisible()
    expect(foreignRequests).toEqual([])
    await page
      .getByRole('main')
      .getByRole('button', { name: m.consent_accept({}, at) })
      .click()
    await expect(page.getByText(m.consent_is_granted({}, at))).toBeVisible()
    await expect.poll(() => foreignRequests.length).toBe(1)
    expect(await tagSettings(page)).toEqual({
      send_page_view: false,
      page_title: new URL(site.url).hostname,
      page_location: new URL(site.url).origin,
      page_referrer: new URL(site.url).origin,
    })
    await page.goto(`/faq?lang=${language}`)
    await expect
      .poll(() => dataLayerEntries(page))
      .toEqual(expect.arrayContaining(['consent default', 'consent update', 'event page_view']))
    expect(foreignRequests.filter(url => !tagUrl.test(url))).toEqual([])
  })
}

test('neither an error nor the offline notice covers the buttons of the consent banner', async ({
  countingSite,
  visitor,
}) => {
  const page = await visitor({ viewport: phone, baseURL: countingSite.url })
  // Menus and the routes behind their links are loaded after the page; the network must not go before.
  const routes = page.waitForResponse(/\/__manifest\?.*inspiration/)
  await page.goto('/contact-us?lang=el')
  await (await routes).finished()
  // As somebody who has come to the form: its sentences are loaded then.
  await page.getByLabel(m.contact_message({}, { locale: 'el' })).focus()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: m.contact_send({}, { locale: 'el' }) }).click()
  const notice = page.getByRole('alert').filter({ hasText: m.site_server_error({}, { locale: 'el' }) })
  await expect(notice).toBeVisible()
  const question = page.getByRole('region', { name: m.consent_title({}, { locale: 'el' }) })
  await question.getByRole('button').first().click({ trial: true })
  await question.getByRole('button').last().click({ trial: true })
  await question.getByRole('button').first().click()
  await expect(question).toBeHidden()
  await notice.getByRole('button').click()
  await expect(notice).toBeHidden()
})

test('nobody is asked where nothing is counted', async ({ visitor }) => {
  const page = await visitor({ viewport: phone })
  await page.goto('/?lang=el')
  await expect(page.getByRole('region', { name: m.consent_title({}, { locale: 'el' }) })).toHaveCount(0)
})

for (const language of languagesOf('el'))
  test(`on a phone the banner covers neither the page's main button nor suggestions, in ${language}`, async ({
    countingSite,
    visitor,
  }) => {
    const at = { locale: language }
    const page = await visitor({ viewport: phone, baseURL: countingSite.url })
    const question = page.getByRole('region', { name: m.consent_title({}, at) })
    const buttons = [
      [
        '/',
        page
          .getByRole('main')
          .getByRole('link', { name: m.site_link_create({}, at) })
          .first(),
      ],
      ['/find-registry', page.getByRole('button', { name: m.common_find({}, at) }).first()],
      ['/login', page.getByRole('button', { name: m.common_sign_in({}, at) })],
    ] as const
    for (const [path, button] of buttons) {
      await page.goto(`${path}?lang=${language}`)
      await expect(question).toBeVisible()
      await button.click({ trial: true })
      const [{ y, height }, { y: top }] = [(await button.boundingBox())!, (await question.boundingBox())!]
      expect([path, y + height <= top]).toEqual([path, true])
    }
    await page.getByLabel(m.common_email({}, at)).focus()
    await expect(question).toBeHidden()
    await page.getByLabel(m.common_email({}, at)).blur()
    await expect(question).toBeVisible()
    await page.evaluate(() =>
      document.body.append(Object.assign(document.createElement('ul'), { role: 'listbox' })),
    )
    await expect(question).toBeHidden()
  })

test('the question does not cover the phone’s menu, which closes when the focus leaves it', async ({
  countingSite,
  visitor,
}) => {
  const page = await visitor({ viewport: phone, baseURL: countingSite.url })
  await page.goto('/faq?lang=el')
  const question = page.getByRole('region', { name: m.consent_title({}, { locale: 'el' }) })
  await expect(question).toBeVisible()
  const menu = page.locator('.phone-menu')
  await menu.locator('summary').first().press('Enter')
  const last = menu.getByRole('link', { name: 'Ελληνικά' })
  await last.focus()
  await last.click({ trial: true })
  await expect(question).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(last).toBeHidden()
  await expect(question).toBeVisible()
})

const tagUrl = /^https:\/\/www\.googletagmanager\.com\//

/** The entries of `dataLayer`: the first two values of each. */
const dataLayerEntries = (page: Page) =>
  page.evaluate(() =>
    (window.dataLayer ?? []).map(entry =>
      Array.from(entry as ArrayLike<unknown>)
        .slice(0, 2)
        .join(' '),
    ),
  )

/** What the page told Google's tag of itself. */
const tagSettings = (page: Page) =>
  page.evaluate(
    () =>
      (window.dataLayer ?? [])
        .map(entry => Array.from(entry as ArrayLike<unknown>))
        .find(([command]) => command === 'config')?.[2],
  )

/** Size and colours of a button; neither answer may look easier than the other. */
const buttonStyle = (button: ReturnType<Page['getByRole']>) =>
  button.evaluate(element => {
    const { width, height } = element.getBoundingClientRect()
    const { color, backgroundColor, borderColor, fontSize, fontWeight } = getComputedStyle(element)
    return { width, height, color, backgroundColor, borderColor, fontSize, fontWeight }
  })
