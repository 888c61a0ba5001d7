import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import type { Language } from '../channels.ts'
import type { Store } from '../store.ts'

/** What the shop remembers of a visitor, in one signed cookie below its own path. */
export interface Session {
  language: Language
  cart?: string
  customer?: number
}

const COOKIE = 'shop_session'
const THIRTY_DAYS = 30 * 24 * 3600

/** The visitor's session; `?lang=` in the address wins over what is remembered. */
export async function readSession(store: Store, c: Context): Promise<Session> {
  const cookie = await getSignedCookie(c, store.credentials.clientSecret, COOKIE)
  const known = cookie ? (JSON.parse(Buffer.from(cookie, 'base64url').toString()) as Session) : undefined
  const asked = c.req.query('lang')
  const language = asked === 'el' || asked === 'en' ? asked : (known?.language ?? 'en')
  return { ...known, language }
}

export async function writeSession(store: Store, c: Context, session: Session): Promise<void> {
  const value = Buffer.from(JSON.stringify(session)).toString('base64url')
  await setSignedCookie(c, COOKIE, value, store.credentials.clientSecret, {
    path: store.path || '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: store.base.startsWith('https:'),
    maxAge: THIRTY_DAYS,
  })
}

/** A form of another site must not act for our visitor. */
export function fromOwnPage(c: Context): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  const origin = c.req.header('origin')
  return !origin || origin === 'null' ? !origin : new URL(origin).host === new URL(c.req.url).host
}
