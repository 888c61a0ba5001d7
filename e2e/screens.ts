import type { Page } from '@playwright/test'
import routes from '../src/routes.ts'
import { callApi, createTestRegistry } from './test-registry.ts'

/** What every page needs to have something to show. */
export interface ScreenData {
  /** Id of the registry of `token`'s host. */
  id: string
  token: string
  /** Product id of one of its gifts. */
  product: number
  /** Of an open hand-off. */
  reference: string
}

export interface Screen {
  name: string
  path: string
  /** A guest by default. */
  visitor?: 'host'
  /** What is done before the check, such as sending an empty form. */
  prepare?(page: Page): Promise<void>
}

const teapot = 1001
const glasses = 1011

/** Creates a registry with a plain and a group gift, and a hand-off. */
export async function createScreenData(url: string): Promise<ScreenData> {
  const giftRequests = [{ product_id: teapot }, { product_id: glasses, is_group_gifting: true }]
  const { id, token } = await createTestRegistry(url, giftRequests)
  const line_items = [{ product_id: teapot, quantity: 1 }]
  const { reference } = await callApi<{ reference: string }>(url, '/cart/create', {
    registry_id: id,
    line_items,
  })
  return { id, token, product: glasses, reference }
}

/** Submits the form of the page as it is. */
const submitEmptyForm = (page: Page) =>
  page.locator('main form [type=submit]').filter({ visible: true }).last().click()

/** Pages that need a host or have several states; all others are opened as they are. */
const screensByPattern: Record<string, (data: ScreenData) => Screen[]> = {
  '/login': () => [
    { name: 'login', path: '/login' },
    { name: 'login refused', path: '/login', prepare: submitEmptyForm },
  ],
  '/register': () => [
    { name: 'register', path: '/register' },
    { name: 'register refused', path: '/register', prepare: submitEmptyForm },
  ],
  '/forgot-password': () => [
    { name: 'forgot password', path: '/forgot-password' },
    { name: 'forgot password refused', path: '/forgot-password', prepare: submitEmptyForm },
  ],
  '/contact-us': () => [
    { name: 'contact', path: '/contact-us' },
    { name: 'contact refused', path: '/contact-us', prepare: submitEmptyForm },
  ],
  '/logout': () => [{ name: 'sign out', path: '/logout', visitor: 'host' }],
  '/create-registry/:eventType?': () => [
    { name: 'create', path: '/create-registry', visitor: 'host' },
    { name: 'create refused', path: '/create-registry/wedding', visitor: 'host', prepare: submitEmptyForm },
  ],
  '/find-registry/:eventType?': () => [
    { name: 'find', path: '/find-registry' },
    { name: 'find, nothing there', path: '/find-registry/baptism?q=Ξυλοκερατίδου' },
  ],
  '/search': () => [{ name: 'find, some', path: '/search?q=Sample' }],
  '/my-registries': () => [{ name: 'my registries', path: '/my-registries', visitor: 'host' }],
  '/registry/:id': ({ id }) => [
    { name: '/registry/:id', path: `/registry/${id}` },
    { name: 'own registry', path: `/registry/${id}`, visitor: 'host' },
  ],
  '/registry/:id/add/:productId': ({ id }) => [
    { name: 'a product', path: `/registry/${id}/add/${teapot}`, visitor: 'host' },
  ],
  '/registry/:id/share': ({ id }) => [{ name: 'share', path: `/registry/${id}/share` }],
  '/registry/:id/:productId': ({ id, product }) => [{ name: 'a gift', path: `/registry/${id}/${product}` }],
  '/thank-you/:reference': ({ reference }) => [{ name: 'thanks', path: `/thank-you/${reference}` }],
  '/blog/*': () => [
    { name: 'blog', path: '/blog' },
    { name: 'an article', path: '/blog/how-many-gifts' },
  ],
  '/events/*': () => [{ name: 'events', path: '/events' }],
  '/inspiration/*': () => [{ name: 'inspiration', path: '/inspiration' }],
  '/*': () => [{ name: 'missing', path: '/no-such-page' }],
}

/**
 * Every page of `src/routes.ts` in each of its states; a new page is included by itself. The quick run has one of the
 * addresses that show the same page, the full run all.
 */
export function listScreens(data: ScreenData): Screen[] {
  return pagePatterns(Boolean(process.env.TEST_FULL)).flatMap(
    pattern => screensByPattern[pattern]?.(data) ?? [defaultScreen(pattern, data)],
  )
}

/** Addresses below a registry's are for its host, all others for anybody. */
function defaultScreen(pattern: string, { id }: ScreenData): Screen {
  const isForHosts = /^\/(registry\/:id\/|settings)/.test(pattern)
  const screen = { name: pattern, path: pattern.replace(':id', id) }
  return isForHosts ? { ...screen, visitor: 'host' } : screen
}

interface Route {
  path?: string | undefined
  index?: boolean | undefined
  file: string
  children?: Route[] | undefined
}

/** Patterns of all pages, or the first of each file; routes of other files show nothing. */
function pagePatterns(all: boolean): string[] {
  const patternByKey = new Map<string, string>()
  const walk = (routeList: Route[], parentPattern: string): void => {
    for (const { path, index, file, children = [] } of routeList) {
      const pattern = index || path === undefined ? parentPattern : `${parentPattern}/${path}`
      const key = all || screensByPattern[pattern] ? pattern : file
      if (file.endsWith('-page.tsx') && !isSkipped(pattern) && !patternByKey.has(key))
        patternByKey.set(key, pattern || '/')
      walk(children, pattern)
    }
  }
  walk(routes as Route[], '')
  return [...patternByKey.values()]
}

/**
 * Pages left out: the first shows nothing, the second needs a gift card of the shop, those of the console a signed-in
 * person of the staff, the others a link from an e-mail. The tests of money, accounts and staff open them.
 */
const skippedPatterns = [
  '/announcement',
  '/registry/:id/gift-card/:card',
  '/reset-password',
  '/email-confirmation',
]

function isSkipped(pattern: string): boolean {
  const isOfStaff = /^\/staff\/(?!login$|invitation$)/.test(pattern)
  return isOfStaff || skippedPatterns.includes(pattern)
}
