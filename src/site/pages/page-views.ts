import { useEffect, useRef } from 'react'
import { useLocation, useMatches } from 'react-router'
import { isStaffPath } from '../../base/staff-roles.ts'
import { trackEvent } from '../../ui/browser/analytics.ts'
import { useLanguage } from '../../ui/page/site-data.ts'

/** Route parameters that identify a registry, gift or person; analytics never gets them (R811). */
const personalParams = ['id', 'productId', 'reference', 'token', 'code']

/** Tracks `page_view` once for each page, by its pattern, so that analytics gets no registry code, title or query (R811). */
export function useTrackPageViews(): void {
  const { pathname } = useLocation()
  const language = useLanguage()
  const match = useMatches().at(-1)
  const isNotFound = match?.id === 'anything-else' || (match?.id === 'event-type' && !match.loaderData)
  const pattern = isNotFound ? '/404' : toPathPattern(pathname, match?.params ?? {})
  const trackedPath = useRef('')
  useEffect(() => {
    if (trackedPath.current === pathname || isStaffPath(pathname)) return
    trackedPath.current = pathname
    trackEvent('page_view', { page_location: window.location.origin + pattern, language })
  }, [pathname, pattern, language])
}

/** `/registry/KH7M…/edit` becomes `/registry/:id/edit`. */
function toPathPattern(pathname: string, params: Record<string, string | undefined>): string {
  const names = new Map(personalParams.map(name => [params[name], `:${name}`] as const))
  return pathname
    .split('/')
    .map(part => names.get(decodeURIComponent(part)) ?? part)
    .join('/')
}
