import type { ReplyOf } from '../../../base/endpoint.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Link } from '../../../ui/page/link.tsx'
import { rowLinkClasses } from '../../frame/pages/staff-text.tsx'
import type { showStaffRegistry } from '../contract.ts'
import { orderPart } from '../rules.ts'

/** No postcode or telephone number breaks between its digits. */
export const addressText = (lines: string[] | null): string =>
  lines?.join(', ').replace(/(\d) (?=\d)/g, '$1\u00a0') ?? '—'

/** Where parcels go today, who changes it, and which orders go elsewhere whatever stands here. */
export function DeliveryAddress({ overview }: { overview: ReplyOf<typeof showStaffRegistry> }) {
  const { head, shipping_address, sent_elsewhere } = overview
  return (
    <>
      {addressText(shipping_address)}
      <span className="block text-soft">{m.staff_address_changes()}</span>
      {sent_elsewhere.length > 0 && (
        <span className="mt-1 block">
          {sent_elsewhere.map(({ order_id: order, giver, shop_url }) => (
            <span key={order} className="flex flex-wrap gap-x-3">
              <Link
                to={paths.staffRegistry(head.code, orderPart(order))}
                className={`${rowLinkClasses} font-semibold`}
              >
                {giver === null
                  ? m.staff_order_elsewhere_unnamed({ order })
                  : m.staff_order_elsewhere({ order, giver })}
              </Link>
              <Link to={shop_url} className={rowLinkClasses}>
                {m.staff_order_in_shop({ order })}
              </Link>
            </span>
          ))}
          <span className="block text-soft">{m.staff_order_elsewhere_do()}</span>
        </span>
      )}
    </>
  )
}
