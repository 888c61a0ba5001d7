import type { MetaDescriptor } from 'react-router'
import { paths, safeRedirect } from '../../../base/paths.ts'
import { isStaffPath, staffCookieHeader } from '../../../base/staff-roles.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'
import { documentTitle } from '../../../ui/page/page-meta.ts'
import type { SiteData } from '../../../ui/page/site-data.ts'

/** Title of a console page, and no indexing. */
export function staffMeta(title: string, matches: readonly unknown[]): MetaDescriptor[] {
  const root = (matches[0] as { loaderData?: SiteData } | undefined)?.loaderData
  return [
    { title: root ? documentTitle(title, root.site) : title },
    { name: 'robots', content: 'noindex, nofollow' },
  ]
}

export function staffReturnPath(request: Request): string {
  const to = safeRedirect(new URL(request.url).searchParams.get('to'))
  return isStaffPath(to) && to !== paths.staff ? to : paths.staffOverview
}

/** Sets the session's cookie for its 12 hours; an empty token clears it. */
export function setStaffCookie(token: string, ctx: Pick<PageContext, 'setCookie' | 'site'>): void {
  ctx.setCookie(staffCookieHeader(token, token ? 12 * 3600 : 0, ctx.site.isHttps))
}
