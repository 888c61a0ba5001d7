import type { PageVisit } from '../../ui/context.ts'

const name = 'device'
const seconds = 400 * 86_400

/** The mark by which this browser is known at the next sign-in; a fresh one when it has none. */
export function deviceMark({ cookie }: PageVisit): string {
  const known = cookie(name)
  return known && /^[\w-]{36}$/.test(known) ? known : crypto.randomUUID()
}

/** The header that keeps the mark; signing out leaves it. */
export function deviceCookie(mark: string, secure: boolean): string {
  return `${name}=${mark}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
