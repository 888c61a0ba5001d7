import { type LoaderFunctionArgs, redirect } from 'react-router'
import * as z from 'zod/mini'
import { withLanguage } from '../../base/paths.ts'
import { createSignedCookie, parseCookieJson } from '../../ui/page/cookies.ts'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'

/** Seconds in which the page can be opened again without the link. */
const maxAge = 3600

const linkContent = z.record(z.string(), z.string())

/** A signed cookie for what the link of an e-mail carries. */
export function createLinkCookie<T extends object>(name: string) {
  const cookie = createSignedCookie(name, maxAge)
  const read = (ctx: PageContext) => parseCookieJson(cookie.read(ctx), linkContent) as T | null
  const link = {
    read,
    /** Like `read`, but first moves a code in the address to the cookie, by throwing the redirect. */
    open(ctx: PageContext, request: Request, path: string): T | null {
      const code = new URL(request.url).searchParams.get('code')
      if (code !== null) throw link.moveFromAddress(ctx, { code } as unknown as T, path)
      return read(ctx)
    },
    /**
     * Saves what the link carries and redirects to the same page without it, so that a code is neither in the address
     * bar nor in the history, and goes to nobody as a referrer (R115).
     */
    moveFromAddress(ctx: PageContext, content: T, path: string): Response {
      cookie.save(ctx, JSON.stringify(content))
      return redirect(withLanguage(path, ctx.language))
    },
    clear: cookie.clear,
  }
  return link
}

/** For a page that asks whoever follows a link to confirm what its code is for. */
export function createCodeLink(name: string, path: string) {
  const cookie = createLinkCookie<{ code: string }>(name)
  /** Without a link a code that opens nothing, so that the call answers as for a link that is over. */
  const codeOf = (ctx: PageContext) => ({ code: cookie.read(ctx)?.code ?? 'none' })
  return {
    /** Like `codeOf`, but first moves a code in the address to the cookie, by throwing the redirect. */
    open(ctx: PageContext, request: Request) {
      cookie.open(ctx, request, path)
      return codeOf(ctx)
    },
    /** The link only opens the page: a GET changes nothing (R905), so mail scanners that open links confirm nothing. */
    async loader({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>) {
      return { hasCode: cookie.open(context.get(pageContext), request, path) !== null }
    },
    codeOf,
    clear: cookie.clear,
  }
}
