import { m } from '../../../paraglide/messages.js'
import type { ConsoleAnswer } from '../frame/console-call.ts'
import { CursorPager } from '../frame/staff-frame.tsx'
import { OrdersTable } from './orders-table.tsx'

export function OrdersPart(props: {
  list: ConsoleAnswer<'registryOrders'>
  code: string
  shown: Record<string, string>
  found: number | null
}) {
  const { list, ...rest } = props
  if (list.orders.length === 0) return <p className="text-soft">{m.staff_orders_none()}</p>
  return (
    <div>
      <OrdersTable orders={list.orders} {...rest} />
      <CursorPager next={list.next} isLater={list.is_later} others={['order']} />
    </div>
  )
}
