import * as z from 'zod/mini'
import { newPasswordSchema, passwordSchema, passwordsMatch } from '../account/password/password.contract.ts'
import { secondFactor } from '../account/second-factor/second-factor.contract.ts'
import { email } from '../base/fields.ts'

/** Staff see everybody's data: their passwords are longer than hosts' need to be (R960). */
export const staffPasswordBounds = { min: 12, max: 128 }

/** The code of the invitation's link is in a cookie and no field of the form. */
export const acceptStaffFormSchema = z
  .object({
    password: newPasswordSchema(staffPasswordBounds),
    repassword: z.string('account_required'),
    time_code: secondFactor,
  })
  .check(passwordsMatch)

/** Maximum lengths in characters. */
export const eventTypeTextLengths = {
  name: 40,
  search_words: 300,
  landing_title: 80,
  landing_lead: 200,
  landing_text: 600,
} as const

/** For how long a browser stays known after one of the staff has signed in there (R1240). */
export const knownBrowserDays = 400

export const staffLoginSchema = z.object({ email, password: passwordSchema, code: secondFactor })

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

/** Rewrites a link of a page for staff who look at it; null when it leads to a page that they don't see. */
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

/** States of an act of money that may need a second person (R1182). */
export type MoneyActState = 'waiting' | 'done' | 'refused' | 'stopped' | 'changed'

/**
 * With nobody else there (R1183): hours until a request is carried out, unless an owner stops it by their letter's
 * link.
 */
export const aloneHours = 24

export const demandDimensions = ['product', 'category', 'brand', 'price', 'month'] as const
export type DemandDimension = (typeof demandDimensions)[number]

/** Columns by which the lines can be ordered, most first. */
export const demandSorts = ['open', 'wished', 'given', 'swapped', 'due_30', 'due_60', 'due_90'] as const
export type DemandSort = (typeof demandSorts)[number]

/** The lower ends of the price bands, in cents; the last band has no upper end. */
export const demandPriceBands = [0, 2_000, 5_000, 10_000, 20_000, 50_000] as const

/**
 * A filter by the month of the event: `YYYY-MM`, `none` (undecided) or `each` (every month apart). Without it all
 * months are counted together.
 */
export function isDemandMonth(text: string): boolean {
  return /^(each|none|\d{4}-(0[1-9]|1[0-2]))$/.test(text)
}

/** Months to choose from: from the current one on, then the past ones, the latest first, then the undecided. */
export function sortDemandMonths(months: string[], current: string): string[] {
  const known = months.filter(month => month !== '').sort()
  const past = known.filter(month => month < current).reverse()
  return [...known.filter(month => month >= current), ...past, ...months.filter(month => month === '')]
}

/** In characters. */
export const maxDemandQueryLength = 100

/** The upper end of the band that begins there; null for the last. */
export function priceBandEnd(from: number): number | null {
  return demandPriceBands.find(one => one > from) ?? null
}
