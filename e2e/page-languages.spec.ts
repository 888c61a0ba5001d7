import type { APIRequestContext, Page } from '@playwright/test'
import { catalogueBrands } from '../shop/catalogue/brands.ts'
import { type Language, languages } from '../src/base/language.ts'
import { expect, test } from './fixtures.ts'

/** Words with Latin letters in Greek text: brands, abbreviations, units and loanwords. */
const latinInGreek =
  /^(Doron|Shop|OK|e[-\u2011]?mails?|SMS|QR|PDF|URL|ID|Cookies?|Blog|Baby|shower|Let.s|event|We|Connect|FAQ|Facebook|Instagram|Pinterest|TikTok|YouTube|Viber|WhatsApp|Google|Safari|Chrome|Firefox|IRIS|cm|kg|EN|EL|GR|IBAN|GDPR|WCAG|AA|JavaScript|HTTPS?|v\d)$/i

/** The shop's brands have the same name in every language. */
const brandWords = new Set(catalogueBrands.flatMap(({ name }) => name.split(' ')))

/** E-mail and web addresses, paths, and names of cookies. */
const addressOrCookie = /\S+@\S+|https?:\S+|\/\S+\/|\b[a-z]+[A-Z]\w*|\b[A-Z\d]+_[A-Z_]+\b/g

/** A name that the search page writes in several ways as an example. */
const exampleName = /^(Χρήστος|Christos|Xristos)$/

interface CrawledPage {
  path: string
  status: number
  lang: string
  title: string
  headings: number
  foreignWords: string[]
  links: string[]
}

for (const language of languages)
  test(`every page linked from the home page is in ${language}, and its links work`, async ({
    site,
    visitor,
  }) => {
    const pages = await crawl(await visitor(), site.api, language)
    expect(pages.length).toBeGreaterThan(4)
    const listProblems = (problemOf: (page: CrawledPage) => unknown) =>
      pages.filter(problemOf).map(({ path, ...rest }) => [path, problemOf({ path, ...rest })])
    expect(listProblems(page => page.status >= 400 && page.status)).toEqual([])
    expect(listProblems(page => page.lang !== language && page.lang)).toEqual([])
    expect(listProblems(page => page.headings !== 1 && page.headings)).toEqual([])
    expect(listProblems(page => !/(^|\| )Doron$/.test(page.title) && page.title)).toEqual([])
    expect(listProblems(page => page.foreignWords.length > 0 && page.foreignWords)).toEqual([])
  })

/** Every page of the site that links lead to from the home page, without the shop and registries. */
async function crawl(browserPage: Page, api: APIRequestContext, language: Language): Promise<CrawledPage[]> {
  const home = `/?lang=${language}`
  const [pages, knownPages] = [new Map<string, CrawledPage | null>([[home, null]]), new Set([pageKey(home)])]
  for (const [path] of pages) {
    const answer = await api.get(path)
    const page = await browserPage.evaluate(readPage, { html: await answer.text(), language })
    const foreignWords = page.texts.flatMap(text => findForeignWords(text, language))
    pages.set(path, { ...page, path, status: answer.status(), foreignWords })
    for (const link of page.links.filter(isOwnPage))
      if (!knownPages.has(pageKey(link))) {
        knownPages.add(pageKey(link))
        pages.set(link, null)
      }
  }
  return [...pages.values()].filter(page => page !== null)
}

/** An address without its redirect target, so that the sign-in page is crawled once. */
function pageKey(link: string): string {
  const { pathname, searchParams } = new URL(link, 'http://site.test')
  searchParams.delete('redirect')
  return `${pathname}?${searchParams}`
}

function isOwnPage(link: string): boolean {
  return /^\/(?!\/)/.test(link) && !/^\/(shop|registry|api|dev|assets)\b|\.(php|txt|xml)\b/.test(link)
}

function findForeignWords(text: string, language: Language): string[] {
  if (language === 'en')
    return (text.match(/\p{Script=Greek}+/gu) ?? []).filter(word => !exampleName.test(word))
  const ownText = text.replace(addressOrCookie, ' ')
  return (ownText.match(/[\p{Script=Latin}][\p{Script=Latin}\d'’\u2011-]*/gu) ?? []).filter(
    word => !latinInGreek.test(word) && !brandWords.has(word) && !exampleName.test(word),
  )
}

/** In the browser: the texts of a page, without parts that declare another language, and its links. */
function readPage({ html, language }: { html: string; language: string }) {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const links = [...page.querySelectorAll(`a[href]:not([hreflang]), a[hreflang="${language}"]`)].map(
    link => (link.getAttribute('href') ?? '').split('#')[0] ?? '',
  )
  const lang = page.documentElement.lang
  const title = page.title
  const headings = page.querySelectorAll('h1').length
  for (const foreignElement of page.querySelectorAll(`script, style, body [lang]:not([lang="${language}"])`))
    foreignElement.remove()
  const labels = [...page.querySelectorAll('[aria-label], [alt], [placeholder], [title]')].flatMap(element =>
    ['aria-label', 'alt', 'placeholder', 'title'].map(name => element.getAttribute(name) ?? ''),
  )
  const walker = document.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  const texts = [title, ...labels]
  while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '')
  return { lang, title, headings, links: [...new Set(links)].filter(Boolean), texts }
}
