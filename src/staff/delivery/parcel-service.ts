import type { GivingKind } from '../../gift/gift/rules.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import type { ParcelElsewhere } from '../action/look-rules.ts'

/** An order as the shop has it, and whether its parcel goes to the hosts (R420); null where that is not known. */
export interface PlacedOrder {
  order: ShopOrder
  isDeliveredToHosts: boolean | null
}

/** That the shop doesn't say it at this moment is no reason not to place a line. */
export async function readDestination(order: ShopOrder, { shop, log }: StaffContext): Promise<PlacedOrder> {
  const isDeliveredToHosts = await shop.isDeliveredToHosts(order).catch(error => {
    log.warn({ order: order.id, error: String(error) }, 'delivery of an order not known')
    return null
  })
  return { order, isDeliveredToHosts }
}

/** The order whose parcel goes to its buyer, as long as it has not left (R1152); null where it doesn't, or there is none. */
export function findParcelElsewhere(
  { order, isDeliveredToHosts }: PlacedOrder,
  gift: { kind: GivingKind; type: string },
  { shop }: Pick<StaffContext, 'shop'>,
): ParcelElsewhere | null {
  const isParcel = gift.kind === 'units' && gift.type === 'physical' && order.state !== 'void'
  if (!isParcel || isDeliveredToHosts !== false || order.isShipped || order.isCompleted) return null
  return { order: order.id, shop_url: shop.orderPageUrl(order.id) }
}
