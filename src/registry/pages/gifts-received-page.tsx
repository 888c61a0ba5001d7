import { dayInAthens } from '../../base/dates.ts'
import { paths } from '../../base/paths.ts'
import { giftsReceived } from '../../checkout/received-contract.ts'
import { m } from '../../paraglide/messages.js'
import { orErrorPage } from '../../ui/attempt.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { pageVisit } from '../../ui/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { pageMeta } from '../../ui/meta.ts'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ProductTile } from '../../ui/product-tile.tsx'
import { DayText, Money } from '../../ui/spans.tsx'
import type { Route } from './+types/gifts-received-page'
import { EventHeader } from './event-header.tsx'
import { daysUntil, hostRegistry } from './own-registry.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const registry = await hostRegistry(visit, request, params.id)
  const page = new URL(request.url).searchParams.get('page') ?? '1'
  const received = await orErrorPage(visit.call(giftsReceived, { registry_id: registry.id, page }))
  return {
    registry,
    received: received.data.map(gift => ({ ...gift, day: dayInAthens(new Date(gift.ordered_at)) })),
    pages: received.meta,
    daysToGo: daysUntil(registry.registry_date),
    language: visit.language,
    site: visit.site,
  }
}

type Received = Awaited<ReturnType<typeof loader>>['received'][number]

export function meta({ loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  return pageMeta({
    title: m.registry_received_title(),
    path: paths.registryGifts(params.id),
    language,
    site,
    hidden: true,
  })
}

/** Who gave what, when, and with which words. */
export default function GiftsReceivedPage({ loaderData }: Route.ComponentProps) {
  const { registry, received, pages, daysToGo } = loaderData
  return (
    <Page title={m.registry_received_title()}>
      <EventHeader registry={registry} daysToGo={daysToGo} others={[]} />
      {received.length === 0 ? (
        <EmptyState
          picture="letter"
          tone="honey"
          title={m.registry_received_empty()}
          action={<ButtonLink to={paths.editRegistry(registry.id)}>{m.registry_received_share()}</ButtonLink>}
        >
          {m.registry_received_empty_text()}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {received.map(gift => (
            <ReceivedGift key={`${gift.order_id}-${gift.line_id}`} gift={gift} />
          ))}
        </ul>
      )}
      <Pager meta={pages} />
    </Page>
  )
}

function ReceivedGift({ gift }: { gift: Received }) {
  return (
    <li className="flex gap-5 py-5">
      <ProductTile image={gift.image} tile={gift.tile} className="size-20 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-6">
          <span className="font-semibold">{gift.name}</span>
          <Money cents={gift.amount} className="text-lg font-semibold" />
        </p>
        <p className="text-sm text-soft">
          {gift.giver || m.registry_received_anonymous()} · <DayText day={gift.day} />
          {' · '}
          {gift.is_group_gifting
            ? m.registry_received_share_of()
            : m.registry_received_units({ count: gift.units })}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm font-semibold empty:hidden">
          {gift.state === 'pending' && <span className="text-sea">{m.registry_received_pending()}</span>}
          {gift.state === 'void' && <span className="text-soft">{m.registry_received_void()}</span>}
          {gift.surplus > 0 && (
            <span className="text-pomegranate">
              {m.registry_received_surplus()} <Money cents={gift.surplus} />
            </span>
          )}
        </p>
        {gift.message && <p className="mt-1 font-serif text-lg whitespace-pre-line">{gift.message}</p>}
      </div>
    </li>
  )
}
