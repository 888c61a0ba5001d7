import { useState } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import './ui/app.css'
import { chosenCount } from './checkout/pages/choices.ts'
import { pageVisit } from './ui/context.ts'
import { DocumentNonce, type SiteData, useSiteData } from './ui/site-data.ts'
import { Toasts } from './ui/toast.tsx'

export function loader({ context }: Route.LoaderArgs): SiteData {
  const visit = context.get(pageVisit)
  const { language, person, site, reference, nonce } = visit
  return { language, person, site, reference, nonce, chosen: chosenCount(visit) }
}

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useSiteData()
  const [nonce] = useState(data?.nonce)
  return (
    <html lang={data?.language ?? 'en'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        <DocumentNonce value={nonce}>
          <Toasts>{children}</Toasts>
        </DocumentNonce>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}
