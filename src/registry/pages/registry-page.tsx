import { useMemo } from 'react'
import { Outlet, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { AppError } from '../../base/app-error.ts'
import { coverOf } from '../../base/covers.ts'
import { type Day, dayInAthens, daysBetween, formatDay } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { keepNamesTogether, longestWordLength } from '../../base/text.ts'
import { readChoices } from '../../checkout/pages/cookie-cart.ts'
import { type GiftListItem, showGifts } from '../../gift/gift.contract.ts'
import { GiftList } from '../../gift/pages/gift-list.tsx'
import { sharePicturePath } from '../../invitation/share/share.rules.ts'
import { m } from '../../paraglide/messages.js'
import { useTrackEvent } from '../../ui/browser/analytics.ts'
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
import { findRegistry, getRegistryVisibility, type RegistryView } from '../registry.contract.ts'
import type { Route } from './+types/registry-page'
import { GivingProgress } from './giving-progress.tsx'
import { useLiveRegistry } from './use-live-registry.ts'

/** The registry as guests see it; everybody but the hosts of a private one goes home, an unknown address goes to /404 (R209). */
export async function loader({ params, context, request }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { call, language } = ctx
  const [registry] = await call(findRegistry, { id: params.id })
  const away = async () => redirect(withLanguage(await redirectTarget(params.id, ctx), language))
  if (!registry) throw await away()
  if (!registry.search_engines) ctx.keepFromSearch()
  const address = paths.registry(registry.slug ?? registry.id)
  if (params.id !== (registry.slug ?? registry.id)) throw redirect(toCanonicalPath(request, address), 301)
  const gifts = await call(showGifts, { registry_id: registry.id }).catch(async error => {
    // Its hosts have hidden it since.
    throw error instanceof AppError && error.status === 404 ? await away() : error
  })
  const { registry_date } = registry
  return {
    registry,
    gifts: encodeColumnar<GiftListItem>(
      gifts.data.map(({ sku, url, modifiers, held_minutes, ...gift }) => gift),
    ),
    language,
    // Of a visitor without scripts, for whom the page is rendered.
    chosen: readChoices(ctx)?.gifts.map(({ gift }) => gift) ?? null,
    // Formatted here: loading date formats takes phones longer than drawing the page.
    eventDay: registry_date === null ? null : formatEventDay(registry_date, language),
    daysToGo: registry_date === null ? null : daysBetween(dayInAthens(new Date()), registry_date),
  }
}

function formatEventDay(date: Day, language: Language): { weekday: string; day: string } {
  const day = formatDay(date, language)
  return { weekday: formatDay(date, language, true).slice(0, -day.length), day }
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

/** The path of the request below the registry's canonical address (R207). */
function toCanonicalPath(request: Request, address: string): string {
  const { pathname, search } = new URL(request.url)
  const rest = pathname
    .replace(/\.data$/, '')
    .split('/')
    .slice(3)
  return [address, ...rest].join('/') + search
}

/** A shareable registry shows only its type and name in share previews (R711). */
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

/** Filters and sorting rearrange the loaded gifts; anything else loads the registry again. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isSameLanguage = currentUrl.searchParams.get('lang') === nextUrl.searchParams.get('lang')
  const isRearranged = currentUrl.href !== nextUrl.href && isSameLanguage && !formMethod
  return isRearranged ? false : defaultShouldRevalidate
}

export default function RegistryPage({ loaderData }: Route.ComponentProps) {
  const { registry, language } = loaderData
  const gifts = useMemo(() => decodeColumnar(loaderData.gifts), [loaderData.gifts])
  useLiveRegistry(registry.id, registry.version)
  useTrackEvent('view_registry', { event_type: registry.type_info.slug })
  return (
    <div className="measure">
      <RegistryHeader {...loaderData} />
      <GiftList gifts={gifts} registry={registry} language={language} chosen={loaderData.chosen} />
      <Outlet />
    </div>
  )
}

interface RegistryHeaderProps {
  registry: RegistryView
  /** The event's day as guests read it, and what stands before the day for its weekday; null while it is undecided. */
  eventDay: { weekday: string; day: string } | null
  /** Whole days; negative when the event is over, null while its day is undecided. */
  daysToGo: number | null
}

/** Who celebrates what and when, the hosts' texts, and how much of the list is given. */
function RegistryHeader({ registry, eventDay, daysToGo }: RegistryHeaderProps) {
  const site = useSite()
  const day = eventDay ? <EventDay key="day" {...eventDay} /> : m.registry_date_undecided()
  const facts = [registry.name, day, registry.event_place].filter(Boolean)
  return (
    <section className="registry-header">
      <div className="registry-arch">
        <img
          src={registry.portrait ?? coverOf(registry.type_info.illustration)}
          width={300}
          height={350}
          alt={registry.portrait ? m.hosting_picture_of({ hosts: registry.hosts }) : ''}
          fetchPriority="high"
          className="size-full object-cover"
        />
      </div>
      <div className="flex min-w-0 flex-col justify-end">
        <p className="font-semibold text-sm text-pomegranate">
          <DotSeparated facts={facts} />
        </p>
        <h1 className={`mt-0.5 wrap-anywhere md:mt-2 ${titleSize(registry.registry_name)}`}>
          {keepNamesTogether(registry.registry_name)}
        </h1>
        <p className="hidden print:block">{`${site?.url}${paths.registry(registry.slug ?? registry.id)}`}</p>
      </div>
      <div className="col-span-2 flex min-w-0 flex-col md:col-span-1 md:col-start-2">
        {registry.message && (
          <p className="font-serif text-lg text-soft md:mt-3 lg:text-xl">{registry.message}</p>
        )}
        {registry.greeting && <Greeting text={registry.greeting} />}
        {registry.open ? (
          <RegistryNumbers registry={registry} daysToGo={daysToGo} />
        ) : (
          <Goodbye registry={registry} />
        )}
      </div>
    </section>
  )
}

/** Phones have no room for the weekday. */
function EventDay({ weekday, day }: NonNullable<RegistryHeaderProps['eventDay']>) {
  return (
    <>
      <span className="max-md:sr-only">{weekday}</span>
      {`${day} `}
    </>
  )
}

/** A name with a long word is set smaller, so that no line begins with the word's last letters. */
function titleSize(name: string): string {
  const longest = longestWordLength(name)
  if (longest <= 15) return 'text-2xl md:text-3xl lg:text-4xl'
  if (longest <= 18) return 'text-[1.375rem] leading-tight md:text-3xl min-[72rem]:text-4xl'
  return longest <= 22
    ? 'text-lg leading-tight md:text-2xl min-[72rem]:text-3xl'
    : 'text-base md:text-2xl lg:text-2xl'
}

/** A closed registry takes its leave: what was given, unless it is a surprise, and thanks. */
function Goodbye({ registry }: Pick<RegistryHeaderProps, 'registry'>) {
  const isToldOf = !registry.secret && registry.items > 0 && registry.givers > 0
  // A sentence of what is not given yet would be wrong of what is over.
  const given = [registry.gifts_given > 0 && givenGiftsText(registry), giversText(registry)].filter(Boolean)
  return (
    <div className="mt-4 border-line border-t pt-4 lg:mt-6 lg:pt-6">
      <h2 className="text-xl lg:text-2xl">{m.registry_closed()}</h2>
      {isToldOf && (
        <p className="mt-1 text-soft">
          <DotSeparated facts={given} />
        </p>
      )}
      <p className="mt-2 font-serif text-lg text-olive">{m.registry_goodbye()}</p>
    </div>
  )
}

/** A long letter shows three lines on a phone, so that its first screen has gifts; the rest opens without scripts, too. */
function Greeting({ text }: { text: string }) {
  const isLong = text.length > shortGreeting || text.split('\n').length > 3
  return (
    <div className={classNames('mt-1 md:mt-3 lg:mt-4', isLong && 'long-letter')}>
      <p className="max-w-[60ch] whitespace-pre-line font-serif text-lg text-soft max-md:leading-snug">
        {text}
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

/** As many characters fit in three lines of the narrowest phone. */
const shortGreeting = 105

/** How long and how much is left, and sharing: one strip on phones. */
function RegistryNumbers({ registry, daysToGo }: Omit<RegistryHeaderProps, 'eventDay'>) {
  const { items, gifts_given } = registry
  const hasGifts = items + registry.gift_cards + registry.givers > 0
  return (
    <div className="registry-numbers">
      {daysToGo !== null && daysToGo >= 0 && (
        <NumberWithLabel
          value={daysToGo === 0 ? m.registry_today() : String(daysToGo)}
          label={daysToGo === 0 ? m.registry_today_label() : m.registry_days_to_go({ count: daysToGo })}
        />
      )}
      {items > 0 && !registry.secret && (
        <div className="max-md:hidden">
          <NumberWithLabel
            value={m.registry_open_of({ open: items - gifts_given, total: items })}
            label={m.registry_gifts_open()}
          />
        </div>
      )}
      <div className={hasGifts ? 'given-progress' : 'flex-1'}>
        {!hasGifts ? null : registry.secret ? (
          <p className="text-soft max-md:text-sm">{m.surprise_head()}</p>
        ) : (
          <GivingProgress counts={registry} />
        )}
      </div>
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

function NumberWithLabel({ value, label }: { value: string; label: string }) {
  return (
    <p className="max-md:text-center">
      <span className="block font-serif text-xl leading-tight tabular-nums lg:text-2xl">{value}</span>
      <span className="block text-sm text-soft max-md:leading-tight">{label}</span>
    </p>
  )
}
