/** The anchor of an order in the console, or of a receipt, whose id stands below zero (R967, R1029). */
export const entryAnchor = (orderId: number) => (orderId < 0 ? `receipt-${-orderId}` : `order-${orderId}`)
