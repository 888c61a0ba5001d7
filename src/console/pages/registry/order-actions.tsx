import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { ActionLinks } from '../action/action-links.tsx'
import type { ConsoleAnswer } from '../frame/console-call.ts'

export type Order = ConsoleAnswer<'registryOrders'>['orders'][number]
export type ShownLine = Order['lines'][number]

export function LineActions(props: { order: Order; line: ShownLine; code: string }) {
  const { order_id: order, has_one_giver, delivery } = props.order
  const { line_id: line, gift_id, kind, state, is_placed, is_money } = props.line
  const known = { order, line }
  // A parcel that still waits for its buyer in the shop was never with a host, who could return it (R968).
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
        ...(is_money && state === 'paid'
          ? [{ name: 'money_moved' as const, known: { registry: props.code, source: `${gift_id} gift` } }]
          : []),
        ...(is_placed ? [{ name: 'line_unplaced' as const, known }] : []),
        ...(has_one_giver ? [] : [{ name: 'giver_renamed' as const, known }]),
      ]}
    />
  )
}

export function OrderActions({ order }: { order: Order }) {
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

/** With several givers each line has an action of its own. */
function renamingOf({ order_id: order, has_one_giver, lines: [first] }: Order) {
  if (!first || !has_one_giver) return []
  return [{ name: 'giver_renamed' as const, known: { order, line: first.line_id } }]
}

/** E-mail of a guest or giver; a masked one has a button that shows it, which is audited (R962). */
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
