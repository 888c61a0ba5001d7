import { useContext, useState } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import './ui/app.css'
import { inLanguage } from './base/paths.ts'
import { CartButton } from './checkout/pages/cart-button.tsx'
import { chosenCount } from './checkout/pages/choices.ts'
import { m } from './paraglide/messages.js'
import { getLocale } from './paraglide/runtime.js'
import { announcementFor } from './site/pages/announced.ts'
import { Announcement } from './site/pages/announcement.tsx'
import { markOf, NameAlone } from './site/pages/brand.tsx'
import { ConsentBanner } from './site/pages/consent.tsx'
import { Footer } from './site/pages/footer.tsx'
import { Header } from './site/pages/header.tsx'
import { useKeptLanguage } from './site/pages/kept-language.ts'
import { menusOf } from './site/pages/menus.ts'
import { NetworkWatch } from './site/pages/network-watch.tsx'
import { usePageViews } from './site/pages/page-views.ts'
import { Trouble, troubleTitle } from './site/pages/trouble.tsx'
import { LoadingBar, PageAnnouncer, SkipLink } from './site/pages/wayfinding.tsx'
import { askedBeforePaint } from './ui/analytics.ts'
import { pageVisit } from './ui/context.ts'
import { notesDoneEarly, useDoneEarly } from './ui/done-early.ts'
import { useFollowedLinks } from './ui/follow.ts'
import { fontsOf } from './ui/fonts.ts'
import { type LeftNotice, takeNotice } from './ui/left-notice.ts'
import { LeftNoticeShown } from './ui/left-notice-shown.tsx'
import { titleOf } from './ui/meta.ts'
import { DocumentNonce, type SiteData, SiteName, useSiteData } from './ui/site-data.ts'
import { Toasts } from './ui/toast.tsx'
import { takeTyped } from './ui/typed.ts'

export async function loader({ context, request }: Route.LoaderArgs): Promise<SiteData> {
  const visit = context.get(pageVisit)
  const { language, person, site, reference, nonce } = visit
  const typed = takeTyped(visit, request)
  const [chosen, notice] = [chosenCount(visit), typed ? typedNotice() : takeNotice(visit)]
  const [menus, said] = await Promise.all([menusOf(visit), announcementFor(visit)])
  return { language, person, site, reference, nonce, chosen, notice, typed, menus, announcement: said }
}

/** The session had ended in the middle of a form: it is filled again, and waits to be sent. */
function typedNotice(): LeftNotice {
  return { tone: 'done', title: m.ui_typed_again(), body: m.ui_typed_again_lead() }
}

/** Where a page says nothing of itself: the site's name, or what went wrong. */
export function meta({ loaderData, error }: Route.MetaArgs) {
  const title = error ? troubleTitle(error) : null
  return [{ title: loaderData ? titleOf(title, loaderData.site) : (title ?? '') }]
}

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useSiteData()
  const name = useContext(SiteName)
  const [nonce] = useState(data?.nonce || undefined)
  const language = data?.language ?? getLocale()
  useDoneEarly()
  useFollowedLinks()
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf7f0" />
        <meta name="application-name" content={name} />
        <link rel="icon" href={markOf(data?.site)} />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="manifest" href={inLanguage('/manifest.webmanifest', language)} />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // Only the server writes it: the browser has run it by then.
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? beforePaint(data) : ' ' }}
        />
        <Links nonce={nonce} />
        {fontsOf(language).map(({ href }) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        <Meta />
      </head>
      <body>
        <DocumentNonce value={nonce}>
          <Toasts>
            <SkipLink />
            <LoadingBar />
            {data && <Announcement shown={data.announcement} />}
            {data ? <Header data={data} cart={<CartButton />} /> : <NameAlone name={name} />}
            <main id="main" tabIndex={-1} className="min-h-[60dvh] outline-none">
              {children}
            </main>
            {data && <Footer data={data} />}
            <PageAnnouncer />
            <div className="foot-notices no-print sticky bottom-0 z-50">
              <ConsentBanner />
              <NetworkWatch />
            </div>
          </Toasts>
        </DocumentNonce>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

/** The few lines that run before anything is drawn. */
function beforePaint(data: SiteData | undefined): string {
  return data?.site.analytics ? notesDoneEarly + askedBeforePaint : notesDoneEarly
}

export default function Root() {
  usePageViews()
  useKeptLanguage()
  return (
    <>
      <LeftNoticeShown />
      <Outlet />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Trouble error={error} />
}
