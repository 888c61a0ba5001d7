import { paths } from '../../base/paths.ts'
import { formatPhone } from '../../base/text.ts'
import { m } from '../../paraglide/messages.js'
import { Link } from '../../ui/page/link.tsx'
import { Notice } from '../../ui/text/facts.tsx'
import { Money } from '../../ui/text/formatted-text.tsx'
import { orderPart } from '../registry/registry.rules.ts'
import { resultsPerKind } from '../search.rules.ts'
import type { Route } from './+types/staff-search-page'
import { tryConsole } from './frame/console-call.ts'
import { StaffPage, StaffSection } from './frame/staff-frame.tsx'
import { type StaffColumn, StaffTable } from './frame/staff-table.tsx'
import { RegistryLink, RegistryLinks, rowLinkClasses, ShortDay } from './frame/staff-text.tsx'
import { cardStates, checkoutStates, orderKinds, registryStates } from './search-messages.ts'
import { staffMeta } from './session/staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.common_search(), matches)

export async function loader(args: Route.LoaderArgs) {
  const q = new URL(args.request.url).searchParams.get('q') ?? ''
  const { done, refused } = await tryConsole(args, 'search', { q })
  const field = refused?.fields.q
  return { q, results: done, wrong: q.trim() === '' || field === undefined ? null : field }
}

export default function StaffSearchPage({ loaderData }: Route.ComponentProps) {
  const { q, results, wrong } = loaderData
  return (
    <StaffPage title={m.common_search()} lead={m.staff_search_lead()}>
      {wrong !== null && <Notice tone="alert" title={wrong} />}
      {results?.is_failure && <Notice title={m.staff_search_failure({ number: q.trim() })} />}
      {results?.is_shop_away && <Notice tone="alert" title={m.staff_search_shop_away()} />}
      {results && <Results results={results} />}
    </StaffPage>
  )
}

type SearchResults = NonNullable<Route.ComponentProps['loaderData']['results']>
type KindOfResult = Exclude<keyof SearchResults, `is_${string}`>
type Found<K extends KindOfResult> = SearchResults[K]['found'][number]

function Results({ results }: { results: SearchResults }) {
  const { is_failure, is_shop_away, ...kinds } = results
  if (Object.values(kinds).every(({ found }) => found.length === 0)) return <p>{m.staff_search_nothing()}</p>
  const lists: { [K in KindOfResult]: { found: Found<K>[]; has_more: boolean } } = kinds
  const kind = <K extends KindOfResult>(id: K, title: string, columns: StaffColumn<Found<K>>[]) => {
    const { found: rows, has_more } = lists[id]
    return (
      rows.length > 0 && (
        <StaffSection title={title} id={id}>
          <StaffTable columns={columns} rows={rows} label={title} />
          {has_more && (
            <p className="mt-2 text-sm text-soft">{m.staff_found_more({ count: resultsPerKind })}</p>
          )}
        </StaffSection>
      )
    )
  }
  return (
    <>
      {kind('registries', m.staff_found_registries(), registryColumns())}
      {kind('hosts', m.common_hosts(), hostColumns())}
      {kind('orders', m.common_orders(), orderColumns())}
      {kind('receipts', m.staff_found_receipts(), receiptColumns())}
      {kind('checkouts', m.staff_found_checkouts(), checkoutColumns())}
      {kind('cards', m.staff_found_cards(), cardColumns())}
      {kind('guests', m.staff_found_guests(), guestColumns())}
    </>
  )
}

const registryColumns = (): StaffColumn<Found<'registries'>>[] => [
  { label: m.common_registry(), cell: row => <RegistryLink code={row.code} /> },
  { label: m.common_name(), cell: row => row.registry_name },
  { label: m.common_hosts(), cell: row => row.hosts },
  { label: m.staff_column_event(), cell: row => <ShortDay day={row.event_day} /> },
  { label: m.staff_column_closing(), cell: row => <ShortDay day={row.closing_day} /> },
  { label: m.common_state(), cell: row => registryStates[row.state]() },
]

const hostColumns = (): StaffColumn<Found<'hosts'>>[] => [
  { label: m.common_name(), text: row => row.name, to: row => paths.staffHost(row.id) },
  { label: m.common_email(), cell: row => row.email },
  { label: m.common_phone(), cell: row => row.phone && formatPhone(row.phone), isCode: true },
  {
    label: m.staff_found_registries(),
    cell: row => row.registries.length > 0 && <RegistryLinks codes={row.registries} />,
  },
]

const orderColumns = (): StaffColumn<Found<'orders'>>[] => [
  {
    label: m.common_order(),
    text: row => row.order_id,
    to: row => (row.kind === 'gifts' ? paths.staffOrder(row.order_id) : null),
    isCode: true,
  },
  { label: m.common_kind(), cell: row => orderKinds[row.kind]() },
  {
    label: m.common_registry(),
    cell: ({ registry, named, kind, order_id: order }) =>
      kind === 'shop' || kind === 'unmatched' ? (
        <Link
          to={paths.staffAction('line_placed', { order, ...(named !== null && { registry: named }) })}
          className={`${rowLinkClasses} font-semibold`}
        >
          {m.staff_act_line_placed()}
        </Link>
      ) : (
        <RegistryLink code={registry} part={kind === 'gifts' ? orderPart(order) : 'money'} />
      ),
  },
  { label: m.staff_column_payer(), cell: row => row.payer },
  { label: m.staff_column_lines(), cell: row => row.lines, isNumber: true },
  {
    label: m.common_amount(),
    cell: ({ cents }) => (cents === null ? m.staff_order_currency() : <Money cents={cents} />),
    isNumber: true,
  },
]

const receiptColumns = (): StaffColumn<Found<'receipts'>>[] => [
  { label: m.staff_value_receipt(), cell: row => row.number, isCode: true },
  { label: m.staff_column_when(), at: row => row.at },
  {
    label: m.common_registry(),
    cell: row => <RegistryLink code={row.registry} part={orderPart(row.order_id)} />,
  },
  { label: m.common_gifts(), cell: row => row.lines, isNumber: true },
  { label: m.common_amount(), cents: row => row.cents },
  {
    label: m.common_state(),
    cell: row => (row.counts ? m.staff_value_counts() : m.staff_receipt_gone()),
  },
]

const checkoutColumns = (): StaffColumn<Found<'checkouts'>>[] => [
  { label: m.staff_column_when(), at: row => row.at },
  {
    label: m.common_registry(),
    cell: ({ registry, orders }) => (
      <RegistryLink code={registry} {...(orders[0] !== undefined && { part: orderPart(orders[0]) })} />
    ),
  },
  { label: m.common_order(), cell: row => row.orders.join(', ') },
  { label: m.staff_column_giver(), cell: row => row.giver },
  { label: m.common_email(), cell: row => <GiverEmail row={row} /> },
  { label: m.common_state(), cell: row => checkoutStates[row.state]() },
]

/** Masked for roles that may not see it; the registry's orders show the whole address by a click (R962). */
function GiverEmail({ row: { email, is_masked, orders } }: { row: Found<'checkouts'> }) {
  if (email === null) return m.staff_email_none()
  if (!is_masked) return <span className="wrap-anywhere">{email}</span>
  return (
    <>
      <span className="block wrap-anywhere">{email}</span>
      {orders.length > 0 && <span className="block text-sm text-soft">{m.staff_email_behind()}</span>}
    </>
  )
}

const cardColumns = (): StaffColumn<Found<'cards'>>[] => [
  { label: m.common_code(), cell: row => row.code, isCode: true },
  { label: m.common_registry(), cell: row => <RegistryLink code={row.registry} /> },
  { label: m.common_amount(), cents: row => row.cents },
  { label: m.common_state(), cell: row => cardStates[row.state]() },
]

const guestColumns = (): StaffColumn<Found<'guests'>>[] => [
  { label: m.common_name(), cell: row => row.name },
  { label: m.common_email(), cell: row => row.email },
  { label: m.common_registry(), cell: row => <RegistryLink code={row.registry} /> },
]
