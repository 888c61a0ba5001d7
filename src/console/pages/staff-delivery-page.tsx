import { dayInAthens, formatDay } from '../../base/dates.ts'
import { formatCode } from '../../base/fields.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/form/button.tsx'
import { useLanguage } from '../../ui/page/site-data.ts'
import type { Route } from './+types/staff-delivery-page'
import { type ConsoleAnswer, callConsole } from './frame/console-call.ts'
import { StaffPage } from './frame/staff-frame.tsx'
import { staffMeta } from './session/staff-page.ts'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  staffMeta(`${m.staff_delivery_slip()} ${formatCode(params.id)}`, matches)

export const loader = (args: Route.LoaderArgs) => callConsole(args, 'delivery', { registry: args.params.id })

/** The slip for a registry's parcel, to be printed: today's address, and what each giver wrote (R972). */
export default function StaffDeliveryPage({ loaderData }: Route.ComponentProps) {
  const { code, name, address, orders, limit, is_cut } = loaderData
  return (
    <StaffPage
      title={name}
      lead={formatCode(code)}
      back={{ to: paths.staffRegistry(code, 'orders'), label: m.common_back_to_the_registry() }}
    >
      <Button className="hidden self-start js:inline-flex" onClick={() => print()}>
        {m.ui_print()}
      </Button>
      <section aria-labelledby="address">
        <h2 id="address" className="text-xl">
          {m.staff_delivery_address()}
        </h2>
        {address ? (
          <address className="mt-1 text-lg leading-snug not-italic wrap-anywhere">
            {address.map(part => (
              <span key={part} className="block">
                {part}
              </span>
            ))}
          </address>
        ) : (
          <p>{m.staff_delivery_no_address()}</p>
        )}
      </section>
      {orders.length === 0 && <p>{m.staff_delivery_none()}</p>}
      <ul>
        {orders.map(order => (
          <OrderToDeliver key={order.id} order={order} />
        ))}
      </ul>
      {is_cut && <p className="font-semibold">{m.staff_delivery_more({ count: limit })}</p>}
    </StaffPage>
  )
}

function OrderToDeliver({ order }: { order: ConsoleAnswer<'delivery'>['orders'][number] }) {
  const language = useLanguage()
  const day = formatDay(dayInAthens(order.ordered_at), language)
  const messages = [...new Set(order.lines.flatMap(line => line.message ?? []))]
  return (
    <li className="break-inside-avoid border-t border-line py-4">
      <h2 className="text-base font-semibold">{m.staff_delivery_order({ order: order.id, day })}</h2>
      {order.is_unsure && <p className="text-sm text-pomegranate">{m.staff_delivery_unsure()}</p>}
      <ul>
        {order.lines.map(line => (
          <li key={`${line.sku} ${line.name} ${line.message}`} className="flex gap-3">
            <span className="w-10 shrink-0 text-right font-semibold tabular-nums">{`${line.units} ×`}</span>
            <span className="min-w-0 wrap-anywhere">
              {line.name} <span className="text-sm text-soft">{line.sku}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        {order.giver ? m.staff_delivery_from({ name: order.giver }) : m.staff_delivery_from_nobody()}
      </p>
      {messages.map(message => (
        <p
          key={message}
          className="mt-1 max-w-2xl border-l-2 border-line pl-4 font-serif text-lg leading-snug whitespace-pre-line wrap-anywhere"
        >
          {message}
        </p>
      ))}
    </li>
  )
}
