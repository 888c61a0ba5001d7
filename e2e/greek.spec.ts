import type { APIRequestContext, Page } from '@playwright/test'
import { brands } from '../shop/catalogue/brands.ts'
import { type Language, languages } from '../src/base/language.ts'
import { expect, test } from './journey.ts'

/** Written in Latin letters in a Greek page too: marks, abbreviations, units, and what Greeks call so themselves. */
const latinInGreek =
  /^(Doron|Shop|OK|e-?mails?|SMS|QR|PDF|URL|ID|Cookies?|Blog|Baby|shower|Let.s|event|We|Connect|FAQ|Facebook|Instagram|Pinterest|TikTok|YouTube|Viber|WhatsApp|Google|Safari|Chrome|Firefox|IRIS|cm|kg|EN|EL|GR|IBAN|GDPR|WCAG|AA|JavaScript|HTTPS?|v\d)$/i

/** The shop's brands keep their own letters in every language. */
const brandWords = new Set(brands.flatMap(({ name }) => name.split(' ')))

/** E-mail and web addresses, paths, and cookies by their names. */
const addressOrCookie = /\S+@\S+|https?:\S+|\/\S+\/|\b[a-z]+[A-Z]\w*|\b[A-Z\d]+_[A-Z_]+\b/g

/** A name that the finder spells in several ways, to show that it knows them all. */
const exampleName = /^(Χρήστος|Christos|Xristos)$/

interface Found {
  path: string
  status: number
  lang: string
  title: string
  headings: number
  words: string[]
  links: string[]
}

for (const language of languages)
  test(`every page that home leads to speaks ${language}, and leads on`, async ({ site, visitor }) => {
    const pages = await crawl(await visitor(), site.api, language)
    expect(pages.length).toBeGreaterThan(4)
    const wrong = (is: (page: Found) => unknown) =>
      pages.filter(is).map(({ path, ...rest }) => [path, is({ path, ...rest })])
    expect(wrong(page => page.status >= 400 && page.status)).toEqual([])
    expect(wrong(page => page.lang !== language && page.lang)).toEqual([])
    expect(wrong(page => page.headings !== 1 && page.headings)).toEqual([])
    expect(wrong(page => !/(^|\| )Doron$/.test(page.title) && page.title)).toEqual([])
    expect(wrong(page => page.words.length > 0 && page.words)).toEqual([])
  })

/** Every page of our own that can be reached from home by links; the shop's and single registries stay out. */
async function crawl(desk: Page, api: APIRequestContext, language: Language): Promise<Found[]> {
  const home = `/?lang=${language}`
  const [found, known] = [new Map<string, Found | null>([[home, null]]), new Set([pageAt(home)])]
  for (const [path] of found) {
    const answer = await api.get(path)
    const page = await desk.evaluate(read, { html: await answer.text(), language })
    const words = page.texts.flatMap(text => foreignWords(text, language))
    found.set(path, { ...page, path, status: answer.status(), words })
    for (const link of page.links.filter(isOurs))
      if (!known.has(pageAt(link))) {
        known.add(pageAt(link))
        found.set(link, null)
      }
  }
  return [...found.values()].filter(page => page !== null)
}

/** An address without where it leads back to: signing in is one page, from wherever one comes. */
function pageAt(link: string): string {
  const { pathname, searchParams } = new URL(link, 'http://here')
  searchParams.delete('redirect')
  return `${pathname}?${searchParams}`
}

function isOurs(link: string): boolean {
  return /^\/(?!\/)/.test(link) && !/^\/(shop|registry|api|dev|assets)\b|\.(php|txt|xml)\b/.test(link)
}

function foreignWords(text: string, language: Language): string[] {
  if (language === 'en')
    return (text.match(/\p{Script=Greek}+/gu) ?? []).filter(word => !exampleName.test(word))
  const own = text.replace(addressOrCookie, ' ')
  return (own.match(/[\p{Script=Latin}][\p{Script=Latin}\d'’-]*/gu) ?? []).filter(
    word => !latinInGreek.test(word) && !brandWords.has(word) && !exampleName.test(word),
  )
}

/** In the browser: what a page says, without the parts that declare another language, and where it leads. */
function read({ html, language }: { html: string; language: string }) {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const links = [...page.querySelectorAll(`a[href]:not([hreflang]), a[hreflang="${language}"]`)].map(
    link => (link.getAttribute('href') ?? '').split('#')[0] ?? '',
  )
  const lang = page.documentElement.lang
  const title = page.title
  const headings = page.querySelectorAll('h1').length
  for (const other of page.querySelectorAll(`script, style, body [lang]:not([lang="${language}"])`))
    other.remove()
  const named = [...page.querySelectorAll('[aria-label], [alt], [placeholder], [title]')].flatMap(element =>
    ['aria-label', 'alt', 'placeholder', 'title'].map(name => element.getAttribute(name) ?? ''),
  )
  const said = document.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  const texts = [title, ...named]
  while (said.nextNode()) texts.push(said.currentNode.textContent ?? '')
  return { lang, title, headings, links: [...new Set(links)].filter(Boolean), texts }
}
