import { safeRedirect } from '../../base/paths.ts'

/** The same-site address that a page of signing in or up was asked to lead back to; home without one. */
export function returnAddress(request: Request): string {
  return safeRedirect(new URL(request.url).searchParams.get('redirect'))
}

/** A page of this feature that remembers the same address; `flag` marks the page after success. */
export function remembering(path: string, to: string, flag?: string): string {
  const query = new URLSearchParams(flag ? { [flag]: '1' } : {})
  if (to !== '/') query.set('redirect', to)
  return query.size > 0 ? `${path}?${query}` : path
}
