import { expect, test } from 'vitest'
import { buildPageMeta, documentTitle } from './page-meta.ts'

const site = { name: 'Doron', url: 'https://gifts.example' }

test('the site’s name follows the title, or is the title (R808)', () => {
  expect(documentTitle('Find a registry', site)).toBe('Find a registry | Doron')
  expect(documentTitle(null, site)).toBe('Doron')
})

test('both languages of a page have the same three absolute alternates, and themselves as canonical', () => {
  const [english, greek] = (['en', 'el'] as const).map(language =>
    buildPageMeta({ title: 'Search', path: '/search?name=Eleni', language, site }),
  )
  const alternates = (meta = english) => meta?.filter(one => 'rel' in one && one.rel === 'alternate')
  expect(alternates(greek)).toEqual(alternates(english))
  expect(alternates()).toEqual([
    { tagName: 'link', rel: 'alternate', hrefLang: 'en', href: 'https://gifts.example/search?name=Eleni' },
    {
      tagName: 'link',
      rel: 'alternate',
      hrefLang: 'el',
      href: 'https://gifts.example/search?name=Eleni&lang=el',
    },
    {
      tagName: 'link',
      rel: 'alternate',
      hrefLang: 'x-default',
      href: 'https://gifts.example/search?name=Eleni',
    },
  ])
  expect(greek).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://gifts.example/search?name=Eleni&lang=el',
  })
  expect(greek).toContainEqual({ property: 'og:locale', content: 'el_GR' })
  expect(english).toContainEqual({ property: 'og:locale', content: 'en_US' })
})

test('a page with noindex has neither canonical address nor alternates', () => {
  const meta = buildPageMeta({ title: 'Settings', path: '/settings', language: 'en', site, noindex: true })
  expect(meta).toContainEqual({ name: 'robots', content: 'noindex' })
  expect(meta.some(one => 'tagName' in one)).toBe(false)
})
