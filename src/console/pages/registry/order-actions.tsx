import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { type ActionLink, ActionLinks } from '../action/action-links.tsx'
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
        kind === 'units' && state === 'paid' && !isNowhere && { name: 'unit_returned', known },
        kind === 'units' && order > 0 && delivery?.sent_at == null && { name: 'units_freed', known },
        is_money &&
          state === 'paid' && {
            name: 'money_moved',
            known: { registry: props.code, source: `${gift_id} gift` },
          },
        is_placed && { name: 'line_unplaced', known },
        !has_one_giver && { name: 'giver_renamed', known },
      ]}
    />
  )
}

export function OrderActions({ order }: { order: Order }) {
  const renaming = renamingOf(order)
  if (order.receipt !== null) {
    const counts = order.lines.some(line => line.state === 'paid')
    const known = { receipt: -order.order_id }
    return (
      counts && (
        <ActionLinks
          actions={[renaming, { name: 'receipt_renumbered', known }, { name: 'receipt_reversed', known }]}
        />
      )
    )
  }
  const known = { order: order.order_id }
  const isOpen = !order.is_paid && order.lines.some(line => line.state !== 'void')
  return (
    <ActionLinks
      actions={[
        order.has_waiting_refund && { name: 'refund_placed', known },
        order.has_waiting_refund && { name: 'refund_dismissed', known },
        order.has_placed_refund && { name: 'refund_unplaced', known },
        isOpen && { name: 'payment_received', known },
        renaming,
      ]}
    />
  )
}

/** With several givers each line has an action of its own. */
function renamingOf({ order_id: order, has_one_giver, lines: [first] }: Order): ActionLink | false {
  if (!first || !has_one_giver) return false
  return { name: 'giver_renamed', known: { order, line: first.line_id } }
}

/** E-mail of a guest or giver; a masked one has a button that shows it, which is audited (R962). */
export function GuestEmail(props: { name: string; email: string | null; isMasked: boolean }) {
  const { name, email, isMasked } = props
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
