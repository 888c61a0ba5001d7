import { useEffect } from 'react'
import { type AnalyticsEvents, trackEvent } from './analytics.ts'

/** Notes an event when its facts are first shown, and again when they change; null is nothing to note. */
export function useTrackEvent<E extends keyof AnalyticsEvents>(
  event: E,
  facts: AnalyticsEvents[E] | null,
): void {
  const said = facts && JSON.stringify(facts)
  useEffect(() => {
    if (said) trackEvent(event, JSON.parse(said) as AnalyticsEvents[E])
  }, [event, said])
}
