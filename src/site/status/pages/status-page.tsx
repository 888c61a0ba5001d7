import { formatMoment } from '../../../base/dates.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { Badge } from '../../../ui/text/badge.tsx'
import { showStatus } from '../contract.ts'
import type { ServicePart, ServiceState } from '../rules.ts'
import type { Route } from './+types/status-page'

/** What works, and since when (R826). */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const parts = await ctx.call(showStatus, {})
  return {
    // Here, so that the browser needs no calendar of its own.
    parts: parts.map(({ since, ...part }) => ({
      ...part,
      since: since && formatMoment(new Date(since), ctx.language),
    })),
  }
}

export function meta({ matches }: Route.MetaArgs) {
  const root = matches[0].loaderData
  if (!root) return []
  const { language, site } = root
  return buildPageMeta({ title: m.status_title(), path: paths.status, language, site, noindex: true })
}

const partNames: Record<ServicePart, () => string> = {
  site: m.status_site,
  giving: m.status_giving,
  counting: m.status_counting,
  emails: m.status_emails,
  products: m.status_products,
  giftcards: m.status_giftcards,
}

const stateNames: Record<ServiceState, () => string> = {
  ok: m.status_ok,
  delayed: m.status_delayed,
  away: m.status_away,
  unknown: m.status_unknown,
}

/** What somebody can do meanwhile, where a part does not work. */
const advice: Partial<Record<`${ServicePart} ${ServiceState}`, () => string>> = {
  'giving away': m.status_giving_away,
  'counting delayed': m.status_counting_delayed,
  'emails delayed': m.status_emails_delayed,
  'products delayed': m.status_products_delayed,
  'giftcards delayed': m.status_giftcards_delayed,
}

export default function StatusPage({ loaderData: { parts } }: Route.ComponentProps) {
  const isAllWell = parts.every(({ state }) => state === 'ok')
  return (
    <Page
      title={m.status_title()}
      lead={isAllWell ? m.status_all_well() : m.status_not_all_well()}
      width="text"
    >
      <ul className="divide-y divide-line border-y border-line">
        {parts.map(part => (
          <Part key={part.part} {...part} />
        ))}
      </ul>
      <p className="mt-8 text-soft">{m.status_question()}</p>
      <ButtonLink to="/contact-us" kind="outline" className="mt-4">
        {m.site_link_contact()}
      </ButtonLink>
    </Page>
  )
}

function Part({ part, state, since }: { part: ServicePart; state: ServiceState; since: string | null }) {
  const help = advice[`${part} ${state}`]
  return (
    <li className="py-4">
      <div className="flex items-baseline justify-between gap-x-6">
        <p className="font-semibold">{partNames[part]()}</p>
        <p className="shrink-0">
          <Badge tone={state === 'ok' ? 'olive' : 'pomegranate'}>{stateNames[state]()}</Badge>
        </p>
      </div>
      {since && <p className="mt-1 text-sm text-soft">{m.status_since({ moment: since })}</p>}
      {help && <p className="mt-1">{help()}</p>}
    </li>
  )
}
