import { defaultLanguage, type Language } from './language.ts'

/** Where a browser asks which pages lie at some paths, so many at once; the router's own address. */
export const discoveryPath = '/__manifest'
export const maxDiscoveredPaths = 20

/** Every address of the site that code builds; links in editable content are written there. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  logout: '/logout',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  emailConfirmation: '/email-confirmation',
  /** The links of the letters about a new e-mail. */
  emailChange: '/email-change',
  emailChangeStop: '/email-change/stop',
  settings: '/settings',
  settingsEmail: '/settings/email',
  settingsFactor: '/settings/second-factor',
  /** The link of the letter about a second factor that staff were asked to remove. */
  factorRecoveryStop: '/second-factor/stop',
  settingsPassword: '/settings/update-password',
  settingsDeactivate: '/settings/deactivate',
  settingsDownload: '/settings/download',
  settingsDownloadFile: '/settings/download/file',
  myRegistries: '/my-registries',
  createRegistry: (eventType?: string) => (eventType ? `/create-registry/${eventType}` : '/create-registry'),
  findRegistry: (eventType?: string) => (eventType ? `/find-registry/${eventType}` : '/find-registry'),
  registry: (id: string) => `/registry/${id}`,
  registryGift: (id: string, productId: number) => `/registry/${id}/${productId}`,
  addGifts: (id: string) => `/registry/${id}/add`,
  manageGifts: (id: string) => `/registry/${id}/gifts`,
  /** Its settings; `page` is one of the sub-pages. */
  editRegistry: (id: string, page?: string) => `/registry/${id}/edit${page ? `/${page}` : ''}`,
  /** Below the invitation: sending it, by e-mail or by a text message. */
  sendInvitations: (id: string) => `/registry/${id}/edit/invitation-settings/send`,
  sendTextMessages: (id: string) => `/registry/${id}/edit/invitation-settings/sms`,
  collectedGiftCards: (id: string) => `/registry/${id}/edit/collected-gift-cards`,
  /** A gift card of the money collected, on paper; `card` is the number of its payout. */
  printedGiftCard: (id: string, card: number) => `/registry/${id}/gift-card/${card}`,
  moneyStatement: (id: string) => `/registry/${id}/edit/collected-gift-cards/statement`,
  registryGifts: (id: string) => `/registry/${id}/gifts-received`,
  shareRegistry: (id: string) => `/registry/${id}/share`,
  registryCards: (id: string) => `/registry/${id}/cards`,
  registryQr: (id: string, kind: 'svg' | 'png') => `/registry/${id}/qr?kind=${kind}`,
  guestList: (id: string) => `/registry/${id}/guest-list`,
  reply: (token: string) => `/reply/${token}`,
  replyGifts: (token: string) => `/reply/${token}/gifts`,
  /** A registry's link for all who are invited. */
  invited: (token: string) => `/invited/${token}`,
  stopInvitations: (token: string) => `/stop-invitations/${token}`,
  registryCalendar: (id: string) => `/registry/${id}/calendar`,
  /** The link in the e-mail that invites somebody as co-host. */
  coHost: '/co-host',
  /** A picture of a host, by the name under which it is stored. */
  image: (name: string) => `/images/${name}.jpg`,
  letterPhoto: (token: string) => `/letter-photo/${token}.jpg`,
  cart: '/cart',
  thanks: (reference: string) => `/thank-you/${reference}`,
  myGift: '/my-gift',
  myGiftBy: (token: string) => `/my-gift/${token}`,
  notFound: '/404',
  /** The console of the shop's staff; its cookie is sent below it alone. */
  staff: '/staff',
  staffLogin: '/staff/login',
  staffLogout: '/staff/logout',
  staffProof: '/staff/proof',
  /** The link of an owner's letter about what is done without a second person. */
  staffStop: '/staff/stop',
  staffApproval: (id: number) => `/staff/approvals/${id}`,
  staffInvitation: '/staff/invitation',
  staffSessions: '/staff/sessions',
  staffEventTypes: '/staff/event-types',
  /** One of them; `new` for another. */
  staffEventType: (slug: string) => `/staff/event-types/${slug}`,
  /** The staff themselves, for owners. */
  staffTeam: '/staff/team',
  staffMember: (id: number) => `/staff/team/${id}`,
  staffHost: (id: number) => `/staff/hosts/${id}`,
  /** What is kept of anybody, by e-mail, for managers. */
  staffPeople: '/staff/people',
  staffPersonFile: '/staff/people/file',
  staffSearch: '/staff/search',
  staffOverview: '/staff/overview',
  staffOverviewFile: '/staff/overview/file',
  staffWork: '/staff/work',
  staffWorkList: (kind: string) => `/staff/work/${kind}`,
  /** What has to be delivered to hosts; a registry's is a sheet to print. */
  staffDeliveries: '/staff/deliveries',
  staffDelivery: (code: string) => `/staff/deliveries/${code}`,
  staffDemand: '/staff/demand',
  staffDemandFile: '/staff/demand/file',
  staffDemandSearches: '/staff/demand/searches',
  staffMoney: '/staff/money',
  staffMoneyFile: '/staff/money/file',
  staffMoneyLines: '/staff/money/lines',
  staffMoneyLinesFile: '/staff/money/lines/file',
  staffAudit: '/staff/audit',
  staffAuditFile: '/staff/audit/csv',
  /** A registry in the console; `part` is one of its lists. */
  staffRegistry: (code: string, part?: string) => `/staff/registries/${code}${part ? `/${part}` : ''}`,
  /** An order in the console; a receipt of the till stands below zero. */
  staffOrder: (id: number) => `/staff/orders/${id}`,
  /** A registry as its host or its guests see it (R985); `page` is below the registry's own address. */
  staffSeen: (as: 'guest' | 'host', code: string, page?: string) =>
    `/staff/seen/${as}/${code}${page ? `/${page}` : ''}`,
  /** An action of staff, with what of it is known already. */
  staffAction: (name: string, known: Record<string, string | number> = {}) => {
    const query = Object.entries(known).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    return `/staff/actions/${name}${query.length > 0 ? `?${query.join('&')}` : ''}`
  },
  /** The submenus, under a version of their own. */
  menus: (language: Language, version: string) => `/menus/${language}/${version}`,
} as const

/** Whether a path is of the pages on which hosts look after their registries and their account. */
export function isHostPath(path: string): boolean {
  return /^\/(?:create-registry|my-registries|settings|registry\/[^/]+\/(?:add|cards|edit|gifts|gifts-received))(?:\/|$)/i.test(
    path,
  )
}

/** The address of an e-mail's link, whose page moves the code from it to a cookie. */
export const withCode = (path: string, code: string): string => `${path}?${new URLSearchParams({ code })}`

/**
 * The address in that language, which it always names: the cookie may have become another one in another tab, and the
 * shop's storefront remembers the one visited last (R801, R953).
 */
export function withLanguage(path: string, language: Language): string {
  return replaceLanguage(path, language)
}

/** The address by which search engines know a page and people pass it on: the default language isn't named (R801). */
export function canonicalAddress(path: string, language: Language): string {
  return replaceLanguage(path, language === defaultLanguage ? null : language)
}

function replaceLanguage(path: string, language: Language | null): string {
  // Two hundred links of a page, and they have neither: parsing them took a tenth of its time.
  if (!/[?#]/.test(path)) return language === null ? path : `${path}?lang=${language}`
  const [before = '', hash] = path.split('#')
  const [address = '', query = ''] = before.split('?')
  const search = new URLSearchParams(query)
  search.delete('lang')
  if (language !== null) search.set('lang', language)
  const searchText = search.toString()
  return address + (searchText ? `?${searchText}` : '') + (hash === undefined ? '' : `#${hash}`)
}

/** The address of a page of the shop, by the path that the shop gives it, in the storefront of that language (R953). */
export function storefrontLink(
  storefronts: Record<Language, string>,
  path: string,
  language: Language,
): string {
  // Without a slash between them the path could go on with the host's name.
  return withLanguage(storefronts[language] + (path.startsWith('/') ? path : `/${path}`), language)
}

/**
 * An address of this site to return to after signing in; anything else (another host, a scheme, backslashes,
 * control characters) becomes the home page (R107).
 */
export function safeRedirect(target: string | null | undefined): string {
  if (!target || !/^\/(?![/\\])/.test(target) || /[\\\p{Cc}]/u.test(target)) return paths.home
  try {
    const url = new URL(target, 'http://doron.invalid')
    if (url.host !== 'doron.invalid' || url.pathname.startsWith('//')) return paths.home
    return url.pathname + url.search + url.hash
  } catch {
    return paths.home
  }
}

/**
 * The name under which a cookie out of reach of scripts is kept: on https with the prefix by which browsers make sure
 * that no other host of the same domain and no http page has set it.
 */
export function hostCookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name
}
