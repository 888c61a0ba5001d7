import { Suspense, useMemo } from 'react'
import { Outlet, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { AppError } from '../../base/app-error.ts'
import { coverOf } from '../../base/covers.ts'
import { type Day, dayInAthens, daysBetween, formatDay, formatDaysAway } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { keepNamesTogether, longestWordLength } from '../../base/text.ts'
import { readChoices } from '../../checkout/pages/cookie-cart.ts'
import { type GiftListItem, showGifts } from '../../gift/gift.contract.ts'
import { GiftList } from '../../gift/pages/gift-list.tsx'
import { sharePicturePath } from '../../invitation/share/share.rules.ts'
import { m } from '../../paraglide/messages.js'
import { useTrackEvent } from '../../ui/browser/analytics.ts'
import { lazyWithRetry } from '../../ui/browser/lazy-retry.tsx'
import { ButtonLink } from '../../ui/form/button.tsx'
import { decodeColumnar, encodeColumnar } from '../../ui/list/columnar.ts'
import { setFlash } from '../../ui/page/flash.tsx'
import { linkClasses } from '../../ui/page/link.tsx'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { useSite } from '../../ui/page/site-data.ts'
import { classNames } from '../../ui/style/class-names.ts'
import { DotSeparated } from '../../ui/text/facts.tsx'
import { givenGiftsText, giversText } from '../../ui/text/giving-counts.ts'
import {
  findRegistry,
  getRegistryVisibility,
  type PhotoView,
  type RegistryView,
} from '../registry.contract.ts'
import type { Route } from './+types/registry-page'
import { GivingProgress } from './giving-progress.tsx'
import type { HostPart } from './host-tools.tsx'
import { useLiveRegistry } from './use-live-registry.ts'

/** Only for hosts; guests don't load it. */
const HostTools = lazyWithRetry(() => import('./host-tools.tsx'))

/** Loaded only on pages that have photographs. */
const PagePhotos = lazyWithRetry(() => import('./photo/page-photo.tsx'))

/** From a private registry everybody but its hosts goes home; an unknown address goes to /404 (R209: hidden ones). */
export async function loader({ params, context, request }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { call, language } = ctx
  const [registry] = await call(findRegistry, { id: params.id })
  const away = async () => redirect(withLanguage(await redirectTarget(params.id, ctx), language))
  if (!registry) throw await away()
  if (!registry.search_engines) ctx.hideFromSearchEngines()
  const address = paths.registry(registry.slug ?? registry.id)
  if (params.id !== (registry.slug ?? registry.id)) throw redirect(toCanonicalPath(request, address), 301)
  const gifts = await call(showGifts, { registry_id: registry.id }).catch(async error => {
    // 404: its hosts have hidden it meanwhile.
    throw error instanceof AppError && error.status === 404 ? await away() : error
  })
  const { registry_date } = registry
  const isGuestView = new URL(request.url).searchParams.get('view') === 'guest'
  return {
    // `?view=guest` shows hosts the page without their tools (R247).
    registry: isGuestView ? { ...registry, is_host: false, is_owner: false } : registry,
    gifts: encodeColumnar<GiftListItem>(
      gifts.data.map(({ sku, url, modifiers, held_minutes, ...gift }) => gift),
    ),
    language,
    // For visitors without scripts, whose cart is in the cookie.
    chosen: readChoices(ctx)?.gifts.map(({ gift }) => gift) ?? null,
    // Formatted on the server, because loading date formats takes phones longer than rendering the page.
    eventDay: registry_date === null ? null : formatEventDay(registry_date, language),
    countdown:
      registry_date === null
        ? null
        : describeCountdown(daysBetween(dayInAthens(new Date()), registry_date), language),
  }
}

function formatEventDay(date: Day, language: Language): { weekday: string; day: string } {
  const day = formatDay(date, language)
  return { weekday: formatDay(date, language, true).slice(0, -day.length), day }
}

/** “In 210 days”, “Tomorrow”, “Today”; a thank-you after the day. */
function describeCountdown(days: number, language: Language): string {
  if (days < 0) return m.registry_thanks()
  const words = formatDaysAway(days, language)
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1)
}

export type RegistryPageData = Awaited<ReturnType<typeof loader>>

async function redirectTarget(id: string, ctx: PageContext): Promise<string> {
  const { standing } = await ctx.call(getRegistryVisibility, { id })
  if (standing !== 'private') return paths.notFound
  setFlash(ctx, {
    tone: 'alert',
    title: m.registry_private_title(),
    body: m.registry_private_text(),
    ...(!ctx.customer && {
      link: { to: `${paths.login}?redirect=${paths.registry(id)}`, label: m.registry_private_sign_in() },
    }),
  })
  return paths.home
}

/** The request's path with the registry's canonical address (without a slash at the end, R207). */
function toCanonicalPath(request: Request, address: string): string {
  const { pathname, search } = new URL(request.url)
  const rest = pathname
    .replace(/\.data$/, '')
    .split('/')
    .slice(3)
  return [address, ...rest].join('/') + search
}

/** Share previews (R711) of a shareable registry show only its type and name. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { registry, language } = loaderData
  const isPublic = registry.registry_status === 'public'
  return buildPageMeta({
    ...matches[0].loaderData,
    title: registry.registry_name,
    description:
      isPublic && registry.message ? registry.message : m.registry_share_text({ type: registry.name }),
    path: paths.registry(registry.slug ?? registry.id),
    picture: sharePicturePath(registry.id, language, registry.version),
    noindex: !registry.search_engines,
  })
}

/** Filters and sorting work on the loaded gifts; anything else reloads the registry. */
export function shouldRevalidate({
  currentParams,
  nextParams,
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isSameLanguage = currentUrl.searchParams.get('lang') === nextUrl.searchParams.get('lang')
  const isSame = currentParams.id === nextParams.id && isSameLanguage
  const isRearranged = currentUrl.href !== nextUrl.href && isSame && !formMethod
  return isRearranged ? false : defaultShouldRevalidate
}

export default function RegistryPage({ loaderData }: Route.ComponentProps) {
  const { registry, language } = loaderData
  const gifts = useMemo(() => decodeColumnar(loaderData.gifts), [loaderData.gifts])
  useLiveRegistry(registry.id, registry.version)
  useTrackEvent('view_registry', { event_type: registry.type_info.slug })
  return (
    <>
      <ForHosts part="bar" registry={registry} />
      <div className="measure">
        <RegistryHeader {...loaderData} />
        <ForHosts part="gifts" registry={registry} />
        <GiftList gifts={gifts} registry={registry} language={language} chosen={loaderData.chosen} />
        <Outlet />
      </div>
    </>
  )
}

/** What hosts see on their own registry (R247): the bar above it, or the link to edit a part of it. */
function ForHosts({ part, registry }: { part: HostPart; registry: RegistryView }) {
  if (!registry.is_host) return null
  return (
    <Suspense fallback={part === 'bar' && <div className="h-12" />}>
      <HostTools part={part} id={registry.id} secret={registry.secret} />
    </Suspense>
  )
}

interface RegistryHeaderProps {
  registry: RegistryView
  /** The formatted day, and the weekday with what follows it; null while the day is undecided. */
  eventDay: { weekday: string; day: string } | null
  countdown: string | null
}

function RegistryHeader({ registry, eventDay, countdown }: RegistryHeaderProps) {
  const site = useSite()
  const day = eventDay ? <EventDay key="day" {...eventDay} /> : m.ui_date_undecided()
  const facts = [registry.name, day, registry.event_place].filter(Boolean)
  const alt = registry.portrait ? m.hosting_picture_of({ hosts: registry.hosts }) : ''
  const isBand = hasPhotos(registry, 'cover')
  return (
    <section
      className={classNames('registry-header', registry.portrait && (isBand ? 'with-band' : 'with-portrait'))}
    >
      <div className="registry-arch">
        {isBand ? (
          <Photos registry={registry} place="cover" alt={alt} />
        ) : (
          <img
            src={registry.portrait ?? coverOf(registry.type_info.illustration)}
            width={300}
            height={343}
            alt={alt}
            fetchPriority="high"
            className="size-full object-cover"
          />
        )}
        <ForHosts part="photo" registry={registry} />
      </div>
      <div className="registry-facts">
        <p className="font-semibold text-sm text-pomegranate">
          <DotSeparated facts={facts} />
        </p>
        {registry.open && countdown && <p className="mt-0.5 text-soft text-sm md:text-base">{countdown}</p>}
      </div>
      <div className="registry-words">
        <h1 className={`wrap-anywhere ${titleSize(registry.registry_name)}`}>
          {keepNamesTogether(registry.registry_name)}
        </h1>
        <p className="hidden print:block">{`${site?.url}${paths.registry(registry.slug ?? registry.id)}`}</p>
        {registry.family_line && (
          <p className="mt-1 text-soft wrap-anywhere md:mt-2">{registry.family_line}</p>
        )}
        {registry.message && (
          <p className="mt-1 font-serif text-lg text-soft md:mt-3 lg:text-xl">{registry.message}</p>
        )}
        {registry.greeting && <Letter text={registry.greeting} hosts={registry.hosts} />}
        <Photos registry={registry} place="letter" />
        <ForHosts part="words" registry={registry} />
        {registry.open ? <GivenSoFar registry={registry} /> : <Goodbye registry={registry} />}
      </div>
    </section>
  )
}

const hasPhotos = ({ photos = [] }: RegistryView, place: PhotoView['role']) =>
  photos.some(({ role }) => role === place)

function Photos(props: { registry: RegistryView; place: PhotoView['role']; alt?: string }) {
  const { registry, place, alt = '' } = props
  if (!hasPhotos(registry, place)) return null
  return (
    <Suspense>
      <PagePhotos photos={registry.photos ?? []} place={place} alt={alt} />
    </Suspense>
  )
}

/** On phones there is no room for the weekday. */
function EventDay({ weekday, day }: NonNullable<RegistryHeaderProps['eventDay']>) {
  return (
    <>
      <span className="max-md:sr-only">{weekday}</span>
      {`${day} `}
    </>
  )
}

/** A name with a long word is set smaller, so that the word is not broken. */
function titleSize(name: string): string {
  const longest = longestWordLength(name)
  if (longest <= 12) return 'text-[clamp(1.6875rem,11.3vw,2.75rem)] leading-[1.12] lg:text-4xl'
  if (longest <= 15) return 'text-2xl md:text-3xl lg:text-4xl'
  if (longest <= 18) return 'text-[1.375rem] leading-tight md:text-3xl min-[72rem]:text-4xl'
  return longest <= 22
    ? 'text-lg leading-tight md:text-2xl min-[72rem]:text-3xl'
    : 'text-base md:text-2xl lg:text-2xl'
}

function Goodbye({ registry }: Pick<RegistryHeaderProps, 'registry'>) {
  const isToldOf = !registry.secret && registry.items > 0 && registry.givers > 0
  // Without gifts given this part is left out, as its text speaks of what is still to be given.
  const given = [registry.gifts_given > 0 && givenGiftsText(registry), giversText(registry)].filter(Boolean)
  return (
    <div className="mt-4 border-line border-t pt-4 lg:mt-6 lg:pt-6">
      <h2 className="text-xl lg:text-2xl">{m.registry_closed()}</h2>
      {isToldOf && (
        <p className="mt-1 text-soft">
          <DotSeparated facts={given} />
        </p>
      )}
      {registry.afterword && (
        <p className="mt-3 max-w-[53ch] whitespace-pre-line font-serif text-lg">
          {registry.afterword}
          <span className="letter-signature">{keepNamesTogether(registry.hosts)}</span>
        </p>
      )}
      <Photos registry={registry} place="afterwards" />
      <p className="mt-2 font-serif text-lg text-olive">{m.registry_goodbye()}</p>
    </div>
  )
}

/** On phones a long letter is cut to four lines, so that the first screen has gifts; it unfolds without scripts. */
function Letter({ text, hosts }: { text: string; hosts: string }) {
  const isLong = text.length > shortLetter || text.split('\n').length > 3
  return (
    <div className={classNames('letter', isLong && 'long-letter')}>
      <p>
        {text}
        <span className="letter-signature">{keepNamesTogether(hosts)}</span>
      </p>
      {isLong && (
        <details className="md:hidden print:hidden">
          <summary className={`min-h-11 w-fit cursor-pointer content-center ${linkClasses.strong}`}>
            {m.registry_greeting_open()}
          </summary>
        </details>
      )}
    </div>
  )
}

/** The characters that fit in three lines of the narrowest phone; the fourth line is the signature. */
const shortLetter = 85

function GivenSoFar({ registry }: { registry: RegistryView }) {
  const hasGifts = registry.items + registry.gift_cards + registry.givers > 0
  return (
    <div className="registry-numbers">
      {hasGifts && (
        <div className="min-w-0 flex-1">
          {registry.secret ? (
            <p className="text-soft max-md:text-sm">{m.surprise_head()}</p>
          ) : (
            <GivingProgress counts={registry} />
          )}
        </div>
      )}
      <ButtonLink
        to={paths.shareRegistry(registry.slug ?? registry.id)}
        kind="outline"
        preventScrollReset
        className="max-md:size-12 max-md:shrink-0 max-md:p-0"
      >
        <span className="share-mark md:hidden" />
        <span className="max-md:sr-only">{m.registry_share()}</span>
      </ButtonLink>
    </div>
  )
}
