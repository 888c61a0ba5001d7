import { expect, test } from 'vitest'
import routes from '../routes.ts'
import { isSitePage } from './cached-pages.ts'

/**
 * Pages that show the same to everybody until the site changes; not those of a person, nor those that change by
 * themselves.
 */
const sitePages = new Set([
  'site/pages/home-page.tsx',
  'site/pages/landing-page.tsx',
  'site/pages/content-page.tsx',
  'site/pages/articles-page.tsx',
  'site/pages/categories-page.tsx',
  'registry/pages/search/find-registry-page.tsx',
])

const pages = routes.flatMap(({ path, file }) => (path && !path.includes('*') ? [{ path, file }] : []))
const withoutParameters = pages.filter(({ path }) => !path.includes(':'))

test.each(withoutParameters.filter(({ file }) => !sitePages.has(file)))(
  'the page $path is rendered for each visitor',
  ({ path }) => expect(isSitePage(`/${path}`)).toBe(false),
)

test.each(withoutParameters.filter(({ file }) => sitePages.has(file)))(
  'the page $path is kept for all',
  ({ path }) => expect([isSitePage(`/${path}`), isSitePage(`/${path}.data`)]).toEqual([true, true]),
)
