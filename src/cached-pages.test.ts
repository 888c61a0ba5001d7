import { expect, test } from 'vitest'
import { isSitePage } from './cached-pages.ts'
import routes from './routes.ts'

/** Pages that show the same to everybody until the site changes; those of people and of the moment are not among them. */
const sitePages = new Set([
  'site/home/pages/home-page.tsx',
  'site/home/pages/landing-page.tsx',
  'site/content/pages/content-page.tsx',
  'site/content/pages/articles-page.tsx',
  'site/menus/pages/categories-page.tsx',
  'registry/search/pages/find-registry-page.tsx',
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
