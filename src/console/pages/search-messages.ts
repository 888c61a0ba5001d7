import { m } from '../../paraglide/messages.js'

export const registryStates = {
  open: m.staff_state_open,
  closing: m.staff_state_closing,
  closed: m.staff_state_closed,
  removed: m.staff_state_removed,
}

export const orderKinds = {
  gifts: m.staff_order_gifts,
  unmatched: m.staff_order_unmatched,
  host: m.staff_order_host,
  shop: m.staff_order_shop,
}

export const checkoutStates = {
  open: m.staff_checkout_open,
  ordered: m.staff_checkout_ordered,
  failed: m.staff_checkout_failed,
  expired: m.staff_checkout_expired,
}

export const cardStates = {
  waiting: m.common_waits_for_shop,
  done: m.common_done,
  failed: m.staff_card_failed,
}
