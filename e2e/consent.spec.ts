import type { Page } from '@playwright/test'
import { languages } from '../src/base/language.ts'
import { m } from '../src/paraglide/messages.js'
import { checkPage, desktop, expect, phone, test } from './fixtures.ts'

for (const language of languages) {
  const at = { locale: language }
  test(`nothing is tracked before consent, and the choice can be changed, in ${language}`, async ({
    site,
    visitor,
  }) => {
    const page = await visitor({ viewport: language === 'en' ? desktop : phone })
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
    expect((await page.context().cookies()).map(cookie => cookie.name)).toEqual(['I18N_LANGUAGE'])

    expect(await page.evaluate(() => localStorage.getItem('I18N_LANGUAGE'))).toBe(language)

    await rejectButton!.click()
    await expect(banner).toBeHidden()
    await page.goto(`/find-registry?lang=${language}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => dataLayerEntries(page)).toEqual(['consent default'])

    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: m.consent_page_title({}, at) })
      .click()
    await expect(page.getByText(m.consent_is_denied({}, at))).toBeVisible()
    await checkPage(page, language, 'cookie-choices')
    await page
      .getByRole('main')
      .getByRole('button', { name: m.consent_accept({}, at) })
      .click()
    await expect(page.getByText(m.consent_is_granted({}, at))).toBeVisible()
    await page.goto(`/faq?lang=${language}`)
    await expect
      .poll(() => dataLayerEntries(page))
      .toEqual(['consent default', 'consent update', 'event page_view'])
    expect(foreignRequests).toEqual([])
  })
}

test('neither an error nor the offline notice covers the buttons of the consent banner', async ({
  visitor,
}) => {
  const page = await visitor({ viewport: phone })
  // Menus and the routes behind their links are loaded after the page; the network must not go before.
  const menus = page.waitForResponse(/\/menus\//)
  await page.goto('/contact-us?lang=el')
  await (await menus).finished()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: m.contact_send({}, { locale: 'el' }) }).click()
  const notice = page.getByRole('alert').filter({ hasText: m.site_server_error({}, { locale: 'el' }) })
  await expect(notice).toBeVisible()
  const question = page.getByRole('region', { name: m.consent_title({}, { locale: 'el' }) })
  await question.getByRole('button').first().click({ trial: true })
  await question.getByRole('button').last().click()
  await expect(question).toBeHidden()
  await notice.getByRole('button').click()
  await expect(notice).toBeHidden()
})

/** The entries of `dataLayer`: the first two values of each. */
const dataLayerEntries = (page: Page) =>
  page.evaluate(() =>
    (window.dataLayer ?? []).map(entry =>
      Array.from(entry as ArrayLike<unknown>)
        .slice(0, 2)
        .join(' '),
    ),
  )

/** Size and colours of a button; neither answer may look easier than the other. */
const buttonStyle = (button: ReturnType<Page['getByRole']>) =>
  button.evaluate(element => {
    const { width, height } = element.getBoundingClientRect()
    const { color, backgroundColor, borderColor, fontSize, fontWeight } = getComputedStyle(element)
    return { width, height, color, backgroundColor, borderColor, fontSize, fontWeight }
  })
