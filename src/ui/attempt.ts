import { data, isRouteErrorResponse, redirect } from 'react-router'
import type { Language } from '../base/language.ts'
import { inLanguage, paths } from '../base/paths.ts'
import { Refusal } from '../base/refusal.ts'
import type { PageVisit, Person } from './context.ts'

/** What a page shows of a refusal: the code, the message key beside each wrong field, and what else was said. */
export interface Refused {
  code: string
  status: number
  fields: Record<string, string>
  detail: Record<string, unknown>
}

/** Does it, or tells why it was refused; anything but a refusal goes on up to the error page. */
export async function attempt<T>(
  work: () => Promise<T>,
): Promise<{ done: T; refused: null } | { done: null; refused: Refused }> {
  try {
    return { done: await work(), refused: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { done: null, refused: refusedOf(error) }
  }
}

export function refusedOf({ code, status, fields = {}, detail = {} }: Refusal): Refused {
  return { code, status, fields, detail }
}

/** Waits for it; a refusal becomes the page of its status. */
export async function orErrorPage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) throw data(refusedOf(error), { status: error.status })
    throw error
  }
}

/** The refusal that an error boundary was handed, if it was one. */
export function refusedIn(error: unknown): Refused | null {
  return isRouteErrorResponse(error) && error.data && typeof error.data === 'object' && 'code' in error.data
    ? (error.data as Refused)
    : null
}

/** The signed-in person, or a redirect to sign in that remembers where to return (spec §2), and what was typed. */
export function signedIn(visit: PageVisit, request: Request): Person {
  if (visit.person) return visit.person
  visit.keepTyped()
  throw redirect(loginAddress(new URL(request.url), visit.language))
}

/** /login with the same-site address to come back to. */
export function loginAddress(from: URL, language: Language): string {
  const pathname = from.pathname.replace(/\.data$/, '').replace(/\/_root$/, '/')
  const query = new URLSearchParams(from.search)
  query.delete('_routes')
  query.delete('lang')
  const target = pathname + (query.size > 0 ? `?${query}` : '')
  return inLanguage(`${paths.login}?redirect=${encodeURIComponent(target)}`, language)
}
