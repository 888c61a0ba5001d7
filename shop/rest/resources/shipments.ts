import { emitStatusChange } from '../../orders/order-changes.ts'
import {
  AWAITING_FULFILLMENT,
  findOrderLines,
  getOrder,
  PARTIALLY_SHIPPED,
  SHIPPED,
} from '../../orders/orders.ts'
import { ShopError } from '../../store.ts'
import { emitEvent, emitOrderEvent } from '../../webhooks.ts'
import { billingAddressJson, shippingAddressJson } from '../orders/order-json.ts'
import { addressId } from '../orders/order-line-json.ts'
import { formatRfc2822 } from '../responses.ts'
import { list, text, whole } from './fields.ts'
import type { Change, Resource } from './resource.ts'

interface Shipment {
  order_address_id: number
  items: { order_product_id: number; quantity: number }[]
}

/** v2 shipments of an order: parts of it may be sent apart, and what was sent apart may be told as one. */
export const shipments: Resource = {
  path: '/v2/orders/:parent/shipments',
  kind: 'shipment',
  calls: ['count', 'list', 'create', 'read', 'update', 'delete', 'clear'],
  parent: (store, id) => getOrder(store.db, id),
  fields: {
    order_address_id: whole(0),
    tracking_number: text(''),
    tracking_carrier: text(''),
    tracking_link: text(''),
    merchant_shipping_cost: text('0.0000'),
    shipping_method: text(''),
    shipping_provider: text(''),
    comments: text(''),
    items: list(['order_product_id', 'quantity']),
  },
  fixed: ['items', 'items.order_product_id', 'items.quantity'],
  show: ({ created, parent_id, order, tracking_link, items }) => ({
    order_id: parent_id,
    date_created: formatRfc2822(created),
    shipping_provider_display_name: '',
    generated_tracking_link: tracking_link ?? '',
    items,
    ...(order as object),
  }),
  check: checkShipment,
  changed: afterShipment,
}

async function checkShipment({ tx, parentId = 0 }: Change, value: Partial<Shipment>, before?: object) {
  if (before) return undefined
  const order = await getOrder(tx, parentId, 'for update')
  const lines = (await findOrderLines(tx, parentId)).filter(line => line.type === 'physical')
  const left = (id: number) => {
    const line = lines.find(candidate => candidate.id === id)
    return line ? line.quantity - line.quantity_shipped : 0
  }
  const given = value.order_address_id
  const sent = lines.filter(line => !given || addressId(parentId, line.address_number) === given)
  const all = sent.map(({ id }) => ({ order_product_id: id, quantity: left(id) }))
  const items = (value.items?.length ? value.items : all).filter(({ quantity }) => quantity > 0)
  if (items.length === 0) throw new ShopError(400, 'There is nothing left to ship.')
  for (const { order_product_id: id, quantity } of items)
    if (!Number.isInteger(quantity) || quantity > left(id))
      throw new ShopError(400, `Only ${left(id)} of the order's product ${id} are left to ship.`)
  const number = lines.find(({ id }) => id === items[0]!.order_product_id)!.address_number
  const { id: _, order_id: __, ...address } = shippingAddressJson(order, [], number)
  return {
    order_address_id: addressId(order.id, number),
    items: items.map(item => ({
      ...item,
      product_id: lines.find(line => line.id === item.order_product_id)?.product_id ?? 0,
    })),
    order: {
      customer_id: order.customer_id,
      billing_address: billingAddressJson(order),
      shipping_address: address,
    },
  }
}

/** The order is shipped with its last unit, and partially before; without shipments it waits for one again. */
async function afterShipment({ store, tx, parentId = 0 }: Change, event: string, { id }: { id: number }) {
  await emitEvent(store, tx, `store/shipment/${event}`, { type: 'shipment', id, orderId: parentId })
  if (event === 'updated') return
  const order = await getOrder(tx, parentId, 'for update')
  const goods = (await findOrderLines(tx, parentId)).filter(line => line.type === 'physical')
  const isShipped = goods.every(line => line.quantity === line.quantity_shipped)
  const isPartlyShipped = goods.some(line => line.quantity_shipped > 0)
  const status = isShipped ? SHIPPED : isPartlyShipped ? PARTIALLY_SHIPPED : AWAITING_FULFILLMENT
  await tx.query('update shop."order" set status_id = $2, modified = $3 where id = $1', [
    parentId,
    status,
    store.now(),
  ])
  if (status === order.status_id) await emitOrderEvent(store, tx, 'updated', parentId)
  else await emitStatusChange(store, tx, parentId, order.status_id, status)
}
