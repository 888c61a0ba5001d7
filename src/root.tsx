import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
} from 'react-router'
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
import { OfflineGuard } from './site/pages/offline-guard.tsx'
import { consentInlineScript, trackEvent } from './ui/browser/analytics.ts'
import { earlyInputScript, useReplayEarlyInput } from './ui/browser/early-input.ts'
import { missingPicturesScript } from './ui/browser/missing-pictures.ts'
import { openStorage } from './ui/browser/storage.ts'
import { stayOnPageWhenUnanswered } from './ui/browser/unanswered-requests.ts'
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

export const clientMiddleware = [stayOnPageWhenUnanswered]

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

/** The first focusable element: jumps past the header to the page's content (accessibility, R816). */
function SkipLink() {
  return (
    <a
      href="#main"
      className="no-print fixed top-2 left-2 z-60 -translate-y-24 rounded-pill bg-ink px-5 py-3 font-semibold text-paper edge-forced focus:translate-y-0"
    >
      {m.site_skip_to_content()}
    </a>
  )
}

function LoadingBar() {
  const isLoading = useNavigation().state !== 'idle'
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.75">
      {isLoading && (
        <div className="h-full origin-left animate-[load_4s_cubic-bezier(0.1,0.7,0.2,1)_120ms_both] bg-pomegranate" />
      )}
    </div>
  )
}

/** Announces a new page to screen readers and focuses it, as a new document would do (accessibility, R816). */
function PageAnnouncer() {
  const { pathname, key } = useLocation()
  useFocusOnPage(pathname)
  const [firstKey] = useState(key)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (key !== firstKey || title !== '') setTitle(document.title)
  }, [key, firstKey, title])
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}

/** Moves the focus into the new page, unless it is there already or a dialog is open. */
function useFocusOnPage(pathname: string): void {
  const focusedPath = useRef(pathname)
  useEffect(() => {
    if (focusedPath.current === pathname) return
    focusedPath.current = pathname
    const main = document.getElementById('main')
    const hasDialog = document.querySelector('dialog[open], [role=dialog]') !== null
    if (!main?.contains(document.activeElement) && !hasDialog) main?.focus({ preventScroll: true })
  }, [pathname])
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

/** Route parameters that identify a registry, gift or person; analytics never gets them (R811). */
const personalParams = ['id', 'productId', 'reference', 'token', 'code']

/** Tracks `page_view` once for each page, by its pattern, so that analytics gets no registry code, title or query (R811). */
function useTrackPageViews(): void {
  const { pathname } = useLocation()
  const language = useLanguage()
  const match = useMatches().at(-1)
  const isNotFound = match?.id === 'anything-else' || (match?.id === 'event-type' && !match.loaderData)
  const pattern = isNotFound ? '/404' : toPathPattern(pathname, match?.params ?? {})
  const trackedPath = useRef('')
  useEffect(() => {
    if (trackedPath.current === pathname || isStaffPath(pathname)) return
    trackedPath.current = pathname
    trackEvent('page_view', { page_location: window.location.origin + pattern, language })
  }, [pathname, pattern, language])
}

/** `/registry/KH7M…/edit` becomes `/registry/:id/edit`. */
function toPathPattern(pathname: string, params: Record<string, string | undefined>): string {
  const names = new Map(personalParams.map(name => [params[name], `:${name}`] as const))
  return pathname
    .split('/')
    .map(part => names.get(decodeURIComponent(part)) ?? part)
    .join('/')
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
