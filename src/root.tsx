import { useContext, useState } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import './ui/style/app.css'
import { withLanguage } from './base/paths.ts'
import { CartButton } from './checkout/cart/pages/cart-button.tsx'
import { countChoices } from './checkout/cart/pages/choices-cookie.ts'
import { m } from './paraglide/messages.js'
import { getLocale } from './paraglide/runtime.js'
import { AnnouncementBar } from './site/announcement/pages/announcement-bar.tsx'
import { loadAnnouncement } from './site/announcement/pages/load-announcement.ts'
import { ConsentBanner } from './site/consent/pages/consent-banner.tsx'
import { useTrackPageViews } from './site/consent/pages/page-views.ts'
import { ErrorScreen, errorScreenTitle } from './site/errors/pages/error-screen.tsx'
import { FallbackHeader, siteLogoUrl } from './site/frame/pages/brand-link.tsx'
import { Footer } from './site/frame/pages/footer.tsx'
import { Header } from './site/frame/pages/header.tsx'
import { LoadingBar, PageAnnouncer, SkipLink } from './site/frame/pages/navigation-aids.tsx'
import { OfflineGuard } from './site/frame/pages/offline-guard.tsx'
import { useSaveLanguage } from './site/frame/pages/save-language.ts'
import { loadMenuSummary } from './site/menus/pages/menus.ts'
import { consentInlineScript } from './ui/browser/analytics.ts'
import { earlyInputScript, useReplayEarlyInput } from './ui/browser/early-input.ts'
import { takeFormDraft } from './ui/form/form-draft.ts'
import { ToastProvider } from './ui/overlay/toast.tsx'
import { type FlashMessage, takeFlash } from './ui/page/flash.ts'
import { FlashNotice } from './ui/page/flash-notice.tsx'
import { useLinkNavigation } from './ui/page/link-navigation.ts'
import { pageContext } from './ui/page/page-context.ts'
import { documentTitle } from './ui/page/page-meta.ts'
import { NonceContext, type SiteData, SiteNameContext, useSiteData } from './ui/page/site-data.ts'
import { fontsForLanguage } from './ui/style/fonts.ts'

export async function loader({ context, request }: Route.LoaderArgs): Promise<SiteData> {
  const ctx = context.get(pageContext)
  const { language, customer, site, errorReference, nonce } = ctx
  const formDraft = takeFormDraft(ctx, request)
  const flash = formDraft ? formRestoredFlash() : takeFlash(ctx)
  const cookieCartCount = countChoices(ctx)
  const [menus, announcement] = await Promise.all([loadMenuSummary(ctx), loadAnnouncement(ctx)])
  return {
    language,
    customer,
    site,
    errorReference,
    nonce,
    cookieCartCount,
    flash,
    formDraft,
    menus,
    announcement,
  }
}

/** The session had ended in the middle of a form: it is filled in again and can be sent (R107). */
function formRestoredFlash(): FlashMessage {
  return { tone: 'done', title: m.ui_form_restored(), body: m.ui_form_restored_lead() }
}

/** Where a page says nothing of itself: the site's name, or what went wrong. */
export function meta({ loaderData, error }: Route.MetaArgs) {
  const title = error ? errorScreenTitle(error) : null
  return [{ title: loaderData ? documentTitle(title, loaderData.site) : (title ?? '') }]
}

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useSiteData()
  const name = useContext(SiteNameContext)
  const [nonce] = useState(data?.nonce || undefined)
  const language = data?.language ?? getLocale()
  useReplayEarlyInput()
  useLinkNavigation()
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf7f0" />
        <meta name="application-name" content={name} />
        <link rel="icon" href={siteLogoUrl(data?.site)} />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="manifest" href={withLanguage('/manifest.webmanifest', language)} />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // Only the server writes it: the browser has run it by then.
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? beforePaint(data) : ' ' }}
        />
        <Links nonce={nonce} />
        {fontsForLanguage(language).map(({ href }) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        <Meta />
      </head>
      <body>
        <NonceContext value={nonce}>
          <ToastProvider>
            <SkipLink />
            <LoadingBar />
            {data && <AnnouncementBar shown={data.announcement} />}
            {data ? <Header data={data} cart={<CartButton />} /> : <FallbackHeader name={name} />}
            <main id="main" tabIndex={-1} className="min-h-[60dvh] outline-none">
              {children}
            </main>
            {data && <Footer data={data} />}
            <PageAnnouncer />
            <div className="foot-notices no-print sticky bottom-0 z-50">
              <ConsentBanner />
              <OfflineGuard />
            </div>
          </ToastProvider>
        </NonceContext>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

/** The few lines that run before anything is drawn. */
function beforePaint(data: SiteData | undefined): string {
  return data?.site.analytics ? earlyInputScript + consentInlineScript : earlyInputScript
}

export default function Root() {
  useTrackPageViews()
  useSaveLanguage()
  return (
    <>
      <FlashNotice />
      <Outlet />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
