import { useEffect } from 'react'
import type { Cents } from '../../base/money.ts'
import { inlineStorage, openStorage } from './storage.ts'

/** A product of an event, by its id in the shop; never a text that a host wrote (R811). */
interface AnalyticsItem {
  item_id: string
  quantity: number
  /** Of one unit in euro, including VAT. */
  price: number
}

interface CartFacts {
  currency: 'EUR'
  value: number
  items: AnalyticsItem[]
}

/** The ten events and the facts that each carries (R811). */
interface AnalyticsEvents {
  page_view: { page_location: string; language: string }
  view_registry: { event_type: string }
  search_registry: { results: number }
  registry_share: { method: string }
  create_registry: { event_type: string }
  add_product_to_registry: { currency: 'EUR'; items: AnalyticsItem[] }
  view_cart: CartFacts
  add_to_cart: CartFacts
  /** The hand-off: the guest goes on to the shop's checkout. */
  begin_checkout: CartFacts
  sign_out: Record<string, never>
}

export type ConsentChoice = 'granted' | 'denied'

/** Raised when the question changes, so that every visitor is asked again (R810). */
const consentVersion = '1'
const consentKey = 'consent'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

const waitForUpdateMs = 2000
const maxPendingEvents = 50
const listeners = new Set<() => void>()
let pendingEvents: (() => void)[] = []
let isTagLoaded = false

/**
 * Runs in the document before the first paint: marks it (`data-asks`) when this visitor has no choice yet, so that the
 * banner is part of the first paint, and stores a choice that is made before the page is hydrated.
 */
export const consentInlineScript = `(page => {
  if (/^${consentVersion}:(granted|denied)$/.test(${inlineStorage.read(consentKey)})) return
  page.dataset.asks = ""
  document.addEventListener("click", ({ target }) => {
    const answer = target.closest("[data-consent]")?.dataset.consent
    if (!answer) return
    delete page.dataset.asks
    ${inlineStorage.write(consentKey, `"${consentVersion}:" + answer`)}
  })
})(document.documentElement)`

/** This visitor's choice; null before they have made one, and after the question has changed. */
export function readConsent(): ConsentChoice | null {
  const [version, choice] = openStorage('local').read(consentKey)?.split(':') ?? []
  if (version !== consentVersion) return null
  return choice === 'granted' || choice === 'denied' ? choice : null
}

/** Stores the choice and updates the tags; events that were pending are sent or dropped. */
export function saveConsent(consent: ConsentChoice): void {
  openStorage('local').write(consentKey, `${consentVersion}:${consent}`)
  gtag('consent', 'update', { analytics_storage: consent })
  const events = pendingEvents
  pendingEvents = []
  if (consent === 'granted') for (const send of events) send()
  for (const listener of listeners) listener()
}

/** Calls the listener after every choice, in another tab too. Returns the function that unsubscribes. */
export function subscribeToConsent(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/**
 * Adds an event to `dataLayer` with consent. Before a choice it is pending in this document; after a refusal it is
 * dropped (R810).
 */
export function trackEvent<E extends keyof AnalyticsEvents>(event: E, facts: AnalyticsEvents[E]): void {
  denyConsentByDefault()
  const consent = readConsent()
  const send = () => gtag('event', event, facts)
  if (consent === 'granted') send()
  else if (consent === null && pendingEvents.length < maxPendingEvents) pendingEvents.push(send)
}

export function centsToEuro(cents: Cents): number {
  return cents / 100
}

/** Denies everything: the first entry of `dataLayer`, before any tag is loaded (R810). */
export function denyConsentByDefault(): void {
  if (window.dataLayer) return
  window.dataLayer = []
  gtag('consent', 'default', {
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    analytics_storage: 'denied',
    wait_for_update: waitForUpdateMs,
  })
  if (readConsent() === 'granted') gtag('consent', 'update', { analytics_storage: 'granted' })
}

/** Loads the deployment's tag once, and only with consent: nothing leaves the browser before (R810). */
export function loadAnalyticsTag(tag: string): void {
  if (isTagLoaded || readConsent() !== 'granted') return
  isTagLoaded = true
  const isContainer = tag.startsWith('GTM-')
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/${isContainer ? 'gtm.js' : 'gtag/js'}?id=${tag}`
  if (isContainer) window.dataLayer?.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  else {
    gtag('js', new Date())
    // The tag adds title, address and referrer of its own to every event: names, and links that work (R811).
    const { hostname: page_title, origin } = window.location
    gtag('config', tag, {
      send_page_view: false,
      page_title,
      page_location: origin,
      page_referrer: origin,
    })
  }
  document.head.append(script)
}

/** Google's tags recognise commands by the `arguments` object; an array is not one. */
function gtag(..._command: unknown[]): void
function gtag(): void {
  window.dataLayer?.push(arguments)
}

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
