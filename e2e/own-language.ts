import type { Page } from '@playwright/test'
import { type Language, languageKey, languages } from '../src/base/language.ts'
import type { Site } from './fixtures.ts'

/** As if the visitor had chosen a language in another tab. */
export const chooseElsewhere = (page: Page, site: Site, language: Language) =>
  page.context().addCookies([{ name: languageKey, value: language, url: site.url }])

/**
 * Opens a page whose address names no language, as a visitor who chooses another one elsewhere as soon as it is open.
 * Answers how the server answered, and what of the page doesn't name the page's own language, which it is to keep.
 */
export async function openInOwnLanguage(page: Page, site: Site, path: string, language: Language) {
  const requests: string[] = []
  const note = (request: { url(): string; resourceType(): string }) => {
    const { origin, pathname, searchParams } = new URL(request.url())
    const isData = /\.data$|^\/api\//.test(pathname) || request.resourceType() === 'ping'
    if (origin === site.url && isData && searchParams.get('lang') !== language) requests.push(request.url())
  }
  page.on('request', note)
  await chooseElsewhere(page, site, language)
  const answer = await page.goto(path)
  await chooseElsewhere(page, site, languages.find(one => one !== language) as Language)
  const title = await page.title()
  const unnamed = await page.evaluate(findUnnamed, language)
  await page.evaluate(loadAgain)
  page.off('request', note)
  const now = { title: await page.title(), language: await page.locator('html').getAttribute('lang') }
  if (now.title !== title || now.language !== language)
    unnamed.push(`it has become ${now.title} in ${now.language}`)
  return { answer, unnamed: [...unnamed, ...requests] }
}

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
