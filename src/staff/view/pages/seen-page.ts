import { redirect } from 'react-router'
import { AppError } from '../../../base/app-error.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { setFlash } from '../../../ui/page/flash.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import { callConsole } from '../../frame/pages/console-call.ts'
import { isSeenPage, type SeenAs, seenLink } from '../rules.ts'
import type { Route } from './+types/seen-page'
import { renderSeenBanner } from './seen-banner.tsx'

/** A registry's page as its host or a guest sees it, with a banner; nothing of it can be sent (R985). */
export async function loader(args: Route.LoaderArgs) {
  const { request, context, params } = args
  const ctx = context.get(pageContext)
  ctx.keepFromSearch()
  const page = (params['*'] ?? '').replace(/\/$/, '')
  const as = params.as as SeenAs
  const seen = await callConsole(args, 'seenRegistry', { registry: params.id, as })
  if (!isSeenPage(as, page)) throw new AppError('refused_missing', 404)
  const address = seen.slug ?? seen.code
  const path = `${paths.registry(address)}${page && `/${page}`}${searchOf(request, ctx.language)}`
  const answer = await ctx.renderAs(seen.customer, path)
  if (answer.status >= 300 && answer.status < 400) {
    // They would be sent away, as guests of a private registry are.
    setFlash(ctx, { tone: 'alert', title: m.staff_seen_nothing() })
    throw redirect(withLanguage(paths.staffRegistry(seen.code), ctx.language))
  }
  const banner = renderSeenBanner({ ...seen, as, page, language: ctx.language })
  const addresses = [seen.code, ...(seen.slug === null ? [] : [seen.slug])]
  const pathOf = (other: string) => paths.staffSeen(as, seen.code, other)
  const html = toReadOnly(await answer.text(), href => seenLink(href, { as, addresses, pathOf }))
  return new Response(
    html.replace(/<body[^<>]*>/, body => body + banner),
    { status: answer.status, headers: answer.headers },
  )
}

function searchOf(request: Request, language: string): string {
  const query = new URL(request.url).searchParams
  query.set('lang', language)
  return `?${query}`
}

/**
 * The document without scripts, and with links only to what can be seen in the same way. Attributes are as React writes
 * them: without angle brackets.
 */
function toReadOnly(html: string, linkOf: (href: string) => string | null): string {
  return withoutScripts(html)
    .replace(/<link rel="(?:modulepreload|manifest)"[^<>]*>/g, '')
    .replace(/<a\b[^<>]*>/g, tag =>
      tag.replace(/ href="([^"]*)"/, (_, href: string) => {
        const link = linkOf(href.replaceAll('&amp;', '&'))
        return link === null
          ? ' role="link" aria-disabled="true"'
          : ` href="${link.replaceAll('&', '&amp;')}"`
      }),
    )
}

function withoutScripts(html: string): string {
  const [start = '', ...parts] = html.split('<script')
  const end = '</script>'
  const after = (part: string) => (part.includes(end) ? part.slice(part.indexOf(end) + end.length) : '')
  return start + parts.map(after).join('')
}
