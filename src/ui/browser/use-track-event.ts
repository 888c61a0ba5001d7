import { useEffect } from 'react'
import { type AnalyticsEvents, trackEvent } from './analytics.ts'

/** Tracks an event when its facts are first shown and when they change; null tracks nothing (R811). */
export function useTrackEvent<E extends keyof AnalyticsEvents>(
  event: E,
  facts: AnalyticsEvents[E] | null,
): void {
  const json = facts && JSON.stringify(facts)
  useEffect(() => {
    if (json) trackEvent(event, JSON.parse(json) as AnalyticsEvents[E])
  }, [event, json])
}
