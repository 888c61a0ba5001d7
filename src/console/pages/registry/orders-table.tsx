import { dayInAthens, formatDay } from '../../../base/dates.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Link } from '../../../ui/page/link.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { classNames } from '../../../ui/style/class-names.ts'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { entryAnchor } from '../../registry/registry.rules.ts'
import { type StaffColumn, StaffTable } from '../frame/staff-table.tsx'
import { Moment, rowLinkClasses, StateChip } from '../frame/staff-text.tsx'
import { GuestEmail, LineActions, type Order, OrderActions, type ShownLine } from './order-actions.tsx'
import { paymentWord } from './payout-messages.ts'

/** All orders in one table, so that their columns line up; cards on a phone. */
export function OrdersTable(props: {
  orders: Order[]
  code: string
  /** Unmasked e-mails, by the name of their button. */
  shown: Record<string, string>
  /** The order that a link led to; it is highlighted. */
  found?: number | null
  /** On the order's own page, without a link to that page. */
  isAlone?: boolean
}) {
  const { orders, code, shown, found = null, isAlone = false } = props
  const groups = orders.map(order => ({
    id: entryAnchor(order.order_id),
    className: classNames('order-rows', found === order.order_id && 'found'),
    head: <OrderHead order={order} shown={shown} code={code} isAlone={isAlone} />,
    rows: order.lines.map(line => ({ order, line })),
  }))
  return (
    <StaffTable
      label={m.common_orders()}
      columns={lineColumns(code)}
      rows={groups.flatMap(({ rows }) => rows)}
      groups={groups}
    />
  )
}

const lineColumns = (code: string): StaffColumn<{ order: Order; line: ShownLine }>[] => [
  { label: m.common_gift(), cell: ({ line }) => line.gift },
  { label: m.common_state(), cell: ({ line }) => <LineState state={line.state} /> },
  {
    label: m.staff_value_units(),
    cell: ({ line }) => line.kind === 'units' && line.units,
    isNumber: true,
    isRare: true,
  },
  { label: m.common_amount(), cents: ({ line }) => line.cents },
  {
    label: m.staff_column_surplus(),
    cents: ({ line }) => (line.surplus > 0 ? line.surplus : null),
    isRare: true,
  },
  { label: m.common_message(), cell: ({ line }) => line.message, isRare: true },
  { label: m.staff_actions(), cell: row => <LineActions {...row} code={code} />, isActions: true },
]

function OrderHead(props: { order: Order; shown: Record<string, string>; code: string; isAlone: boolean }) {
  const { order, shown, code, isAlone } = props
  // The order's own page may show several registries, so the name has the registry as well.
  const name = isAlone ? `order ${order.order_id} ${code}` : `order ${order.order_id}`
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 font-normal">
      {!isAlone && (
        <Link to={paths.staffOrder(order.order_id)} className={`${rowLinkClasses} text-base font-semibold`}>
          {orderName(order)}
        </Link>
      )}
      <Moment at={order.ordered_at} />
      <OrderFacts order={order} name={name} email={shown[name]} />
      <OrderActions order={order} />
    </div>
  )
}

function OrderFacts({ order, name, email }: { order: Order; name: string; email: string | undefined }) {
  return (
    <>
      <span className="text-ink">
        {[giverText(order), visibilityText(order.visibility)].filter(Boolean).join(', ')}
      </span>
      <GuestEmail name={name} email={email ?? order.email} isMasked={order.is_masked && !email} />
      <PaymentState order={order} />
      {order.refunded > 0 && (
        <StateChip tone="alert">
          {m.staff_refunded()} <Money cents={order.refunded} />
        </StateChip>
      )}
      {order.delivery && <DeliveryState delivery={order.delivery} />}
    </>
  )
}

/** A receipt is paid, or taken back; for an order the shop's status is added where it says more than paid. */
function PaymentState({ order: { receipt, is_paid, status, method } }: { order: Order }) {
  if (receipt !== null)
    return is_paid ? null : <StateChip tone="alert">{m.staff_chip_taken_back()}</StateChip>
  const word = status === null || ['captured', 'paid'].includes(status) ? '' : paymentWord(status)
  return (
    <span className="flex flex-wrap items-center gap-2">
      <StateChip tone={is_paid ? 'done' : 'waits'}>
        {is_paid ? m.staff_chip_paid() : m.staff_chip_not_paid()}
      </StateChip>
      {[method, word].filter(Boolean).join(', ')}
    </span>
  )
}

function DeliveryState({ delivery: { for_hosts, sent_at } }: { delivery: NonNullable<Order['delivery']> }) {
  const language = useLanguage()
  const toHosts = for_hosts ? m.staff_order_to_hosts() : m.staff_order_to_buyer()
  const day = sent_at && formatDay(dayInAthens(new Date(sent_at)), language)
  return (
    <span className="flex flex-wrap items-center gap-2">
      <StateChip tone={day ? 'done' : 'waits'}>
        {day ? m.staff_chip_sent({ day }) : m.staff_chip_not_sent()}
      </StateChip>
      {for_hosts === null ? m.staff_order_to_unknown() : toHosts}
    </span>
  )
}

const lineStates = {
  paid: ['done', m.staff_line_paid],
  pending: ['waits', m.staff_line_pending],
  void: ['alert', m.staff_line_void],
} as const

function LineState({ state }: { state: ShownLine['state'] }) {
  const [tone, text] = lineStates[state]
  return <StateChip tone={tone}>{text()}</StateChip>
}

export function orderName({ order_id, receipt }: Pick<Order, 'order_id' | 'receipt'>): string {
  if (receipt !== null) return m.staff_receipt_title({ number: receipt })
  return m.staff_order_title({ number: String(order_id) })
}

function giverText({ giver, lines }: Order): string {
  const names = [...new Set(lines.map(line => line.giver ?? ''))].filter(Boolean)
  return names.length > 1 ? names.join(', ') : (giver ?? m.staff_giver_unnamed())
}

function visibilityText(visibility: Order['visibility']): string {
  if (visibility === 'full') return ''
  return visibility === 'initials' ? m.staff_giver_initials() : m.staff_giver_anonymous()
}
