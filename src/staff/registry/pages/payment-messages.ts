import { m } from '../../../paraglide/messages.js'

/** The shop's words for an order's payment (R510), in the reader's language. */
const words: Record<string, () => string> = {
  authorized: m.staff_payment_authorized,
  captured: m.staff_payment_captured,
  'capture pending': m.staff_payment_capture_pending,
  declined: m.staff_payment_declined,
  'held for review': m.staff_payment_held,
  paid: m.staff_payment_paid,
  'partially refunded': m.staff_payment_partly_refunded,
  pending: m.staff_payment_pending,
  refunded: m.staff_payment_refunded,
  void: m.staff_payment_void,
  'void pending': m.staff_payment_void_pending,
}

/** A word that the platform has not told of stands as it is. */
export const paymentWord = (status: string): string => words[status]?.() ?? status
