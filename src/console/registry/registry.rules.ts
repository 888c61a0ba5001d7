import { boundedText } from '../../base/fields.ts'

export const staffRegistryAddress = boundedText({ min: 3, max: 120 })

export const staffReason = boundedText({
  min: 3,
  max: 500,
  required: 'staff_reason_empty',
  short: 'staff_reason_empty',
  long: 'staff_reason_long',
})

/** The anchor of an order, or of a receipt, whose id is below zero (R967). */
export const entryAnchor = (orderId: number) => (orderId < 0 ? `receipt-${-orderId}` : `order-${orderId}`)

/**
 * The part of a registry's page with an order or receipt, and its anchor. The order is in the query as well: the
 * server, which gets no anchors, has to choose the page of the list (R1120).
 */
export const orderPart = (orderId: number) => `orders?order=${orderId}#${entryAnchor(orderId)}`
