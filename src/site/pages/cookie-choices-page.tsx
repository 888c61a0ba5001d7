import { useEffect, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { Link } from '../../ui/page/link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { useSite } from '../../ui/page/site-data.ts'
import type { Route } from './+types/cookie-choices-page'
import { ConsentButtons, cookieChoicesPath, useConsent } from './consent-banner.tsx'

/** Says what the site stores on the visitor's device, and lets them withdraw consent (R810). */
export const meta: Route.MetaFunction = ({ matches }) =>
  buildPageMeta({
    ...matches[0].loaderData,
    title: m.consent_title(),
    path: cookieChoicesPath,
    noindex: true,
  })

export default function CookieChoicesPage() {
  const analytics = useSite()?.analytics
  return (
    <Page title={m.consent_title()} lead={m.consent_page_lead()}>
      <div className="grid max-w-2xl gap-10">
        <section>
          <h2 className="text-2xl">{m.consent_necessary_title()}</h2>
          <p className="mt-2 text-soft">{m.consent_necessary_text()}</p>
        </section>
        <section>
          <h2 className="text-2xl">{m.consent_analytics_title()}</h2>
          <p className="mt-2 text-soft">{m.consent_analytics_text()}</p>
          {analytics ? <ConsentStatus /> : <p className="mt-4 font-semibold">{m.consent_no_analytics()}</p>}
        </section>
        <p>
          <Link to="/cookies-policy" variant="strong">
            {m.site_link_cookies()}
          </Link>
        </p>
        {analytics && analytics.tag === null && <TrackedEvents />}
      </div>
    </Page>
  )
}

function ConsentStatus() {
  const consent = useConsent()
  const texts = { granted: m.consent_is_granted, denied: m.consent_is_denied }
  return (
    <>
      <noscript>
        <p className="mt-4 font-semibold">{m.consent_without_javascript()}</p>
      </noscript>
      <p role="status" className="mt-4 min-h-6 font-semibold">
        {consent === null ? m.consent_is_undecided() : consent === 'unknown' ? '' : texts[consent]()}
      </p>
      <div className="mt-3 hidden flex-wrap gap-3 js:flex">
        <ConsentButtons />
      </div>
    </>
  )
}

/** In the demonstration, which has no tag: lists the events tracked in this document, to show the effect of consent. */
function TrackedEvents() {
  const consent = useConsent()
  const [entries, setEntries] = useState<[number, string][]>([])
  useEffect(() => setEntries(consent === 'unknown' ? [] : readEntries()), [consent])
  return (
    <section className="hidden js:block">
      <h2 className="text-2xl">{m.consent_log_title()}</h2>
      <p className="mt-2 text-soft">{m.consent_log_text()}</p>
      <ol className="mt-4 grid gap-2">
        {entries.map(([number, entry]) => (
          <li key={number} lang="en">
            <code className="block rounded-field bg-sand px-3 py-2 text-sm break-all">{entry}</code>
          </li>
        ))}
      </ol>
    </section>
  )
}

function readEntries(): [number, string][] {
  return (window.dataLayer ?? []).map((entry, index) => [
    index,
    JSON.stringify(Array.from(entry as ArrayLike<unknown>)),
  ])
}
