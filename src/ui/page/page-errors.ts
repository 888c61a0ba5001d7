import { data, isRouteErrorResponse, redirect } from 'react-router'
import { AppError } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import type { PageContext, PageCustomer } from './page-context.ts'

/** What a page shows of a refusal: the code, the message key beside each wrong field, and what else was said. */
export interface PageError {
  code: string
  status: number
  fields: Record<string, string>
  detail: Record<string, unknown>
}

/** Does it, or tells why it was refused; anything but a refusal goes on up to the error page. */
export async function tryCall<T>(
  work: () => Promise<T>,
): Promise<{ done: T; refused: null } | { done: null; refused: PageError }> {
  try {
    return { done: await work(), refused: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { done: null, refused: toPageError(error) }
  }
}

export function toPageError({ code, status, fields = {}, detail = {} }: AppError): PageError {
  return { code, status, fields, detail }
}

/** Waits for it; a refusal becomes the page of its status. */
export async function orErrorPage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError) throw data(toPageError(error), { status: error.status })
    throw error
  }
}

/** The refusal that an error boundary was handed, if it was one. */
export function findPageError(error: unknown): PageError | null {
  return isRouteErrorResponse(error) && error.data && typeof error.data === 'object' && 'code' in error.data
    ? (error.data as PageError)
    : null
}

/** The signed-in person, or a redirect to sign in that remembers where to return (spec §2), and what was typed. */
export function requireCustomer(ctx: PageContext, request: Request): PageCustomer {
  if (ctx.customer) return ctx.customer
  ctx.saveFormDraft()
  throw redirect(loginPathFor(new URL(request.url), ctx.language))
}

/** /login with the same-site address to come back to. */
export function loginPathFor(from: URL, language: Language): string {
  const pathname = from.pathname.replace(/\.data$/, '').replace(/\/_root$/, '/')
  const query = new URLSearchParams(from.search)
  query.delete('_routes')
  query.delete('lang')
  const target = pathname + (query.size > 0 ? `?${query}` : '')
  return withLanguage(`${paths.login}?redirect=${encodeURIComponent(target)}`, language)
}
