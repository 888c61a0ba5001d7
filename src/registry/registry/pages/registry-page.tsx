import { useMemo } from 'react'
import { Outlet, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { AppError } from '../../../base/app-error.ts'
import { type Day, dayInAthens, daysBetween, formatDay } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { readChoices } from '../../../checkout/cart/pages/cookie-cart.ts'
import { type GiftListItem, showGifts } from '../../../gift/gift/contract.ts'
import { GiftList } from '../../../gift/gift/pages/gift-list.tsx'
import { sharePicturePath } from '../../../invitation/share/rules.ts'
import { m } from '../../../paraglide/messages.js'
import { useTrackEvent } from '../../../ui/browser/use-track-event.ts'
import { decodeColumnar, encodeColumnar } from '../../../ui/list/columnar.ts'
import { setFlash } from '../../../ui/page/flash.ts'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { findRegistry, getRegistryVisibility } from '../contract.ts'
import type { Route } from './+types/registry-page'
import { RegistryHeader } from './registry-header.tsx'
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
