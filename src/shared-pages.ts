import { signOutCookies } from './account/session/cookie-rules.ts'
import type { Config } from './server/config.ts'
import type { RequestContext } from './server/context/request-context.ts'
import { readCookie } from './server/context/session.ts'
import { currentScope } from './server/observability/work-scope.ts'
import type { PageCache } from './server/pages/page-cache.ts'
import { languageCookieHeader, type RenderPage } from './server/pages/page-renderer.ts'
import {
  type SharedContext,
  sharedVersion,
  toAnonymousContext,
  toPlainRequest,
} from './shareable-requests.ts'

export interface CachedPageDependencies {
  config: Config
  cache: PageCache
  renderPage: RenderPage
  createContext(request: Request): Promise<RequestContext>
}

/** A page that is the same for everybody but for its language and announcement. */
export interface SharedPage {
  /** Names the page, whatever its language. */
  key: string
  /** By which changes delete it; null when there is no such page. */
  group(ctx: SharedContext): Promise<string | null>
  /** Until when it is valid if nothing changes (ms since 1970); asked when it is rendered. */
  until(ctx: SharedContext): Promise<number>
}

/**
 * Renders the page for this visitor alone. Cookies of a sign-in that has ended are deleted, so that the next page can be
 * shared again.
 */
export async function renderForOne(
  { config, renderPage }: CachedPageDependencies,
  request: Request,
  ctx: RequestContext,
): Promise<Response> {
  const answer = await renderPage(request, { ctx })
  const isStale = ctx.customer === null && readCookie(request, 'customerName') !== undefined
  const cookies = isStale ? signOutCookies(config.SITE_URL.startsWith('https:')) : []
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
  return answer
}

/** Answers with the cached page, or renders it once for everybody who asks meanwhile. */
export async function serveShared(
  { cache, renderPage }: CachedPageDependencies,
  request: Request,
  ctx: RequestContext,
  page: SharedPage,
): Promise<Response> {
  const key = `${page.key} ${sharedVersion(request, ctx)}`
  const cached = cache.find(key, request, ctx.now.getTime())
  const scope = currentScope()
  if (scope) scope.cache = cached ? 'hit' : 'miss'
  if (cached) return withLanguageCookie(cached, request, ctx)
  const shared = toAnonymousContext(ctx)
  const render = async () => {
    const response = await renderPage(toPlainRequest(request, ctx), { shared: true, ctx: shared })
    return { response, until: Math.min(await page.until(shared), ctx.now.getTime() + cache.maxAge()) }
  }
  const group = () => page.group(shared)
  const answer = await cache.renderOnce({ key, group, language: ctx.language, render }, request)
  const isShared = answer?.status === 200 || answer?.status === 304
  return isShared ? withLanguageCookie(answer, request, ctx) : renderPage(request, { ctx })
}

/** Adds the cookie that remembers the language in the address, for this visitor alone. */
function withLanguageCookie(answer: Response, request: Request, { config }: RequestContext): Response {
  const cookie = languageCookieHeader(request, config)
  if (cookie) answer.headers.append('set-cookie', cookie)
  return answer
}
