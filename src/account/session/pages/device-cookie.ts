import type { PageContext } from '../../../ui/page/page-context.ts'

const name = 'device'
const seconds = 400 * 86_400

/** The mark by which this browser is known at the next sign-in; a fresh one when it has none. */
export function readOrCreateDeviceId({ readCookie }: PageContext): string {
  const known = readCookie(name)
  return known && /^[\w-]{36}$/.test(known) ? known : crypto.randomUUID()
}

/** The header that keeps the mark; signing out leaves it. */
export function deviceCookie(mark: string, secure: boolean): string {
  return `${name}=${mark}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
