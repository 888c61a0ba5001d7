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

const firstPage = paths.staffOverview

/** Title of a console page, and no indexing. */
export function staffMeta(title: string, matches: readonly unknown[]): MetaDescriptor[] {
  const root = (matches[0] as { loaderData?: SiteData } | undefined)?.loaderData
  return [
    { title: root ? documentTitle(title, root.site) : title },
    { name: 'robots', content: 'noindex, nofollow' },
  ]
}

/** Calls for one of the staff. Without a session it throws a redirect to the sign-in page, which leads back. */
export async function callAsStaff<T>(
  ctx: Pick<PageContext, 'language'>,
  request: Request,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // A file has no page that could ask for the proof.
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

/** The same, but answers wrong fields and conflicts, which the page shows, instead of throwing them. */
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

/** The same for a call that may ask for a fresh proof (R1181), whose fields are in the same form. */
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

export function staffReturnPath(request: Request): string {
  const to = safeRedirect(new URL(request.url).searchParams.get('to'))
  return isStaffPath(to) && to !== paths.staff ? to : firstPage
}

/** Sets the session's cookie for its 12 hours; an empty token clears it. */
export function setStaffCookie(token: string, ctx: Pick<PageContext, 'setCookie' | 'site'>): void {
  ctx.setCookie(staffCookieHeader(token, token ? 12 * 3600 : 0, ctx.site.isHttps))
}

/** The signed id that makes this browser a known one (R1240). */
export function readStaffBrowser(ctx: Pick<PageContext, 'readCookie' | 'site'>): string | undefined {
  return ctx.readCookie(staffCookieName(ctx.site.isHttps, 'staffBrowser')) || undefined
}

export function setStaffBrowser(browser: string, ctx: Pick<PageContext, 'setCookie' | 'site'>): void {
  const seconds = knownBrowserDays * 86_400
  ctx.setCookie(staffCookieHeader(browser, seconds, ctx.site.isHttps, 'staffBrowser'))
}
