import { boundedText } from '../../base/fields.ts'

/** A registry by its code or slug, as the address has it. */
export const staffRegistryAddress = boundedText({ min: 3, max: 120 })

/** Why staff do it, in the audit. */
export const staffReason = boundedText({
  min: 3,
  max: 500,
  required: 'staff_reason_empty',
  short: 'staff_reason_empty',
  long: 'staff_reason_long',
})

/** The anchor of an order in the console, or of a receipt, whose id stands below zero (R967, R1029). */
export const entryAnchor = (orderId: number) => (orderId < 0 ? `receipt-${-orderId}` : `order-${orderId}`)

/**
 * The part of a registry's page with that order or receipt, down to its anchor: which page of the list has it only the
 * server knows, which is told no anchor (R1120).
 */
export const orderPart = (orderId: number) => `orders?order=${orderId}#${entryAnchor(orderId)}`
