import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Link } from '../../ui/page/link.tsx'
import type { Route } from './+types/staff-deliveries-page'
import { callConsole, readListQuery } from './frame/console-call.ts'
import { StaffListPage } from './frame/staff-list.tsx'
import { RegistryLink, rowLinkClasses } from './frame/staff-text.tsx'
import { staffMeta } from './session/staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_delivery_title(), matches)

export const loader = (args: Route.LoaderArgs) => callConsole(args, 'deliveries', readListQuery(args.request))

/** Paid goods for hosts that have not left, by registry (R972). */
export default function StaffDeliveriesPage({ loaderData }: Route.ComponentProps) {
  const { registries, next } = loaderData
  return (
    <StaffListPage
      title={m.staff_delivery_title()}
      lead={m.staff_delivery_lead()}
      rows={registries}
      empty={m.staff_delivery_empty()}
      next={next}
      cursor="after"
      columns={[
        { label: m.staff_delivery_since(), at: one => one.since },
        {
          label: m.common_registry(),
          cell: one => (
            <>
              {one.name} <RegistryLink code={one.code} part="orders" />
            </>
          ),
        },
        { label: m.common_to(), cell: one => one.place ?? '—' },
        { label: m.common_orders(), cell: one => one.orders, isNumber: true },
        { label: m.common_pieces(), cell: one => one.units, isNumber: true },
        {
          label: m.staff_delivery_slip(),
          cell: one => (
            <Link
              to={paths.staffDelivery(one.code)}
              aria-label={m.staff_delivery_slip_of({ name: one.name })}
              className={`${rowLinkClasses} font-semibold`}
            >
              {m.staff_delivery_slip()}
            </Link>
          ),
        },
      ]}
    />
  )
}
