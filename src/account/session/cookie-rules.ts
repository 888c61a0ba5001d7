import { hostCookieName } from '../../base/cookie-names.ts'
import type { SignInReply } from './contract.ts'

/** A session, and with it the cookies of a sign-in, lasts 30 days (R109). */
export const sessionDays = 30

const cookieNames = [
  'customerToken',
  'customerId',
  'customerName',
  'customerEmailAddress',
  'customerType',
] as const
type CookieName = (typeof cookieNames)[number]

/** What the shop's pages expect of every account here. */
const customerType = 'registrant'

/**
 * The Set-Cookie headers of a sign-in: scripts cannot read the token, the pages read the rest (R109). Their values are
 * plain text, as the shop's pages know them.
 */
export function signInCookies({ token, id, name, email }: SignInReply, isHttps: boolean): string[] {
  const values: Record<CookieName, string> = {
    customerToken: token,
    customerId: String(id),
    customerName: name,
    customerEmailAddress: email,
    customerType,
  }
  return cookieNames.map(cookie => serializeCookie(cookie, values[cookie], sessionDays * 86_400, isHttps))
}

/** The Set-Cookie header that follows a changed name. */
export function customerNameCookie(name: string, isHttps: boolean): string {
  return serializeCookie('customerName', name, sessionDays * 86_400, isHttps)
}

/** The Set-Cookie header with a session's new token. */
export function sessionTokenCookie(token: string, isHttps: boolean): string {
  return serializeCookie('customerToken', token, sessionDays * 86_400, isHttps)
}

/** The Set-Cookie headers that delete the cookies of a sign-in. */
export function signOutCookies(isHttps: boolean): string[] {
  return cookieNames.map(cookie => serializeCookie(cookie, '', 0, isHttps))
}

function serializeCookie(name: CookieName, value: string, seconds: number, isHttps: boolean): string {
  const isToken = name === 'customerToken'
  const flags = [isToken && 'HttpOnly', isHttps && 'Secure'].filter(Boolean)
  return [
    `${isToken ? hostCookieName(name, isHttps) : name}=${encodeURIComponent(value)}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'SameSite=Lax',
    ...flags,
  ].join('; ')
}
