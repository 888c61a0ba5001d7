import { redirect } from 'react-router'
import { withLanguage } from '../../../base/paths.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'

const seconds = 3600

/**
 * Puts what a letter's link carried into a cookie and leads to the same page without it: the code stands neither in
 * the address bar nor in the history, and goes to nobody as a referrer (spec §4).
 */
export function moveToLinkCookie(name: string, carried: object, path: string, ctx: PageContext): Response {
  ctx.setCookie(cookie(name, ctx.sign(JSON.stringify(carried)), seconds, ctx))
  return redirect(withLanguage(path, ctx.language))
}

/** What was put aside under that name; null when there is nothing. */
export function readLinkCookie<T>(name: string, ctx: PageContext): T | null {
  const text = ctx.unsign(ctx.readCookie(name) ?? '')
  return text === null ? null : (JSON.parse(text) as T)
}

export function clearLinkCookie(name: string, ctx: PageContext): void {
  ctx.setCookie(cookie(name, '', 0, ctx))
}

function cookie(name: string, value: string, age: number, { site }: PageContext): string {
  return `${name}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${site.isHttps ? '; Secure' : ''}`
}
