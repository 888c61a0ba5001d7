import { useMemo } from 'react'
import { Outlet, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { dayInAthens, daysBetween, formatDay } from '../../base/dates.ts'
import { inLanguage, paths } from '../../base/paths.ts'
import { type ListedGift, showGifts } from '../../gift/contract.ts'
import { GiftList } from '../../gift/pages/gift-list.tsx'
import { sharePicture } from '../../invitation/share-rules.ts'
import { m } from '../../paraglide/messages.js'
import { orErrorPage } from '../../ui/attempt.ts'
import { type PageVisit, pageVisit } from '../../ui/context.ts'
import { pageMeta } from '../../ui/meta.ts'
import { packed, unpacked } from '../../ui/packed.ts'
import { useTrack } from '../../ui/use-track.ts'
import { findRegistry, standingOf } from '../contract.ts'
import type { Route } from './+types/registry-page'
import { RegistryHead } from './registry-head.tsx'
import { useLive } from './use-live.ts'

/** The registry as guests see it; home for the uninvited, /404 for an unknown address (product.md 5). */
export async function loader({ params, context, request }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const { call, language, site } = visit
  const [registry] = await orErrorPage(call(findRegistry, { id: params.id }))
  if (!registry) throw redirect(inLanguage(await awayFrom(params.id, visit), language))
  const address = paths.registry(registry.slug ?? registry.id)
  if (params.id !== (registry.slug ?? registry.id)) throw redirect(moved(request, address), 301)
  const gifts = await orErrorPage(call(showGifts, { registry_id: registry.id }))
  const { registry_date } = registry
  return {
    registry,
    gifts: packed<ListedGift>(gifts.data.map(({ sku, url, ...listed }) => listed)),
    language,
    siteName: site.name,
    minimumCents: site.groupMinimumCents,
    // Written here: a phone takes longer to learn how dates are written than to draw the page.
    when: registry_date === null ? null : formatDay(registry_date, language, true),
    daysToGo: registry_date === null ? null : daysBetween(dayInAthens(new Date()), registry_date),
  }
}

export type RegistryData = Awaited<ReturnType<typeof loader>>

async function awayFrom(id: string, { call }: PageVisit): Promise<string> {
  const { standing } = await orErrorPage(call(standingOf, { id }))
  return standing === 'private' ? paths.home : paths.notFound
}

/** The same page below the registry's canonical address: a code as typed becomes the code as written. */
function moved(request: Request, address: string): string {
  const { pathname, search } = new URL(request.url)
  const rest = pathname
    .replace(/\.data$/, '')
    .split('/')
    .slice(3)
  return [address, ...rest].join('/') + search
}

/** Share tags: a shareable registry says its type and name only (product.md 5). */
export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { registry, language } = loaderData
  const open = registry.registry_status === 'public'
  return pageMeta({
    ...matches[0].loaderData,
    title: registry.registry_name,
    description: open && registry.message ? registry.message : m.registry_share_text({ type: registry.name }),
    path: paths.registry(registry.slug ?? registry.id),
    picture: sharePicture(registry.id, language, registry.version),
    hidden: !open,
  })
}

/** Filters and order only rearrange what is here; everything else reads the registry anew. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const sameLanguage = currentUrl.searchParams.get('lang') === nextUrl.searchParams.get('lang')
  const rearranged = currentUrl.href !== nextUrl.href && sameLanguage && !formMethod
  return rearranged ? false : defaultShouldRevalidate
}

export default function RegistryPage({ loaderData }: Route.ComponentProps) {
  const { registry, language } = loaderData
  const gifts = useMemo(() => unpacked(loaderData.gifts), [loaderData.gifts])
  useLive(registry.id, registry.version)
  useTrack('view_registry', { event_type: registry.type_info.slug })
  return (
    <div className="measure">
      <RegistryHead {...loaderData} gifts={gifts} />
      <GiftList gifts={gifts} registry={registry} language={language} />
      <Outlet />
    </div>
  )
}
