import type { Page } from '@playwright/test'
import { type Language, languageKey, languages } from '../src/base/language.ts'
import { paths } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { desktop, expect, type Site, test } from './fixtures.ts'
import { createScreenData, listScreens } from './screens.ts'
import { createTestRegistry } from './test-registry.ts'

const teapot = { id: 1001, name: { en: 'Stoneware teapot, 1.2 L', el: 'Κεραμική τσαγιέρα, 1,2 λίτρα' } }

/** As if the visitor had chosen a language in another tab. */
const chooseElsewhere = (page: Page, site: Site, language: Language) =>
  page.context().addCookies([{ name: languageKey, value: language, url: site.url }])

for (const language of languages)
  test(`every link, form and request of every page names ${language}, the page's own language`, async ({
    site,
    visitor,
  }) => {
    test.setTimeout(600_000)
    const other = languages.find(one => one !== language) as Language
    const data = await createScreenData(site.url)
    const page = await visitor({ viewport: desktop, expectsRefusals: true })
    const requests: string[] = []
    page.on('request', request => {
      const { origin, pathname, searchParams } = new URL(request.url())
      const isData = /\.data$|^\/api\//.test(pathname) || request.resourceType() === 'ping'
      if (origin === site.url && isData && searchParams.get('lang') !== language) requests.push(request.url())
    })
    const problems: Record<string, string[]> = {}
    for (const screen of listScreens(data)) {
      if (screen.visitor === 'host')
        await page.context().addCookies([{ name: 'customerToken', value: data.token, url: site.url }])
      else await page.context().clearCookies({ name: 'customerToken' })
      // Its address names no language, and the cookie another one as soon as it is open.
      await chooseElsewhere(page, site, language)
      await page.goto(screen.path)
      await chooseElsewhere(page, site, other)
      const title = await page.title()
      const unnamed = await page.evaluate(findUnnamed, language)
      await page.evaluate(loadAgain)
      if ((await page.title()) !== title) unnamed.push(`the title has become ${await page.title()}`)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      unnamed.push(...requests.splice(0))
      if (unnamed.length > 0) problems[screen.name] = unnamed
      const answer = await page.request.get(
        `${screen.path}${screen.path.includes('?') ? '&' : '?'}lang=${language}`,
      )
      expect(await answer.text(), screen.name).toContain(`<html lang="${language}"`)
    }
    expect(problems).toEqual({})
  })

/** In the browser: links and forms of this site that don't name the language, but for the switch to another one. */
function findUnnamed(language: string): string[] {
  const isUnnamed = (address: string) => {
    const { origin, pathname, hash, searchParams } = new URL(address, window.location.href)
    const isElsewhere =
      origin !== window.location.origin || (hash !== '' && pathname === window.location.pathname)
    return !isElsewhere && searchParams.get('lang') !== language
  }
  const links = [
    ...document.querySelectorAll<HTMLAnchorElement>(
      'a[href]:not([hreflang], [href^="data:"], [href*="/dev/social/"])',
    ),
  ]
  const forms = [...document.forms].filter(form =>
    form.method === 'get'
      ? new FormData(form).get('lang') !== language
      : isUnnamed(form.getAttribute('action') ?? ''),
  )
  return [
    ...links.filter(link => isUnnamed(link.href)).map(link => link.outerHTML.slice(0, 120)),
    ...forms.map(form => form.outerHTML.slice(0, 120)),
  ]
}

/** In the browser: the router asks for the page's data again, as it does after a change. */
const loadAgain = () =>
  (
    window as unknown as { __reactRouterDataRouter: { revalidate(): Promise<void> } }
  ).__reactRouterDataRouter.revalidate()

for (const language of languages)
  test(`a gift closed by Escape or beside it leaves the registry in ${language}`, async ({
    site,
    visitor,
  }) => {
    const other = languages.find(one => one !== language) as Language
    const { id } = await createTestRegistry(site.url, [{ product_id: teapot.id }])
    const page = await visitor({ viewport: desktop })
    for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 400)]) {
      await page.goto(`${paths.registryGift(id, teapot.id)}?lang=${language}`)
      await chooseElsewhere(page, site, other)
      await expect(page.getByRole('dialog')).toBeVisible()
      await close()
      await expect(page).toHaveURL(`${paths.registry(id)}?lang=${language}`)
      await expect(
        page.getByRole('main').getByRole('link', { name: teapot.name[language] }).first(),
      ).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
    }
  })

test('who pays from a Greek cart comes to the Greek checkout, and gets Greek letters', async ({
  site,
  visitor,
}) => {
  const { id } = await createTestRegistry(site.url, [{ product_id: teapot.id }])
  const page = await visitor({ viewport: desktop })
  await page.goto(`${paths.registryGift(id, teapot.id)}?lang=el`)
  await page.getByRole('button', { name: m.give_add_to_cart({}, { locale: 'el' }) }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toContain(String(teapot.id))
  await page.goto(`${paths.cart}?lang=el`)
  await chooseElsewhere(page, site, 'en')
  await page.getByRole('textbox', { name: m.checkout_name_label({}, { locale: 'el' }) }).fill('Νίκος')
  await page.getByRole('button', { name: m.checkout_submit({}, { locale: 'el' }) }).click()
  await expect(page).toHaveURL(/\/shop\/checkout/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'el')
})

test('what was typed on the registration form is still there in the other language', async ({ visitor }) => {
  const page = await visitor({ viewport: desktop })
  await page.goto('/register?lang=el')
  const el = { locale: 'el' } as const
  const main = page.getByRole('main')
  await main.getByLabel(m.common_first_name({}, el)).fill('Ελένη')
  await main.getByLabel(m.common_email({}, el)).fill('eleni@typed.example')
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const en = { locale: 'en' } as const
  await expect(main.getByLabel(m.common_email({}, en))).toHaveValue('eleni@typed.example')
  await expect(main.getByLabel(m.common_first_name({}, en))).toHaveValue('Ελένη')
  // Only there, and only once.
  await page.reload()
  await expect(main.getByLabel(m.common_email({}, en))).toHaveValue('')
})
