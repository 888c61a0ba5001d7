import { renderToStaticMarkup } from 'react-dom/server'
import { redirect } from 'react-router'
import { AppError } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ChevronIcon } from '../../ui/media/icons.tsx'
import { setFlash } from '../../ui/page/flash.tsx'
import { linkClasses } from '../../ui/page/link.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { type HostPage, hostPages, isSeenPage, type SeenAs, seenLink } from '../console.rules.ts'
import type { Route } from './+types/seen-page'
import { callConsole } from './frame/console-call.ts'

/**
 * Renders a registry's page as its host or a guest sees it, with a banner; no form of it can be sent (R985, seen as
 * somebody else).
 */
export async function loader(args: Route.LoaderArgs) {
  const { request, context, params } = args
  const ctx = context.get(pageContext)
  ctx.hideFromSearchEngines()
  const page = (params['*'] ?? '').replace(/\/$/, '')
  const as = params.as as SeenAs
  const seen = await callConsole(args, 'seenRegistry', { registry: params.id, as })
  if (!isSeenPage(as, page)) throw new AppError('refused_missing', 404)
  const address = seen.slug ?? seen.code
  const path = `${paths.registry(address)}${page && `/${page}`}${searchOf(request, ctx.language)}`
  const answer = await ctx.renderAs(seen.customer, path)
  if (answer.status >= 300 && answer.status < 400) {
    // This host or guest would be redirected, as guests of a private registry are.
    setFlash(ctx, { tone: 'alert', title: m.staff_seen_nothing() })
    throw redirect(withLanguage(paths.staffRegistry(seen.code), ctx.language))
  }
  // Rendered to static markup, as the page below it has no scripts.
  const banner = renderToStaticMarkup(<SeenBanner {...seen} as={as} page={page} language={ctx.language} />)
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
 * Removes scripts, and links except those that staff can follow in the same view. The expressions rely on React's
 * attributes, which have no angle brackets.
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

interface SeenPage {
  code: string
  registry_name: string
  as: SeenAs
  page: string
  language: Language
}

const pageNames: Record<HostPage, () => string> = {
  gifts: m.common_gifts,
  'gifts-received': m.staff_seen_received,
  edit: m.staff_seen_details,
  'edit/registry-shipping-address': m.staff_address_delivery,
  'edit/privacy-settings': m.staff_privacy,
  'edit/collected-gift-cards': m.common_money,
  'edit/collected-gift-cards/statement': m.staff_seen_statement,
}

function SeenBanner({ code, registry_name, as, page, language }: SeenPage) {
  const link = (path: string, label: string, isOpen = false) => (
    <li key={path}>
      <a
        href={withLanguage(path, language)}
        aria-current={isOpen ? 'page' : undefined}
        className="inline-flex min-h-11 items-center font-semibold underline aria-[current=page]:no-underline"
      >
        {label}
      </a>
    </li>
  )
  const back = link(paths.staffRegistry(code), m.staff_seen_back())
  const pages = [
    link(paths.staffSeen('guest', code), m.staff_seen_guests(), as === 'guest'),
    ...hostPages.map(one =>
      link(paths.staffSeen('host', code, one), pageNames[one](), as === 'host' && one === page),
    ),
  ]
  const title = (as === 'host' ? m.staff_seen_as_host : m.staff_seen_as_guest)({ name: registry_name })
  return (
    <aside
      aria-label={title}
      className="top-0 z-50 border-b-4 border-pomegranate bg-rose px-4.5 py-2 text-sm text-ink md:sticky"
    >
      <p>
        <strong>{title}</strong> {m.staff_seen_lead()}
      </p>
      <ul className="flex flex-wrap gap-x-4 max-lg:hidden">{[back, ...pages]}</ul>
      {/* Folded where they would take several rows and push the page down. */}
      <div className="flex flex-wrap items-start gap-x-4 lg:hidden">
        <ul>{back}</ul>
        <details className="open:w-full">
          <summary className={`inline-flex min-h-11 items-center gap-1 font-semibold ${linkClasses.text}`}>
            {m.staff_seen_others()}
            <ChevronIcon />
          </summary>
          <ul className="flex flex-wrap gap-x-4">{pages}</ul>
        </details>
      </div>
    </aside>
  )
}
