import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { defaultLanguage, parseLanguage } from './base/language.ts'
import { overwriteGetLocale } from './paraglide/runtime.js'
import { stayOnPageWhenCodeIsMissing, watchRequests } from './ui/browser/unanswered-requests.ts'
import { SiteNameContext } from './ui/page/site-data.ts'

// Messages are in the language of the document.
overwriteGetLocale(() => parseLanguage(document.documentElement.lang) ?? defaultLanguage)

const siteName = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''

// The router leaves a promise unhandled when it gives up a request whose first line it has read; nobody waits for it.
window.addEventListener('unhandledrejection', event => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault()
})

stayOnPageWhenCodeIsMissing()
fetchInPageLanguage()

if (window.earlyInput) window.earlyInput.isHydrating = true
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <SiteNameContext value={siteName}>
        <HydratedRouter instrumentations={[watchRequests]} />
      </SiteNameContext>
    </StrictMode>,
  )
})

// It only serves the offline page (R821); a browser that refuses it loses nothing else.
navigator.serviceWorker?.register('/sw.js').catch(() => {})

/** Asks for all data in the page's language, also on a page whose address names none (R801). */
function fetchInPageLanguage(): void {
  const send = window.fetch
  window.fetch = (input, init) => {
    if (input instanceof Request) return send(input, init)
    const url = new URL(input, window.location.href)
    const isData = /\.data$|^\/api\//.test(url.pathname)
    if (isData && !url.searchParams.has('lang')) url.searchParams.set('lang', document.documentElement.lang)
    return send(url, init)
  }
}
