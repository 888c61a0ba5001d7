/** The anchor of an order in the console, or of a receipt, whose id stands below zero (R967, R1029). */
export const entryAnchor = (orderId: number) => (orderId < 0 ? `receipt-${-orderId}` : `order-${orderId}`)

/**
 * The part of a registry's page with that order or receipt, down to its anchor: which page of the list has it only the
 * server knows, which is told no anchor (R1120).
 */
export const orderPart = (orderId: number) => `orders?order=${orderId}#${entryAnchor(orderId)}`
