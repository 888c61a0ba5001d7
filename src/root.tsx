import { type ReactNode, useContext, useEffect, useState } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router'
import type { Route } from './+types/root'
import { type Language, languageKey } from './base/language.ts'
import { withLanguage } from './base/paths.ts'
import { isStaffPath } from './base/staff-roles.ts'
import { CartButton } from './checkout/pages/cart-button.tsx'
import { countChoices } from './checkout/pages/cookie-cart.ts'
import { m } from './paraglide/messages.js'
import { getLocale } from './paraglide/runtime.js'
import { getAnnouncement } from './site/announcement.contract.ts'
import { announcementCookie } from './site/announcement.rules.ts'
import { AnnouncementBar } from './site/pages/announcement-bar.tsx'
import { ConsentBanner } from './site/pages/consent-banner.tsx'
import { ErrorScreen, errorScreenTitle } from './site/pages/error-screen.tsx'
import { Footer } from './site/pages/footer.tsx'
import { FallbackHeader, siteLogoUrl } from './site/pages/frame/site-links.tsx'
import { Header } from './site/pages/header.tsx'
import { loadMenuSummary } from './site/pages/menus.ts'
import { LoadingBar, PageAnnouncer, SkipLink } from './site/pages/navigation-aids.tsx'
import { OfflineGuard } from './site/pages/offline-guard.tsx'
import { useTrackPageViews } from './site/pages/page-views.ts'
import { consentInlineScript } from './ui/browser/analytics.ts'
import { earlyInputScript, useReplayEarlyInput } from './ui/browser/early-input.ts'
import { missingPicturesScript } from './ui/browser/missing-pictures.ts'
import { openStorage } from './ui/browser/storage.ts'
import { keepPageWhenUnanswered } from './ui/browser/unanswered-requests.ts'
import { takeFormDraft } from './ui/form/form-draft.ts'
import { ToastProvider } from './ui/overlay/toast.tsx'
import { type FlashMessage, takeFlash } from './ui/page/flash.tsx'
import { FlashNotice } from './ui/page/flash-notice.tsx'
import { useLinkNavigation } from './ui/page/link.tsx'
import { type PageContext, pageContext } from './ui/page/page-context.ts'
import { tryCall } from './ui/page/page-errors.ts'
import { documentTitle } from './ui/page/page-meta.ts'
import {
  DocumentContext,
  type DocumentInfo,
  LanguageContext,
  type SiteData,
  SiteNameContext,
  signedInScript,
  useLanguage,
  useSiteData,
} from './ui/page/site-data.ts'
import { appStyles } from './ui/style/app-styles.ts'
import { fontsForLanguage } from './ui/style/fonts.ts'

export async function loader({ context, request }: Route.LoaderArgs): Promise<SiteData> {
  const ctx = context.get(pageContext)
  const { language, customer, site, errorReference, nonce, isShared } = ctx
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
    isShared,
    cookieCartCount,
    flash,
    formDraft,
    menus,
    announcement,
  }
}

export const clientMiddleware = [keepPageWhenUnanswered]

export const links = () => [{ rel: 'stylesheet', href: appStyles }]

/** The announcement, unless this visitor has closed it or it can't be loaded (R822). */
async function loadAnnouncement(ctx: PageContext): Promise<SiteData['announcement']> {
  const { done: announcement } = await tryCall(() => ctx.call(getAnnouncement, { lang: ctx.language }))
  return announcement && ctx.readCookie(announcementCookie) !== announcement.id ? announcement : null
}

/** The session had ended in the middle of a form: it is filled in again and can be sent (R107). */
function formRestoredFlash(): FlashMessage {
  return { tone: 'done', title: m.ui_form_restored(), body: m.ui_form_restored_lead() }
}

/** The title of a page that sets none: the site's name, or what went wrong (R808). */
export function meta({ loaderData, error }: Route.MetaArgs) {
  const title = error ? errorScreenTitle(error) : null
  return [{ title: loaderData ? documentTitle(title, loaderData.site) : (title ?? '') }]
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useSiteData()
  const siteName = useContext(SiteNameContext)
  const { key: locationKey, pathname } = useLocation()
  // The console has a frame of its own (src/console/pages/session/staff-layout.tsx).
  const isConsole = isStaffPath(pathname)
  const [documentInfo] = useState<DocumentInfo>({ nonce: data?.nonce || undefined, locationKey })
  const { nonce } = documentInfo
  const language = data?.language ?? getLocale()
  useReplayEarlyInput()
  useLinkNavigation()
  return (
    <LanguageContext value={language}>
      <html lang={language}>
        <DocumentHead data={data} siteName={siteName} language={language} nonce={nonce} />
        <body>
          <DocumentContext value={documentInfo}>
            <ToastProvider>
              <SkipLink />
              <LoadingBar />
              {data && !isConsole && <AnnouncementBar announcement={data.announcement} />}
              {data && !isConsole && <Header data={data} cart={<CartButton />} />}
              {!data && <FallbackHeader siteName={siteName} />}
              <main id="main" tabIndex={-1} className="min-h-[60dvh] outline-none">
                {children}
              </main>
              {data && !isConsole && <Footer data={data} />}
              <PageAnnouncer />
              <div className="foot-notices no-print sticky bottom-0 z-50">
                {!isConsole && <ConsentBanner />}
                <OfflineGuard />
              </div>
            </ToastProvider>
          </DocumentContext>
          <ScrollRestoration nonce={nonce} />
          <Scripts nonce={nonce} />
        </body>
      </html>
    </LanguageContext>
  )
}

function DocumentHead(props: {
  data: SiteData | undefined
  siteName: string
  language: Language
  nonce: string | undefined
}) {
  const { data, siteName, language, nonce } = props
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {/* The header is drawn whole: what its row still lacks would move what stands in it. */}
      <link rel="expect" href="#main" blocking="render" />
      <meta name="theme-color" content="#fbf7f0" />
      <meta name="application-name" content={siteName} />
      <link rel="icon" href={siteLogoUrl(data?.site)} />
      <link rel="apple-touch-icon" href="/icon-180.png" />
      <link rel="manifest" href={withLanguage('/manifest.webmanifest', language)} />
      <script
        nonce={nonce}
        suppressHydrationWarning
        // Only the server renders it: by the time of hydration the browser has run it.
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? inlineScript(data) : ' ' }}
      />
      <Links nonce={nonce} />
      {fontsForLanguage(language).map(({ href }) => (
        <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
      ))}
      <Meta />
    </head>
  )
}

/** The few lines that run before the first paint (R810, R815). */
function inlineScript(data: SiteData | undefined): string {
  const consentScript = data?.site.analytics?.tag ? consentInlineScript : ''
  return (data?.isShared ? signedInScript : '') + missingPicturesScript + earlyInputScript() + consentScript
}

/** Copies the page's language to local storage; the cookie alone decides (R801). */
function useSaveLanguage(): void {
  const language = useLanguage()
  useEffect(() => {
    openStorage('local').write(languageKey, language)
  }, [language])
}

export default function Root() {
  useTrackPageViews()
  useSaveLanguage()
  const isConsole = isStaffPath(useLocation().pathname)
  return (
    <>
      {/* The console has it at the top of its content. */}
      {!isConsole && (
        <div className="measure">
          <FlashNotice className="mx-auto mt-8 max-w-lg" />
        </div>
      )}
      <Outlet />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
