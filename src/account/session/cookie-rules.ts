import type { SignInReply } from '../customer/contract.ts'
import { sessionDays } from '../customer/rules.ts'

const names = ['customerToken', 'customerId', 'customerName', 'customerEmailAddress', 'customerType'] as const
type Name = (typeof names)[number]

/** What every account of this product is to the shop's pages (spec §3 customerType). */
const customerType = 'registrant'

/**
 * The Set-Cookie headers of a sign-in: the token out of reach of scripts, the rest readable by the pages
 * (product.md 3). They live 30 days.
 */
export function signInCookies({ token, id, name, email }: SignInReply, secure: boolean): string[] {
  const values: Record<Name, string> = {
    customerToken: token,
    customerId: String(id),
    customerName: name,
    customerEmailAddress: email,
    customerType,
  }
  return names.map(one => cookie(one, values[one], sessionDays * 86_400, secure))
}

/** The header that follows a changed name. */
export function customerNameCookie(name: string, secure: boolean): string {
  return cookie('customerName', name, sessionDays * 86_400, secure)
}

/** The headers that take them all back. */
export function signOutCookies(secure: boolean): string[] {
  return names.map(one => cookie(one, '', 0, secure))
}

function cookie(name: Name, value: string, seconds: number, secure: boolean): string {
  const flags = [name === 'customerToken' && 'HttpOnly', secure && 'Secure'].filter(Boolean)
  return [
    `${name}=${encodeURIComponent(value)}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'SameSite=Lax',
    ...flags,
  ].join('; ')
}
