import type { Cents } from '../../base/money.ts'
import { openStorage } from './storage.ts'

/** A product in an event: its number in the shop, never a name that a host wrote. */
export interface AnalyticsItem {
  item_id: string
  quantity: number
  /** Euro, incl. VAT, of one. */
  price: number
}

interface Money {
  currency: 'EUR'
  value: number
  items: AnalyticsItem[]
}

/** The ten events of specification §7, with what each needs and no more (conventions: Consent Mode v2). */
export interface AnalyticsEvents {
  page_view: { page_location: string; language: string }
  view_registry: { event_type: string }
  search_registry: { results: number }
  registry_share: { method: string }
  create_registry: { event_type: string }
  add_product_to_registry: { currency: 'EUR'; items: AnalyticsItem[] }
  view_cart: Money
  add_to_cart: Money
  /** The cart is handed to the shop, and the guest is sent on. */
  begin_checkout: Money
  sign_out: Record<string, never>
}

export type ConsentChoice = 'granted' | 'denied'

/** Raised when what is asked changes, so that everybody is asked anew. */
const consentVersion = '1'
const consentKey = 'consent'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

const waitForChoiceMs = 2000
const waitingMost = 50
const listeners = new Set<() => void>()
let waiting: (() => void)[] = []
let loadedTag = false

/**
 * Runs in the document before anything is drawn: marks it when this visitor is still to be asked, so that the question
 * stands there from the first paint on, and hears the answer to it until the page's own scripts have arrived.
 */
export const consentInlineScript = `(page => {
  try {
    if (/^${consentVersion}:(granted|denied)$/.test(localStorage.getItem("${consentKey}"))) return
  } catch {}
  page.dataset.asks = ""
  document.addEventListener("click", ({ target }) => {
    const answer = target.closest("[data-consent]")?.dataset.consent
    if (!answer) return
    delete page.dataset.asks
    try { localStorage.setItem("${consentKey}", "${consentVersion}:" + answer) } catch {}
  })
})(document.documentElement)`

/** What this visitor has chosen; null until asked, and again when the question has changed. */
export function readConsent(): ConsentChoice | null {
  const [version, choice] = openStorage('local').read(consentKey)?.split(':') ?? []
  if (version !== consentVersion) return null
  return choice === 'granted' || choice === 'denied' ? choice : null
}

/** Keeps the choice, tells the tags, and lets go or forgets what waited for it. */
export function saveConsent(consent: ConsentChoice): void {
  openStorage('local').write(consentKey, `${consentVersion}:${consent}`)
  tell('consent', 'update', { analytics_storage: consent })
  const events = waiting
  waiting = []
  if (consent === 'granted') for (const push of events) push()
  for (const listener of listeners) listener()
}

/** Calls back whenever a choice is made, here or in another tab; answers how to stop. */
export function subscribeToConsent(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/**
 * Notes an event in `dataLayer` once analytics are allowed; before a choice it waits within this document, and
 * after a refusal nothing is noted at all.
 */
export function trackEvent<E extends keyof AnalyticsEvents>(event: E, facts: AnalyticsEvents[E]): void {
  denyConsentByDefault()
  const consent = readConsent()
  const push = () => tell('event', event, facts)
  if (consent === 'granted') push()
  else if (consent === null && waiting.length < waitingMost) waiting.push(push)
}

/** An amount as events carry it: euro. */
export function centsToEuro(cents: Cents): number {
  return cents / 100
}

/** Everything is denied until somebody allows it: the first entry of `dataLayer`, before any tag. */
export function denyConsentByDefault(): void {
  if (window.dataLayer) return
  window.dataLayer = []
  tell('consent', 'default', {
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    analytics_storage: 'denied',
    wait_for_update: waitForChoiceMs,
  })
  if (readConsent() === 'granted') tell('consent', 'update', { analytics_storage: 'granted' })
}

/** Fetches the deployment's tag, once, and only after consent: nothing leaves the browser before. */
export function loadAnalyticsTag(tag: string): void {
  if (loadedTag || readConsent() !== 'granted') return
  loadedTag = true
  const isContainer = tag.startsWith('GTM-')
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/${isContainer ? 'gtm.js' : 'gtag/js'}?id=${tag}`
  if (isContainer) window.dataLayer?.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  else {
    tell('js', new Date())
    tell('config', tag, { send_page_view: false, page_location: window.location.origin })
  }
  document.head.append(script)
}

/** The tags read the very `arguments` of a call, no list. */
function tell(..._words: unknown[]): void
function tell(): void {
  window.dataLayer?.push(arguments)
}
