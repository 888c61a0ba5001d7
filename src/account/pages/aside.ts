import { redirect } from 'react-router'
import { inLanguage } from '../../base/paths.ts'
import type { PageVisit } from '../../ui/context.ts'

const seconds = 3600

/**
 * Puts what a letter's link carried into a cookie and leads to the same page without it: the code stands neither in
 * the address bar nor in the history, and goes to nobody as a referrer (spec §4).
 */
export function putAside(name: string, carried: object, path: string, visit: PageVisit): Response {
  visit.setCookie(cookie(name, visit.sign(JSON.stringify(carried)), seconds, visit))
  return redirect(inLanguage(path, visit.language))
}

/** What was put aside under that name; null when there is nothing. */
export function takeAside<T>(name: string, visit: PageVisit): T | null {
  const text = visit.unsign(visit.cookie(name) ?? '')
  return text === null ? null : (JSON.parse(text) as T)
}

export function dropAside(name: string, visit: PageVisit): void {
  visit.setCookie(cookie(name, '', 0, visit))
}

function cookie(name: string, value: string, age: number, { site }: PageVisit): string {
  return `${name}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${site.secure ? '; Secure' : ''}`
}
