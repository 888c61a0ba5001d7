import { trimEndOf } from '../base/text.ts'

/** Pages whose text comes from the shop (R803). */
export const shopPagePaths = [
  '/about-us',
  '/accessibility',
  '/benefits',
  '/contact-us',
  '/cookies-policy',
  '/discover-more',
  '/faq',
  '/funding',
  '/how-it-works',
  '/invitations',
  '/payment-delivery-returns-policy',
  '/terms-of-use-gift-purchaser',
  '/terms-of-use-privacy-policy',
  '/terms-of-use-registrant',
  '/travel-experiences',
] as const
/** Pages of the shop that have articles below them (R803). */
export const shopSectionPaths = ['/blog', '/events', '/inspiration'] as const

/** The first parts of the paths of articles, as a pattern for routes. */
export const articleSectionPattern = shopSectionPaths.map(path => path.slice(1)).join('|')

export function withoutTrailingSlash(path: string): string {
  return trimEndOf(path, '/') || '/'
}

/** Whether the page is listed here, and not only by the shop's list of articles. */
export function isFixedShopPage(path: string): boolean {
  return [...shopPagePaths, ...shopSectionPaths].some(page => page === path)
}

/** How many levels below the root articles are at most. */
const maxPathDepth = 4

/** The path of the page above an article; null for a page without one, or too deep. */
export function parentPath(path: string): string | null {
  const parts = path.split('/')
  return parts.length > 2 && parts.length <= maxPathDepth + 1 ? parts.slice(0, -1).join('/') : null
}

export function isShopPagePath(path: string): boolean {
  const plain = withoutTrailingSlash(path)
  const isInSection = shopSectionPaths.some(section => plain === section || plain.startsWith(`${section}/`))
  return isInSection || shopPagePaths.some(page => page === plain)
}

/** First parts of other paths of this site that the shop's texts may link to. */
const siteSections = new Set<string>([
  '',
  'cart',
  'cookie-choices',
  'categories',
  'create-registry',
  'find-registry',
  'forgot-password',
  'login',
  'my-registries',
  'register',
  'registry',
  'search',
  'settings',
])

/**
 * Whether a link in the shop's text leads to a page of this site; all others lead to the storefront. `eventTypes` are
 * the slugs of the event types, each of which has a page (R806).
 */
export function isSitePath(path: string, eventTypes: string[]): boolean {
  const plain = withoutTrailingSlash(path.split(/[?#]/)[0] ?? '')
  const section = plain.split('/')[1] ?? ''
  return isShopPagePath(plain) || siteSections.has(section) || eventTypes.includes(section)
}
