import { paths, safeRedirect } from '../../../base/paths.ts'

/** Pages that nobody wants to come back to, but perhaps to where they were to lead. */
const passages: string[] = [
  paths.login,
  paths.register,
  paths.logout,
  paths.forgotPassword,
  paths.resetPassword,
  paths.emailConfirmation,
]

/** The same-site address that a page of signing in or up was asked to lead back to; home without one. */
export function returnPathOf(request: Request): string {
  const target = targetOf(request.url)
  const { pathname } = new URL(target, request.url)
  return passages.includes(pathname) ? targetOf(new URL(target, request.url).href) : target
}

function targetOf(address: string): string {
  return safeRedirect(new URL(address).searchParams.get('redirect'))
}

/** A page of this feature that remembers the same address; `flag` marks the page after success. */
export function withReturnPath(path: string, to: string, flag?: string): string {
  const query = new URLSearchParams(flag ? { [flag]: '1' } : {})
  if (to !== '/') query.set('redirect', to)
  return query.size > 0 ? `${path}?${query}` : path
}
