import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { asLanguage, defaultLanguage } from './base/language.ts'
import { overwriteGetLocale } from './paraglide/runtime.js'
import { SiteName } from './ui/site-data.ts'

// The page's own language is the one to go on in.
overwriteGetLocale(() => asLanguage(document.documentElement.lang) ?? defaultLanguage)

const name = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''

if (window.doneEarly) window.doneEarly.begun = true
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <SiteName value={name}>
        <HydratedRouter />
      </SiteName>
    </StrictMode>,
  )
})

// For the page that is shown without a network; nothing waits for it.
navigator.serviceWorker?.register('/sw.js').catch(() => {})
