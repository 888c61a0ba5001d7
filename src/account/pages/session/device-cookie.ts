import { cookieHeader, cookieName } from '../../../ui/page/cookies.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'

const name = 'device'
const maxAge = 400 * 86_400

/** The id by which this browser is recognised at its next sign-in (R126); a new one when it has none. */
export function readOrCreateDeviceId(ctx: PageContext): string {
  const id = ctx.readCookie(cookieName(name, ctx))
  return id && /^[\w-]{36}$/.test(id) ? id : crypto.randomUUID()
}

export function deviceCookie(id: string, ctx: PageContext): string {
  return cookieHeader(name, id, maxAge, ctx)
}
