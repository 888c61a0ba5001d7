/** As whom staff can look at a registry (R985). */
export const seenAs = ['guest', 'host'] as const
export type SeenAs = (typeof seenAs)[number]

/**
 * The pages below a registry's address that staff see as its host. Not the guest list: guests' e-mails are shown by a
 * click of their own (R962).
 */
export const hostPages = [
  'gifts',
  'gifts-received',
  'edit',
  'edit/registry-shipping-address',
  'edit/privacy-settings',
  'edit/collected-gift-cards',
  'edit/collected-gift-cards/statement',
] as const
export type HostPage = (typeof hostPages)[number]

/** Whether staff see that page as a host or guest; guests open the registry and its gifts. */
export function isSeenPage(as: SeenAs, page: string): boolean {
  return as === 'host' ? hostPages.some(one => one === page) : /^\d{0,15}$/.test(page)
}

/** Where a link of a page leads while staff look at it; null for whatever is no page that they see. */
export function seenLink(
  href: string,
  { as, addresses, pathOf }: { as: SeenAs; addresses: string[]; pathOf(page: string): string },
): string | null {
  if (href.startsWith('#')) return href
  if (!href.startsWith('/registry/')) return null
  const { pathname, search, hash } = new URL(href, 'http://registry.invalid')
  const [, , address = '', ...parts] = pathname.split('/')
  const page = parts.join('/')
  if (!addresses.includes(decodeURIComponent(address)) || !isSeenPage(as, page)) return null
  return pathOf(page) + search + hash
}
