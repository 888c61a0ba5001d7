import { paths, safeRedirect } from '../../../base/paths.ts'
import { showEventType } from '../../../registry/event-type.contract.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'

/** Pages that nobody returns to; the return path in their address is taken instead. */
const signInPaths: string[] = [
  paths.login,
  paths.register,
  paths.logout,
  paths.forgotPassword,
  paths.resetPassword,
  paths.emailConfirmation,
]

/** The same-site path that a sign-in page leads to afterwards (R107); home without one. */
export function returnPathOf(request: Request): string {
  const target = redirectParameter(request.url)
  const { pathname } = new URL(target, request.url)
  return signInPaths.includes(pathname) ? redirectParameter(new URL(target, request.url).href) : target
}

function redirectParameter(address: string): string {
  return safeRedirect(new URL(address).searchParams.get('redirect'))
}

/** The path of a sign-in page with the return path as a parameter; `flag` is a further parameter. */
export function withReturnPath(path: string, returnPath: string, flag?: string): string {
  const query = new URLSearchParams(flag ? { [flag]: '1' } : {})
  if (returnPath !== '/') query.set('redirect', returnPath)
  return query.size > 0 ? `${path}?${query}` : path
}

/** The registry that a visitor was about to create before signing in (R107): the title of its event type, if chosen. */
export interface CreateTarget {
  title: string | null
}

/** Null where the return path leads anywhere else than to creating a registry. */
export async function findCreateTarget(
  { call, language, site }: PageContext,
  returnPath: string,
): Promise<CreateTarget | null> {
  const { pathname } = new URL(returnPath, site.url)
  const [, root, slug, ...rest] = pathname.split('/')
  if (`/${root}` !== paths.createRegistry() || rest.length > 0) return null
  if (!slug) return { title: null }
  const { done: type } = await tryCall(() => call(showEventType, { slug, lang: language }))
  return { title: type?.landing_title ?? null }
}
