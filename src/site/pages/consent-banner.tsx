import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { m } from '../../paraglide/messages.js'
import {
  type ConsentChoice,
  denyConsentByDefault,
  loadAnalyticsTag,
  readConsent,
  saveConsent,
  subscribeToConsent,
} from '../../ui/browser/analytics.ts'
import { Button } from '../../ui/form/button.tsx'
import { Link } from '../../ui/page/link.tsx'
import { useSite } from '../../ui/page/site-data.ts'

/** The page where consent can be seen and changed at any time (R810). */
export const cookieChoicesPath = '/cookie-choices'

/** `unknown` on the server and in the browser's first render; null before a choice. */
export function useConsent(): ConsentChoice | null | 'unknown' {
  return useSyncExternalStore(subscribeToConsent, readConsent, () => 'unknown' as const)
}

/** Instead of `useConsent`, whose value always changes after the first render, so that every page would be rendered twice. */
function useIsAnswered(): boolean {
  return useSyncExternalStore(
    subscribeToConsent,
    () => readConsent() !== null,
    () => false,
  )
}

/**
 * Asks once for consent to analytics (R810), with accept and reject in the same size and colour, as guidelines 1/2020
 * of the Greek data protection authority demand. Without an analytics tag nothing is asked.
 */
export function ConsentBanner() {
  const analytics = useSite()?.analytics
  const isAnswered = useIsAnswered()
  const { pathname } = useLocation()
  useEffect(() => {
    denyConsentByDefault()
    const tag = analytics?.tag
    if (!tag) return
    loadAnalyticsTag(tag)
    return subscribeToConsent(() => loadAnalyticsTag(tag))
  }, [analytics])
  // Until hydration it is in every document, and `consentInlineScript` shows it to visitors who have not chosen yet.
  if (!analytics?.tag || isAnswered || pathname === cookieChoicesPath) return null
  return (
    <section
      aria-label={m.consent_title()}
      className="consent-banner border-t border-line bg-card shadow-[0_-8px_32px_rgb(35_38_45/0.12)]"
    >
      <div className="measure flex flex-wrap items-center gap-x-8 gap-y-3 py-4">
        <p className="min-w-64 flex-1 basis-96 text-sm">
          {m.consent_lead()}{' '}
          <Link to={cookieChoicesPath} variant="strong" className="inline-block py-0.5">
            {m.consent_more()}
          </Link>
        </p>
        <div className="flex gap-3 max-sm:w-full max-sm:*:flex-1">
          <ConsentButtons />
        </div>
      </div>
    </section>
  )
}

/** Reject and accept have to look the same (R810). */
export function ConsentButtons() {
  return (
    <>
      <Button kind="outline" className="min-w-32" data-consent="denied" onClick={() => saveConsent('denied')}>
        {m.consent_reject()}
      </Button>
      <Button
        kind="outline"
        className="min-w-32"
        data-consent="granted"
        onClick={() => saveConsent('granted')}
      >
        {m.consent_accept()}
      </Button>
    </>
  )
}
