import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { defaultLanguage, parseLanguage } from './base/language.ts'
import { overwriteGetLocale } from './paraglide/runtime.js'
import { fetchInPageLanguage } from './ui/browser/fetch-in-language.ts'
import { keepPageWhenCodeIsMissing, watchRequests } from './ui/browser/unanswered-requests.ts'
import { SiteNameContext } from './ui/page/site-data.ts'

// Messages are in the language of the document.
overwriteGetLocale(() => parseLanguage(document.documentElement.lang) ?? defaultLanguage)

const siteName = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''

// The router leaves a promise unhandled when it gives up a request whose first line it has read; nobody waits for it.
window.addEventListener('unhandledrejection', event => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault()
})

keepPageWhenCodeIsMissing()
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
