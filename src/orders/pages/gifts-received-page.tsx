import { data, redirect, useSearchParams, useSubmit } from 'react-router'
import { addDays, type Day, dayInAthens, formatDay, formatShortDay } from '../../base/dates.ts'
import type { ReplyOf } from '../../base/endpoint.ts'
import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { HostPageFrame, loadHostedRegistry } from '../../registry/pages/host-page-frame.tsx'
import { RevealDialog, SurpriseNotice } from '../../registry/pages/surprise-form.tsx'
import type { RegistryView } from '../../registry/registry.contract.ts'
import { changeSurprise } from '../../registry/surprise.contract.ts'
import { useKeptAnswer } from '../../ui/browser/use-refresh.ts'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { readFormValues } from '../../ui/form/submit-form.ts'
import { Chip, ChipRow, EmptyState } from '../../ui/list/list-parts.tsx'
import { Pager } from '../../ui/list/pager.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { tryCall } from '../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { TableFiles } from '../../ui/page/table-files.tsx'
import { type ColumnPlot, layOutColumns } from '../../ui/plot/layout.ts'
import { Columns, PlotFigure } from '../../ui/plot/plot.tsx'
import { classNames } from '../../ui/style/class-names.ts'
import { DotSeparated } from '../../ui/text/facts.tsx'
import {
  listReceivedGifts,
  type ReceivedGift,
  type ThanksFilter,
  thankGiver,
  thanksFilters,
} from '../received.contract.ts'
import type { Route } from './+types/gifts-received-page'
import { ReceivedOrder, type ReceivedOrderLines } from './received-order.tsx'

/** Nothing is loaded in surprise mode (R221). */
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
      filling: drawFilling(received.meta.weeks, ctx.language),
    },
    language: ctx.language,
    site: ctx.site,
  }
}

/** Lines by order, which has one giver; with days in Athens. */
function groupByOrder(gifts: ReceivedGift[]): ReceivedOrderLines[] {
  const lines = gifts.map(gift => ({
    ...gift,
    day: dayInAthens(new Date(gift.ordered_at)),
    sentDay: gift.sent_at && dayInAthens(new Date(gift.sent_at)),
    thankedDay: gift.thanked_at && dayInAthens(new Date(gift.thanked_at)),
  }))
  return [...Map.groupBy(lines, line => line.order_id).values()]
}

type Weeks = { monday: Day; orders: number }[]
/** So many weeks fit on a phone. */
const maxWeeks = 26

/** Orders by week and in total; null before a second week. Called by loaders, so that browsers don't load d3. */
function drawFilling(weeks: Weeks, language: Language): { plot: ColumnPlot; said: string } | null {
  const all = everyWeek(weeks)
  if (all.length < 2) return null
  let sum = 0
  const sums = all.map(({ orders }) => (sum += orders))
  const name = ({ monday }: { monday: Day }) => formatShortDay(monday, language)
  const plot = layOutColumns({
    names: all.slice(-maxWeeks).map(name),
    up: all.slice(-maxWeeks).map(({ orders }) => orders),
    line: sums.slice(-maxWeeks),
    format: String,
    isSmall: true,
  })
  const told = weeks.slice(-maxWeeks).map(({ monday, orders }) => `${formatDay(monday, language)}: ${orders}`)
  return { plot, said: `${m.received_filling()}. ${told.join(', ')}` }
}

/** Adds the weeks without orders. */
function everyWeek(weeks: Weeks): Weeks {
  const [first, last] = [weeks.at(0)?.monday, weeks.at(-1)?.monday]
  if (first === undefined || last === undefined) return []
  const counts = new Map(weeks.map(({ monday, orders }) => [monday, orders]))
  const all: Weeks = []
  for (let monday = first; monday <= last; monday = addDays(monday, 7))
    all.push({ monday, orders: counts.get(monday) ?? 0 })
  return all
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const { intent, ...values } = readFormValues(await request.formData())
  const isThanks = intent === 'thank'
  const { order_id = '', thanked = '' } = values
  const { refused } = await tryCall<object>(() =>
    isThanks
      ? ctx.call(thankGiver, { registry_id: registry.id, order_id, thanked })
      : ctx.call(changeSurprise, { id: registry.id, surprise: '0' }),
  )
  if (refused) return data(refused, { status: refused.status })
  // Sent by a script, after which the page is read anew: of two marks on their way, the second's redirect would be dropped.
  if (isThanks && request.headers.get('sec-fetch-dest') === 'empty') return null
  const query = isThanks ? new URL(request.url).searchParams : new URLSearchParams()
  query.delete('index')
  if (!isThanks) query.set('done', 'revealed')
  throw redirect(
    withLanguage(`${paths.registryGifts(registry.id)}${query.size > 0 ? `?${query}` : ''}`, ctx.language),
  )
}

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

/** Gifts received (R518): who gave what, when, with which message, and whether they were thanked. */
export default function GiftsReceivedPage({ loaderData, actionData: lastAnswer }: Route.ComponentProps) {
  const actionData = useKeptAnswer(lastAnswer)
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
      {received.filling && (
        <div className="mt-10 border-t border-line pt-6">
          <Filling drawn={received.filling} />
        </div>
      )}
      <div className="mt-6">
        <TableFiles address={`${paths.registryGifts(registry.id)}/table`} />
      </div>
    </div>
  )
}

function Filling({ drawn }: { drawn: NonNullable<ReturnType<typeof drawFilling>> }) {
  return (
    <PlotFigure
      title={m.received_filling()}
      legend={[
        { look: 'solid', name: m.received_filling_week() },
        { look: 'line', name: m.received_filling_sum() },
      ]}
    >
      <Columns plot={drawn.plot} label={drawn.said} />
    </PlotFigure>
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

const filterTexts: Record<ThanksFilter, () => string> = {
  all: m.common_all,
  unthanked: m.received_unthanked,
  thanked: m.received_thanked,
}

interface FilterProps {
  registry: RegistryView
  show: ThanksFilter
  /** Id of the filtered gift; empty for all. */
  gift: string
  language: Language
  meta: ReplyOf<typeof listReceivedGifts>['meta']
}

function ReceivedFilters({ registry, show, gift, meta, language }: FilterProps) {
  const address = paths.registryGifts(registry.id)
  const filterAddress = (one: ThanksFilter) => {
    const query = new URLSearchParams({ ...(one !== 'all' && { show: one }), ...(gift && { gift }) })
    return query.size > 0 ? `${address}?${query}` : address
  }
  const counts = [m.common_gift_count({ count: meta.orders })]
  if (meta.wishes > 0) counts.push(m.received_wishes({ count: meta.wishes }))
  const facts = [m.received_amount({ amount: formatEuro(meta.amount, language) })]
  if (meta.unthanked > 0) facts.push(m.received_open({ count: meta.unthanked }))
  return (
    <div className="flex flex-col gap-4 border-b border-line pb-3">
      <div>
        <p className="font-serif text-2xl">{counts.join(', ')}</p>
        <p className="mt-2 text-sm text-soft">
          <DotSeparated facts={facts} />
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 max-md:block max-md:space-y-2">
        <ChipRow label={m.common_which_gifts()}>
          {thanksFilters.map(one => (
            <Chip key={one} to={filterAddress(one)} chosen={one === show}>
              {filterTexts[one]()}
            </Chip>
          ))}
        </ChipRow>
        {meta.gifts.length > 1 && <GiftFilter address={address} show={show} gift={gift} gifts={meta.gifts} />}
      </div>
    </div>
  )
}

type GiftFilterProps = Pick<FilterProps, 'show' | 'gift'> & {
  address: string
  gifts: FilterProps['meta']['gifts']
}

/** Submits at once; without JavaScript there is a button. */
function GiftFilter({ address, show, gift, gifts }: GiftFilterProps) {
  const submit = useSubmit()
  return (
    <Form
      role="presentation"
      method="get"
      action={address}
      key={gift}
      className={classNames(
        'flex min-w-0 items-center gap-2 max-md:[&>select]:flex-1',
        gift === '' && 'no-print',
      )}
    >
      {show !== 'all' && <input type="hidden" name="show" value={show} />}
      <label htmlFor="gift-filter" className="shrink-0 text-sm text-soft">
        {m.received_gift_label()}
      </label>
      <select
        name="gift"
        id="gift-filter"
        defaultValue={gift}
        onChange={event => submit(event.currentTarget.form, { preventScrollReset: true })}
        className="small-select max-w-80 max-md:w-full max-md:max-w-none"
      >
        <option value="">{m.received_gift_all()}</option>
        {gifts.map(one => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      <Button type="submit" kind="outline" size="small" className="js:hidden">
        {m.common_show()}
      </Button>
    </Form>
  )
}
