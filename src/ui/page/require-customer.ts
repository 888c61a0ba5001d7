import { redirect } from 'react-router'
import type { Language } from '../../base/language.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import type { PageContext, PageCustomer } from './page-context.ts'

/** The signed-in customer; else throws a redirect to the sign-in page, which remembers the target and the form (R107). */
export function requireCustomer(ctx: PageContext, request: Request): PageCustomer {
  if (ctx.customer) return ctx.customer
  ctx.saveFormDraft()
  throw redirect(loginPathFor(new URL(request.url), ctx.language))
}

/** The sign-in page with the same-site address to come back to (R107). */
function loginPathFor(from: URL, language: Language): string {
  const pathname = from.pathname.replace(/\.data$/, '').replace(/\/_$/, '/')
  const query = new URLSearchParams(from.search)
  query.delete('_routes')
  query.delete('lang')
  const target = pathname + (query.size > 0 ? `?${query}` : '')
  return withLanguage(`${paths.login}?redirect=${encodeURIComponent(target)}`, language)
}
