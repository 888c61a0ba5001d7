import { data, redirect, useSearchParams } from 'react-router'
import { dayInAthens } from '../../base/dates.ts'
import { inLanguage, paths } from '../../base/paths.ts'
import { giftsReceived, receivedShows, thankGiver } from '../../checkout/received-contract.ts'
import { m } from '../../paraglide/messages.js'
import { attempt, orErrorPage } from '../../ui/attempt.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { type PageVisit, pageVisit } from '../../ui/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { pageMeta } from '../../ui/meta.ts'
import { Pager } from '../../ui/pager.tsx'
import type { RegistryView } from '../contract.ts'
import { changeSurprise } from '../settings-contract.ts'
import type { Route } from './+types/gifts-received-page'
import { valuesOf } from './draft.ts'
import { EditSheet } from './edit-sheet.tsx'
import { hostRegistry } from './own-registry.ts'
import { ReceivedFilters } from './received-filters.tsx'
import { ReceivedOrder } from './received-order.tsx'
import { RevealDialog, SurpriseForm, SurpriseKept } from './surprise.tsx'

/** Who gave what; while its hosts want to be surprised, nothing of it is asked for. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const registry = await hostRegistry(visit, request, params.id)
  const query = new URL(request.url).searchParams
  const show = receivedShows.find(one => one === query.get('show')) ?? 'all'
  const gift = /^\d{1,12}$/.test(query.get('gift') ?? '') ? (query.get('gift') ?? '') : ''
  const asked = { registry_id: registry.id, page: query.get('page') ?? '1', show }
  const received = registry.secret
    ? null
    : await orErrorPage(visit.call(giftsReceived, { ...asked, ...(gift && { gift_id: gift }) }))
  return {
    registry,
    show,
    gift,
    received: received && {
      meta: received.meta,
      orders: ordersOf(
        received.data.map(one => ({
          ...one,
          day: dayInAthens(new Date(one.ordered_at)),
          thanked: one.thanked_at && dayInAthens(new Date(one.thanked_at)),
        })),
      ),
    },
    language: visit.language,
    site: visit.site,
  }
}

/** Lines of one order stand together: one giver, one message, one tick. */
function ordersOf<T extends { order_id: number }>(lines: T[]): T[][] {
  return [...Map.groupBy(lines, line => line.order_id).values()]
}

export type ReceivedData = Awaited<ReturnType<typeof loader>>
export type ReceivedLines = NonNullable<ReceivedData['received']>['orders'][number]

/** Ticks thanks, or switches surprise mode. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const registry = await hostRegistry(visit, request, params.id)
  const { intent, ...values } = valuesOf(await request.formData())
  const isThanks = intent === 'thank'
  const { refused } = await attempt<object>(() =>
    isThanks ? thank(registry, values, visit) : surprise(registry, values, visit),
  )
  if (refused) return data({ ...refused, values }, { status: refused.status })
  const query = isThanks ? new URL(request.url).searchParams : new URLSearchParams()
  query.delete('index')
  if (!isThanks) query.set('done', values.surprise === '1' ? 'surprise' : 'revealed')
  throw redirect(
    inLanguage(`${paths.registryGifts(registry.id)}${query.size > 0 ? `?${query}` : ''}`, visit.language),
  )
}

type Values = Record<string, string>

const thank = ({ id }: RegistryView, { order_id = '', thanked = '' }: Values, { call }: PageVisit) =>
  call(thankGiver, { registry_id: id, order_id, thanked })

const surprise = ({ id }: RegistryView, values: Values, { call }: PageVisit) =>
  call(changeSurprise, {
    id,
    surprise: values.surprise ?? '',
    ...(values.reveal_day && { reveal_day: values.reveal_day }),
  })

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

/** Who gave what, when, with which words, and whether the hosts said thanks. */
export default function GiftsReceivedPage({ loaderData, actionData }: Route.ComponentProps) {
  const { registry, received } = loaderData
  const [query] = useSearchParams()
  return (
    <EditSheet
      title={m.registry_received_title()}
      refused={actionData}
      done={{ surprise: m.surprise_switched_on, revealed: m.surprise_switched_off }}
      wide
    >
      {received ? <Received {...loaderData} received={received} /> : <SurpriseKept registry={registry} />}
      {!registry.secret && registry.open && (
        <SurpriseForm registry={registry} refused={actionData?.fields} values={actionData?.values} />
      )}
      {registry.secret && query.has('reveal') && <RevealDialog registry={registry} />}
    </EditSheet>
  )
}

function Received({
  received,
  ...shown
}: ReceivedData & { received: NonNullable<ReceivedData['received']> }) {
  const { registry, show, gift } = shown
  const { orders, meta } = received
  if (orders.length === 0 && show === 'all' && gift === '') return <Nothing id={registry.id} />
  return (
    <section>
      <ReceivedFilters {...shown} meta={meta} />
      {orders.length === 0 && <p className="py-10 text-soft">{m.received_none_here()}</p>}
      <ul className="divide-y divide-line">
        {orders.map(lines => (
          <ReceivedOrder key={lines[0]?.order_id} lines={lines} registry={registry} />
        ))}
      </ul>
      <Pager meta={meta} />
    </section>
  )
}

function Nothing({ id }: { id: string }) {
  return (
    <EmptyState
      picture="letter"
      tone="honey"
      title={m.registry_received_empty()}
      action={<ButtonLink to={paths.shareRegistry(id)}>{m.registry_received_share()}</ButtonLink>}
    >
      {m.registry_received_empty_text()}
    </EmptyState>
  )
}
