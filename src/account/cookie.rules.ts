import { hostCookieName } from '../base/paths.ts'
import type { SignInReply } from './session.contract.ts'

/** A session and the cookies of a sign-in last 30 days (R109). */
export const sessionDays = 30

const cookieNames = [
  'customerToken',
  'customerId',
  'customerName',
  'customerEmailAddress',
  'customerType',
] as const
type CookieName = (typeof cookieNames)[number]

/** The value that the shop's pages expect in the cookie `customerType`. */
const customerType = 'registrant'

/** Scripts can't read the token, but can read the other cookies, as the shop's pages do (R109). */
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

export function customerNameCookie(name: string, isHttps: boolean): string {
  return serializeCookie('customerName', name, sessionDays * 86_400, isHttps)
}

export function sessionTokenCookie(token: string, isHttps: boolean): string {
  return serializeCookie('customerToken', token, sessionDays * 86_400, isHttps)
}

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

/** What a device is called in lists and e-mails, the same in every language. */
export interface DeviceName {
  browser: string | null
  system: string | null
}

/** The id of our device cookie (a UUID). A User-Agent, which stands in for a missing id, doesn't match. */
export const deviceIdPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The order matters: most browsers name others in their User-Agent, too. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

export function parseUserAgent(agent: string): DeviceName {
  return { browser: findName(agent, browsers), system: findName(agent, systems) }
}

function findName(agent: string, names: [RegExp, string][]): string | null {
  return names.find(([pattern]) => pattern.test(agent))?.[1] ?? null
}

/** “Firefox · Windows”; null when neither is known. */
export function formatDeviceName({ browser, system }: DeviceName): string | null {
  return [browser, system].filter(Boolean).join(' · ') || null
}
