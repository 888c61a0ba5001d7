import { data, redirect, useSearchParams } from 'react-router'
import { dayInAthens } from '../../../base/dates.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { HostPageFrame } from '../../../registry/registry/pages/host-page-frame.tsx'
import { loadHostedRegistry } from '../../../registry/registry/pages/hosted-registry.ts'
import { changeSurprise } from '../../../registry/surprise/contract.ts'
import {
  RevealDialog,
  SurpriseForm,
  SurpriseNotice,
} from '../../../registry/surprise/pages/surprise-form.tsx'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { readFormValues } from '../../../ui/form/submit-form.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { TableFiles } from '../../../ui/page/table-files.tsx'
import { listReceivedGifts, type ReceivedGift, thankGiver, thanksFilters } from '../contract.ts'
import type { Route } from './+types/gifts-received-page'
import { ReceivedFilters } from './received-filters.tsx'
import { ReceivedOrder, type ReceivedOrderLines } from './received-order.tsx'

/** Who gave what; in surprise mode nothing of it is loaded (R221). */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const query = new URL(request.url).searchParams
  const show = thanksFilters.find(one => one === query.get('show')) ?? 'all'
  const gift = /^\d{1,12}$/.test(query.get('gift') ?? '') ? (query.get('gift') ?? '') : ''
  const filter = { registry_id: registry.id, page: query.get('page') ?? '1', show }
  const received = registry.secret
    ? null
    : await ctx.call(listReceivedGifts, { ...filter, ...(gift && { gift_id: gift }) })
  return {
    registry,
    show,
    gift,
    received: received && {
      meta: received.meta,
      orders: groupByOrder(received.data),
    },
    language: ctx.language,
    site: ctx.site,
  }
}

/** The lines of each order, which has one giver and one message; with the days in Athens. */
function groupByOrder(gifts: ReceivedGift[]): ReceivedOrderLines[] {
  const lines = gifts.map(gift => ({
    ...gift,
    day: dayInAthens(new Date(gift.ordered_at)),
    sentDay: gift.sent_at && dayInAthens(new Date(gift.sent_at)),
    thankedDay: gift.thanked_at && dayInAthens(new Date(gift.thanked_at)),
  }))
  return [...Map.groupBy(lines, line => line.order_id).values()]
}

/** Marks an order as thanked, or changes surprise mode. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const { intent, ...values } = readFormValues(await request.formData())
  const isThanks = intent === 'thank'
  const { refused } = await tryCall<object>(() =>
    isThanks ? saveThanks(registry, values, ctx) : saveSurprise(registry, values, ctx),
  )
  if (refused) return data({ ...refused, values }, { status: refused.status })
  const query = isThanks ? new URL(request.url).searchParams : new URLSearchParams()
  query.delete('index')
  if (!isThanks) query.set('done', values.surprise === '1' ? 'surprise' : 'revealed')
  throw redirect(
    withLanguage(`${paths.registryGifts(registry.id)}${query.size > 0 ? `?${query}` : ''}`, ctx.language),
  )
}

type Values = Record<string, string>

const saveThanks = ({ id }: RegistryView, { order_id = '', thanked = '' }: Values, { call }: PageContext) =>
  call(thankGiver, { registry_id: id, order_id, thanked })

const saveSurprise = ({ id }: RegistryView, values: Values, { call }: PageContext) =>
  call(changeSurprise, {
    id,
    surprise: values.surprise ?? '',
    ...(values.reveal_day && { reveal_day: values.reveal_day }),
  })

export function meta({ loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  return buildPageMeta({
    title: m.common_gifts_received(),
    path: paths.registryGifts(params.id),
    language,
    site,
    noindex: true,
  })
}

/** Who gave what, when and with which message, and whether they were thanked (R518). */
export default function GiftsReceivedPage({ loaderData, actionData }: Route.ComponentProps) {
  const { registry, received } = loaderData
  const [query] = useSearchParams()
  return (
    <HostPageFrame
      title={m.common_gifts_received()}
      refused={actionData}
      done={{ surprise: m.surprise_switched_on, revealed: m.surprise_switched_off }}
      wide
    >
      {received ? (
        <ReceivedOrders {...loaderData} received={received} />
      ) : (
        <SurpriseNotice registry={registry} />
      )}
      {!registry.secret && registry.open && (
        <SurpriseForm registry={registry} fieldErrors={actionData?.fields} values={actionData?.values} />
      )}
      {registry.secret && query.has('reveal') && <RevealDialog registry={registry} />}
    </HostPageFrame>
  )
}

type PageData = Route.ComponentProps['loaderData']

function ReceivedOrders({ received, ...filter }: PageData & { received: NonNullable<PageData['received']> }) {
  const { registry, show, gift } = filter
  const { orders, meta } = received
  if (orders.length === 0 && show === 'all' && gift === '') return <NothingReceived id={registry.id} />
  const [only = []] = orders
  const isFirst = meta.orders === 1 && orders.length === 1 && only.some(line => line.state !== 'void')
  return (
    <div>
      <ReceivedFilters {...filter} meta={meta} />
      {orders.length === 0 && <p className="py-10 text-soft">{m.received_none_here()}</p>}
      <ul className="divide-y divide-line">
        {orders.map(lines => (
          <ReceivedOrder key={lines[0]?.order_id} lines={lines} registry={registry} isFirst={isFirst} />
        ))}
      </ul>
      <Pager meta={meta} />
      <div className="mt-6">
        <TableFiles address={`${paths.registryGifts(registry.id)}/table`} />
      </div>
    </div>
  )
}

function NothingReceived({ id }: { id: string }) {
  return (
    <EmptyState
      picture="letter"
      tone="honey"
      title={m.registry_received_empty()}
      action={<ButtonLink to={paths.shareRegistry(id)}>{m.common_share_the_registry()}</ButtonLink>}
    >
      {m.registry_received_empty_text()}
    </EmptyState>
  )
}
