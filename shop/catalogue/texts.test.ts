import { describe, expect, it } from 'vitest'
import { catalogue } from './index.ts'
import { findRepeated } from './test-helpers.ts'
import type { Translated } from './types.ts'

const { brands, categories, pages, products } = catalogue

/** Latin words that are common in Greek text: units, sizes and loanwords. */
const latinInGreek = [
  'e‑mail',
  'E-mail',
  'bar',
  'S',
  'M',
  'L',
  'XL',
  'LED',
  'USB-C',
  'GB',
  'Baby',
  'shower',
  'cookies',
  'JavaScript',
]
/** Names that are the same in every language. */
const names = [
  'WCAG',
  'AA',
  'EN',
  'customerToken',
  'customerId',
  'customerName',
  'customerEmailAddress',
  'customerType',
  'I18N_LANGUAGE',
]

function listTexts(): { where: string; translated: Translated }[] {
  return [
    ...categories.flatMap(({ slug, description }) => [{ where: slug, translated: description }]),
    ...products
      .filter(product => product.sku !== 'DRN-GROUP')
      .map(({ slug, name }) => ({ where: slug, translated: name })),
    ...products.map(({ slug, description }) => ({ where: slug, translated: description })),
    ...products.flatMap(({ slug, options, modifiers = [], sku }) =>
      [...options, ...(sku === 'DRN-GROUP' ? [] : modifiers)].map(({ name }) => ({
        where: slug,
        translated: name,
      })),
    ),
    ...pages.map(({ path, body }) => ({ where: path, translated: body })),
  ]
}

function listGreekTexts(): { where: string; text: string }[] {
  return [
    ...listTexts().map(({ where, translated }) => ({ where, text: translated.el })),
    ...categories.map(({ slug, name }) => ({ where: slug, text: name.el })),
    ...pages.map(({ path, title }) => ({ where: path, text: title.el })),
    ...products.flatMap(({ slug, options }) =>
      options.flatMap(({ values }) => values.map(({ label }) => ({ where: slug, text: label.el }))),
    ),
  ]
}

/** The Latin words of a Greek text that are not allowed. */
function findLatinWords(text: string): string[] {
  const allowed = [...latinInGreek, ...names, ...brands.flatMap(({ name }) => name.split(' '))]
  const plain = text.replace(/<strong lang="en">.*?<\/strong>|<[^>]*>|&amp;|\S+@\S+/g, ' ')
  return (plain.match(/[A-Za-z][\w‑-]*/g) ?? []).filter(word => !allowed.includes(word))
}

describe('pages', () => {
  it('exist at every address that the site links to', () => {
    const linked = [
      '/about-us',
      '/how-it-works',
      '/discover-more',
      '/benefits',
      '/events',
      '/faq',
      '/payment-delivery-returns-policy',
      '/cookies-policy',
      '/contact-us',
      '/terms-of-use-privacy-policy',
      '/terms-of-use-registrant',
      '/terms-of-use-gift-purchaser',
      '/blog',
      '/travel-experiences',
      '/funding',
      '/invitations',
      '/inspiration',
      '/accessibility',
    ]
    expect(linked.filter(path => !pages.some(page => page.path === path))).toEqual([])
    expect(findRepeated(pages.map(({ id }) => id))).toEqual([])
    expect(findRepeated(pages.map(({ path }) => path))).toEqual([])
    expect(pages.filter(({ parent }) => parent !== 0 && !pages.some(({ id }) => id === parent))).toEqual([])
  })

  it('have the events below page 29 and the inspiration below page 34', () => {
    expect(pages.find(({ path }) => path === '/events')?.id).toBe(29)
    expect(pages.find(({ path }) => path === '/inspiration')?.id).toBe(34)
    for (const id of [29, 34]) expect(pages.filter(({ parent }) => parent === id).length).toBeGreaterThan(2)
  })

  it.each(pages)('$path: has simple markup and valid links, the same in both languages', ({ body }) => {
    for (const html of [body.en, body.el]) {
      const tags = [...html.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag)
      expect(
        tags.filter(
          tag => !['h2', 'h3', 'p', 'ul', 'ol', 'li', 'a', 'figure', 'img', 'strong'].includes(tag ?? ''),
        ),
      ).toEqual([])
      for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(\/|mailto:|tel:)/)
    }
    const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(links(body.el)).toEqual(links(body.en))
  })
})

describe('texts', () => {
  it('exist in both languages, and differ', () => {
    expect(
      listTexts().filter(
        ({ translated }) => !translated.en || !translated.el || translated.en === translated.el,
      ),
    ).toEqual([])
  })

  it('have no English words in Greek', () => {
    const untranslated = listGreekTexts().flatMap(({ where, text }) =>
      findLatinWords(text).map(word => `${where}: ${word}`),
    )
    expect(untranslated).toEqual([])
  })

  it('have no Greek letters in English', () => {
    expect(listTexts().filter(({ translated }) => /\p{Script=Greek}/u.test(translated.en))).toEqual([])
  })

  it('are valid HTML: every tag closed, every ampersand escaped', () => {
    for (const { where, translated } of listTexts().filter(({ translated }) => translated.en.startsWith('<')))
      for (const html of [translated.en, translated.el]) {
        expect(html.match(/&(?!amp;)/g), where).toBeNull()
        const open = (html.match(/<(?!img )[a-z]/g) ?? []).length
        expect((html.match(/<\//g) ?? []).length, where).toBe(open)
      }
  })
})
