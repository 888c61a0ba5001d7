import { useEffect, useRef } from 'react'
import { useLocation, useMatches } from 'react-router'
import { trackEvent } from '../../../ui/browser/analytics.ts'
import { useLanguage } from '../../../ui/page/site-data.ts'

/** Parts of an address that name somebody's registry, gift or letter; events carry the kind of page alone. */
const personal = ['id', 'productId', 'reference', 'token', 'code']

/** Notes `page_view` once for each page that comes, by its pattern: no code of a registry, no title, no query. */
export function useTrackPageViews(): void {
  const { pathname } = useLocation()
  const language = useLanguage()
  const last = useMatches().at(-1)
  const pattern = last?.id === 'anything-else' ? '/404' : toPathPattern(pathname, last?.params ?? {})
  const seen = useRef('')
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    trackEvent('page_view', { page_location: window.location.origin + pattern, language })
  }, [pathname, pattern, language])
}

/** '/registry/KH7M…/edit' → '/registry/:id/edit'. */
export function toPathPattern(pathname: string, params: Record<string, string | undefined>): string {
  const names = new Map(personal.map(name => [params[name], `:${name}`] as const))
  return pathname
    .split('/')
    .map(part => names.get(decodeURIComponent(part)) ?? part)
    .join('/')
}
