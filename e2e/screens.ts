import type { Page } from '@playwright/test'
import routes from '../src/routes.ts'
import { aRegistry, post } from './arrange.ts'

/** What stands on a site so that each of its pages has something to show. */
export interface Stage {
  /** The registry's id, of `token`'s host. */
  id: string
  token: string
  /** A gift of it by its number in the shop. */
  product: number
  /** Of a hand-off that is open. */
  reference: string
}

export interface Screen {
  name: string
  path: string
  /** Who looks; a guest when left out. */
  as?: 'host'
  /** What is done before looking: a form sent empty, a dialog opened. */
  first?(page: Page): Promise<void>
}

const teapot = 1001
const glasses = 1011

/** A registry with a plain and a group gift, and a guest at the shop's checkout. */
export async function arrangeStage(url: string): Promise<Stage> {
  const wishes = [{ product_id: teapot }, { product_id: glasses, is_group_gifting: true }]
  const { id, host } = await aRegistry(url, wishes)
  const { token } = await post<{ token: string }>(url, '/login', host)
  const line_items = [{ product_id: teapot, quantity: 1 }]
  const { reference } = await post<{ reference: string }>(url, '/cart/create', {
    registry_id: id,
    line_items,
  })
  return { id, token, product: glasses, reference }
}

/** Sends the form of the page as it is. */
const empty = (page: Page) => page.locator('main form [type=submit]').filter({ visible: true }).last().click()

/** Pages that want a host, or have more than one state worth a look; all others are opened as they are. */
const special: Record<string, (stage: Stage) => Screen[]> = {
  '/login': () => [
    { name: 'login', path: '/login' },
    { name: 'login refused', path: '/login', first: empty },
  ],
  '/register': () => [
    { name: 'register', path: '/register' },
    { name: 'register refused', path: '/register', first: empty },
  ],
  '/forgot-password': () => [
    { name: 'forgot password', path: '/forgot-password' },
    { name: 'forgot password refused', path: '/forgot-password', first: empty },
  ],
  '/contact-us': () => [
    { name: 'contact', path: '/contact-us' },
    { name: 'contact refused', path: '/contact-us', first: empty },
  ],
  '/logout': () => [{ name: 'sign out', path: '/logout', as: 'host' }],
  '/create-registry/:eventType?': () => [
    { name: 'create', path: '/create-registry', as: 'host' },
    { name: 'create refused', path: '/create-registry/wedding', as: 'host', first: empty },
  ],
  '/find-registry/:eventType?': () => [
    { name: 'find', path: '/find-registry' },
    { name: 'find, nothing there', path: '/find-registry/baptism?q=Ξυλοκερατίδου' },
  ],
  '/search': () => [{ name: 'find, some', path: '/search?q=Sample' }],
  '/my-registries': () => [{ name: 'my registries', path: '/my-registries', as: 'host' }],
  '/registry/:id/add/:productId': ({ id }) => [
    { name: 'a product', path: `/registry/${id}/add/${teapot}`, as: 'host' },
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
 * Every page that `src/routes.ts` names, in each state worth a look; a new page comes along by itself. The quick run
 * opens one of the addresses that show the same page, the whole run all.
 */
export function screensOf(stage: Stage): Screen[] {
  return pagePatterns(Boolean(process.env.TEST_FULL)).flatMap(
    pattern => special[pattern]?.(stage) ?? [plain(pattern, stage)],
  )
}

/** Addresses below a registry's own are its host's; the rest is anybody's. */
function plain(pattern: string, { id }: Stage): Screen {
  const isHosts = /^\/(registry\/:id\/|settings)/.test(pattern)
  const screen = { name: pattern, path: pattern.replace(':id', id) }
  return isHosts ? { ...screen, as: 'host' } : screen
}

interface Route {
  path?: string | undefined
  index?: boolean | undefined
  file: string
  children?: Route[] | undefined
}

/** Patterns of all pages, or the first of each file; a route of code alone (`.ts`) or that only acts shows nothing. */
function pagePatterns(all: boolean): string[] {
  const shown = new Map<string, string>()
  const walk = (rooms: Route[], above: string): void => {
    for (const { path, index, file, children = [] } of rooms) {
      const pattern = index || path === undefined ? above : `${above}/${path}`
      const key = all || special[pattern] ? pattern : file
      if (file.endsWith('-page.tsx') && !hidden.includes(pattern) && !shown.has(key))
        shown.set(key, pattern || '/')
      walk(children, pattern)
    }
  }
  walk(routes as Route[], '')
  return [...shown.values()]
}

/**
 * The first shows nothing, the second wants a card that the shop has issued, the others a letter of one use: the
 * journeys of money and of accounts pass them.
 */
const hidden = ['/announcement', '/registry/:id/gift-card/:card', '/reset-password', '/email-confirmation']
