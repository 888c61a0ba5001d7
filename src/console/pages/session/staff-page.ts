import { type MetaDescriptor, redirect } from 'react-router'
import { AppError } from '../../../base/app-error.ts'
import { paths, safeRedirect, withLanguage } from '../../../base/paths.ts'
import { isStaffPath, staffCookieHeader, staffCookieName } from '../../../base/staff-roles.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { documentTitle } from '../../../ui/page/page-meta.ts'
import type { SiteData } from '../../../ui/page/site-data.ts'
import { knownBrowserDays } from '../../console.rules.ts'
import { isOfProof } from '../frame/proof-fields.tsx'

/** Where whoever signs in comes to. */
const firstPage = paths.staffOverview

/** The document head of a console page: a title, and nothing for search engines or shares. */
export function staffMeta(title: string, matches: readonly unknown[]): MetaDescriptor[] {
  const root = (matches[0] as { loaderData?: SiteData } | undefined)?.loaderData
  return [
    { title: root ? documentTitle(title, root.site) : title },
    { name: 'robots', content: 'noindex, nofollow' },
  ]
}

/** Calls for one of the staff; without a session throws a redirect to the sign-in page, which comes back here. */
export async function callAsStaff<T>(
  ctx: Pick<PageContext, 'language'>,
  request: Request,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Of a file there is no page that could ask for it.
    if (error.code === 'staff_proof_needed' && request.method === 'GET')
      throw redirect(withLanguage(proofPath(request), ctx.language))
    if (error.status !== 401) throw error
    const { pathname, search } = new URL(request.url)
    const from = pathname.replace(/\.data$/, '') + (request.method === 'GET' ? search : '')
    const path = `${paths.staffLogin}?to=${encodeURIComponent(from)}`
    throw redirect(withLanguage(path, ctx.language))
  }
}

function proofPath(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return `${paths.staffProof}?to=${encodeURIComponent(pathname + search)}`
}

/** The same; what the page itself shows (wrong fields, or what others have changed) is answered instead of thrown. */
export async function tryAsStaff<T>(
  ctx: Pick<PageContext, 'language'>,
  request: Request,
  call: () => Promise<T>,
): Promise<Awaited<ReturnType<typeof tryCall<T>>>> {
  try {
    return { done: await callAsStaff(ctx, request, call), refused: null }
  } catch (error) {
    const isShown = error instanceof AppError && ([409, 422].includes(error.status) || isOfProof(error))
    if (!isShown) throw error
    return tryCall(() => Promise.reject<T>(error))
  }
}

/** The same for what may ask for a proof: the form that asks for it brings it, with all else that was typed (R1181). */
export function tryWithProof<T>(
  ctx: Pick<PageContext, 'language' | 'callStaff'>,
  request: Request,
  form: Record<string, string>,
  call: () => Promise<T>,
): ReturnType<typeof tryAsStaff<T>> {
  const { proof_password, proof_code } = form
  return tryAsStaff(ctx, request, async () => {
    if (proof_password !== undefined)
      await ctx.callStaff('proof', { proof_password, proof_code: proof_code ?? '' })
    return call()
  })
}

/** The console page to come back to after signing in. */
export function staffReturnPath(request: Request): string {
  const to = safeRedirect(new URL(request.url).searchParams.get('to'))
  return isStaffPath(to) && to !== paths.staff ? to : firstPage
}

/** Keeps the session's token for its 12 hours; an empty one ends it. */
export function setStaffCookie(token: string, ctx: Pick<PageContext, 'setCookie' | 'site'>): void {
  ctx.setCookie(staffCookieHeader(token, token ? 12 * 3600 : 0, ctx.site.isHttps))
}

/** By what this browser is known, since one of the staff signed in here. */
export function readStaffBrowser(ctx: Pick<PageContext, 'readCookie' | 'site'>): string | undefined {
  return ctx.readCookie(staffCookieName(ctx.site.isHttps, 'staffBrowser')) || undefined
}

export function setStaffBrowser(browser: string, ctx: Pick<PageContext, 'setCookie' | 'site'>): void {
  const seconds = knownBrowserDays * 86_400
  ctx.setCookie(staffCookieHeader(browser, seconds, ctx.site.isHttps, 'staffBrowser'))
}
