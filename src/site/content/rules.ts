import { eventTypeOrder } from '../../registry/registry/event-type-rules.ts'

/** Addresses whose text is the shop's (spec §2 “Other links”); those in `nested` have pages of their own below. */
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
export const shopSectionPaths = ['/blog', '/events', '/inspiration'] as const

/** Each event type has a landing page (product.md 7). */
export const landingEventTypes = eventTypeOrder
export type LandingEventType = (typeof landingEventTypes)[number]

/** Spec §7 `/notification/ad`: the cookie of who has put the line away holds its id. */
export const announcementCookie = 'announcement'

/** The address as it is kept: without a slash at its end. */
export function withoutTrailingSlash(path: string): string {
  return path.replace(/\/+$/, '') || '/'
}

/** Whether one of our pages shows the shop's text of that address. */
export function isShopPagePath(path: string): boolean {
  const address = withoutTrailingSlash(path)
  const isBelow = shopSectionPaths.some(parent => address === parent || address.startsWith(`${parent}/`))
  return isBelow || shopPagePaths.some(one => one === address)
}

/** First parts of addresses that are ours beside those pages; every other address of the shop's texts is its own. */
const ownRooms = new Set<string>([
  '',
  ...landingEventTypes,
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

/** Where a link in the shop's text leads: our own page, or the storefront for all that we don't show. */
export function isSitePath(path: string): boolean {
  const address = withoutTrailingSlash(path.split(/[?#]/)[0] ?? '')
  return isShopPagePath(address) || ownRooms.has(address.split('/')[1] ?? '')
}
