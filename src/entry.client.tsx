import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { defaultLanguage, parseLanguage } from './base/language.ts'
import { overwriteGetLocale } from './paraglide/runtime.js'
import { SiteNameContext } from './ui/page/site-data.ts'

// The page's own language is the one to go on in.
overwriteGetLocale(() => parseLanguage(document.documentElement.lang) ?? defaultLanguage)

const name = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''

if (window.doneEarly) window.doneEarly.begun = true
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <SiteNameContext value={name}>
        <HydratedRouter />
      </SiteNameContext>
    </StrictMode>,
  )
})

// For the page that is shown without a network; nothing waits for it.
navigator.serviceWorker?.register('/sw.js').catch(() => {})
