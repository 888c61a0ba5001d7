import { renderToStaticMarkup } from 'react-dom/server'
import type { Language } from '../../../base/language.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ChevronIcon } from '../../../ui/media/icons.tsx'
import { linkClasses } from '../../../ui/page/link.tsx'
import { type HostPage, hostPages, type SeenAs } from '../rules.ts'

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

/** What stands above a page that staff see as somebody else; it has no script, as the page has none. */
export function renderSeenBanner(seen: SeenPage): string {
  return renderToStaticMarkup(<SeenBanner {...seen} />)
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
      {/* Where they take several rows they fold: the page itself is what is looked at. */}
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
