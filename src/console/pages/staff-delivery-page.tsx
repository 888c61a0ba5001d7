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

type Order = ConsoleAnswer<'delivery'>['orders'][number]

function OrderToDeliver({ order }: { order: Order }) {
  const language = useLanguage()
  const day = formatDay(dayInAthens(order.ordered_at), language)
  return (
    <li className="break-inside-avoid border-t border-line py-4">
      <h2 className="text-base font-semibold">{m.staff_delivery_order({ order: order.id, day })}</h2>
      {order.is_unsure && <p className="text-sm text-pomegranate">{m.staff_delivery_unsure()}</p>}
      {order.parts.map(part => (
        <GiverPart key={part.id} part={part} />
      ))}
    </li>
  )
}

/** The gifts of one giver, and their words. */
function GiverPart({ part: { giver, lines } }: { part: Order['parts'][number] }) {
  const messages = [...new Set(lines.flatMap(line => line.message ?? []))]
  return (
    <div className="not-last:mb-4">
      <ul>
        {lines.map(line => (
          <li key={`${line.sku} ${line.name} ${line.message}`} className="flex gap-3">
            <span className="w-10 shrink-0 text-right font-semibold tabular-nums">{`${line.units} ×`}</span>
            <span className="min-w-0 wrap-anywhere">
              {line.name} <span className="text-sm text-soft">{line.sku}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        {giver ? m.staff_delivery_from({ name: giver }) : m.staff_delivery_from_nobody()}
      </p>
      {messages.map(message => (
        <p
          key={message}
          className="mt-1 max-w-2xl border-l-2 border-line pl-4 font-serif text-lg leading-snug whitespace-pre-line wrap-anywhere"
        >
          {message}
        </p>
      ))}
    </div>
  )
}
