import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import type { Language } from '../channels.ts'
import { type Customer, findCustomerById } from '../customers.ts'
import type { Store } from '../store.ts'
import { channelAt } from '../storefronts.ts'

/** A visitor's session, in a signed cookie limited to the shop's path. */
export interface Session {
  language: Language
  cart?: string
  /** Who is signed in, as long as the number is still theirs. */
  customer?: { id: number; session: number }
  /** The code or id of the currency that prices are shown in; undefined for the store's own. */
  currency?: string
  /** The categories of scripts that the visitor has agreed to; undefined before they were asked. */
  consents?: string[]
}

const cookieName = 'shop_session'
const maxAgeSeconds = 30 * 24 * 3600

/** The visitor's session. A channel with a host of its own decides the language, else `?lang=` in the address does. */
export async function readSession(store: Store, c: Context): Promise<Session> {
  const cookie = await getSignedCookie(c, store.credentials.clientSecret, cookieName)
  const stored = cookie ? (JSON.parse(Buffer.from(cookie, 'base64url').toString()) as Session) : undefined
  const requested = c.req.query('lang')
  const asked = requested === 'el' || requested === 'en' ? requested : (stored?.language ?? 'en')
  const currency = c.req.query('setCurrencyId') ?? stored?.currency
  return {
    ...stored,
    ...(currency && { currency }),
    language: channelAt(store, c.req.url)?.language ?? asked,
  }
}

/** The customer whom a session signs in now; undefined for nobody, and for one whose sessions were ended. */
export async function findSessionCustomer(
  store: Store,
  { customer }: Session,
): Promise<Customer | undefined> {
  const found = customer && (await findCustomerById(store.db, customer.id))
  return found?.session_number === customer?.session ? found : undefined
}

export const signedIn = (session: Session, { id, session_number }: Customer): Session => ({
  ...session,
  customer: { id, session: session_number },
})

export async function writeSession(store: Store, c: Context, session: Session): Promise<void> {
  const value = Buffer.from(JSON.stringify(session)).toString('base64url')
  await setSignedCookie(c, cookieName, value, store.credentials.clientSecret, {
    path: store.basePath || '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: store.baseUrl.startsWith('https:'),
    maxAge: maxAgeSeconds,
  })
}

/** Whether a form was sent by a page of this site. */
export function isSameOrigin(c: Context): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  const origin = c.req.header('origin')
  return origin === undefined || URL.parse(origin)?.host === new URL(c.req.url).host
}
