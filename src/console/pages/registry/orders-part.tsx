import { dayInAthens, formatDay } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { entryAnchor } from '../../registry/registry.rules.ts'
import { ActionLinks } from '../action/action-links.tsx'
import type { ConsoleAnswer } from '../frame/console-call.ts'
import { CursorPager } from '../frame/staff-frame.tsx'
import { StaffTable } from '../frame/staff-table.tsx'
import { Moment } from '../frame/staff-text.tsx'
import { paymentWord } from './payout-messages.ts'

type Order = ConsoleAnswer<'registryOrders'>['orders'][number]

/** The orders with their lines, payment and refunds. */
export function OrdersPart(props: { list: ConsoleAnswer<'registryOrders'>; shown: Record<string, string> }) {
  const { list, shown } = props
  if (list.orders.length === 0) return <p className="text-soft">{m.staff_orders_none()}</p>
  return (
    <div>
      <ul className="flex flex-col gap-6">
        {list.orders.map(order => (
          <li key={order.order_id} id={entryAnchor(order.order_id)} className="scroll-mt-6">
            <OrderOfList order={order} shown={shown[`order ${order.order_id}`]} />
          </li>
        ))}
      </ul>
      <CursorPager next={list.next} isLater={list.is_later} others={['order']} />
    </div>
  )
}

function OrderOfList({ order, shown }: { order: Order; shown: string | undefined }) {
  const language = useLanguage()
  return (
    <article aria-label={orderName(order)} className="flex flex-col gap-2 border-t border-edge pt-2">
      <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm">
        <h2 className="font-sans text-base font-semibold">{orderName(order)}</h2>
        <Moment at={order.ordered_at} />
        <span>{[giverText(order), visibilityText(order.visibility)].filter(Boolean).join(', ')}</span>
        <GuestEmail
          name={`order ${order.order_id}`}
          email={shown ?? order.email}
          isMasked={order.is_masked && !shown}
        />
        <span className="text-soft">
          {[order.status && paymentWord(order.status), order.method, paymentText(order)]
            .filter(Boolean)
            .join(', ')}
        </span>
        {order.delivery && <span>{deliveryText(order.delivery, language)}</span>}
        {order.receipt !== null && !order.is_paid && (
          <span className="font-semibold text-pomegranate">{m.staff_receipt_gone()}</span>
        )}
        {order.refunded > 0 && (
          <span className="font-semibold text-pomegranate">
            {m.staff_refunded()} <Money cents={order.refunded} />
          </span>
        )}
      </div>
      <OrderActions order={order} />
      <StaffTable
        label={m.staff_column_lines()}
        rows={order.lines}
        rowKey={line => line.line_id}
        columns={[
          { label: m.common_gift(), cell: line => line.gift },
          { label: m.common_state(), cell: line => lineStates[line.state]() },
          {
            label: m.staff_column_units(),
            cell: line => (line.kind === 'units' ? line.units : ''),
            isNumber: true,
          },
          { label: m.common_amount(), cell: line => <Money cents={line.cents} />, isNumber: true },
          {
            label: m.staff_column_surplus(),
            cell: line => (line.surplus > 0 ? <Money cents={line.surplus} /> : ''),
            isNumber: true,
          },
          { label: m.common_message(), cell: line => line.message },
          { label: m.staff_actions(), isActions: true, cell: line => lineActions(order, line) },
        ]}
      />
    </article>
  )
}

/** Whom goods go to, and whether they have left the shop. */
function deliveryText({ for_hosts, sent_at }: NonNullable<Order['delivery']>, language: Language): string {
  const toHosts = for_hosts ? m.staff_order_to_hosts() : m.staff_order_to_buyer()
  const whom = for_hosts === null ? m.staff_order_to_unknown() : toHosts
  if (sent_at === null) return `${whom}, ${m.common_not_sent_yet()}`
  const day = formatDay(dayInAthens(sent_at), language)
  return `${whom}, ${m.staff_order_shipped({ day })}`
}

function orderName({ order_id, receipt }: Order): string {
  if (receipt !== null) return m.staff_receipt_of({ number: receipt })
  return m.giftcard_order({ number: String(order_id) })
}

/** Units that were given can come back from the host, and what staff have placed can be taken off. */
function lineActions(
  { order_id: order, has_one_giver, delivery }: Order,
  { line_id: line, kind, state, is_placed }: Order['lines'][number],
) {
  const known = { order, line }
  // What waits in the shop for its buyer, no host can bring back (R968).
  const isNowhere = delivery !== null && delivery.for_hosts === false && delivery.sent_at === null
  return (
    <ActionLinks
      actions={[
        ...(kind === 'units' && state === 'paid' && !isNowhere
          ? [{ name: 'unit_returned' as const, known }]
          : []),
        ...(kind === 'units' && order > 0 && delivery?.sent_at == null
          ? [{ name: 'units_freed' as const, known }]
          : []),
        ...(is_placed ? [{ name: 'line_unplaced' as const, known }] : []),
        ...(has_one_giver ? [] : [{ name: 'giver_renamed' as const, known }]),
      ]}
    />
  )
}

/** A receipt was paid when it was printed. */
function paymentText({ receipt, is_paid }: Order): string {
  if (receipt !== null) return ''
  return is_paid ? m.common_paid() : m.common_not_paid()
}

/** What can be done about an order of the shop, or a receipt of its till. */
function OrderActions({ order }: { order: Order }) {
  const renaming = renamingOf(order)
  if (order.receipt !== null) {
    const counts = order.lines.some(line => line.state === 'paid')
    const known = { receipt: -order.order_id }
    const correcting = (['receipt_renumbered', 'receipt_reversed'] as const).map(name => ({ name, known }))
    return counts && <ActionLinks actions={[...renaming, ...correcting]} />
  }
  const known = { order: order.order_id }
  const isOpen = !order.is_paid && order.lines.some(line => line.state !== 'void')
  return (
    <ActionLinks
      actions={[
        ...(order.has_waiting_refund
          ? [
              { name: 'refund_placed' as const, known },
              { name: 'refund_dismissed' as const, known },
            ]
          : []),
        ...(order.has_placed_refund ? [{ name: 'refund_unplaced' as const, known }] : []),
        ...(isOpen ? [{ name: 'payment_received' as const, known }] : []),
        ...renaming,
      ]}
    />
  )
}

/** The name of the one giver; of several, each line has its own. */
function renamingOf({ order_id: order, has_one_giver, lines: [first] }: Order) {
  if (!first || !has_one_giver) return []
  return [{ name: 'giver_renamed' as const, known: { order, line: first.line_id } }]
}

function giverText({ giver, lines }: Order): string {
  const names = [...new Set(lines.map(line => line.giver ?? ''))].filter(Boolean)
  return names.length > 1 ? names.join(', ') : (giver ?? m.staff_giver_unnamed())
}

const lineStates = { paid: m.staff_line_paid, pending: m.staff_line_pending, void: m.staff_line_void }

function visibilityText(visibility: Order['visibility']): string {
  if (visibility === 'full') return ''
  return visibility === 'initials' ? m.staff_giver_initials() : m.staff_giver_anonymous()
}

/** An e-mail of a guest; a masked one with the button that shows it, and writes so to the audit. */
export function GuestEmail({
  name,
  email,
  isMasked,
}: {
  name: string
  email: string | null
  isMasked: boolean
}) {
  if (email === null) return null
  if (!isMasked) return <span className="wrap-anywhere">{email}</span>
  return (
    <Form method="post" preventScrollReset className="inline-flex flex-wrap items-baseline gap-x-2">
      <span>{email}</span>
      <Button
        type="submit"
        name="email"
        value={name}
        kind="quiet"
        className="min-h-6 px-1 py-0 text-sm max-md:min-h-11"
        aria-label={m.staff_email_show_of({ email })}
      >
        {m.common_show()}
      </Button>
    </Form>
  )
}
