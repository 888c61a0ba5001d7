import { m } from '../../../paraglide/messages.js'
import type {
  StaffCardResult,
  StaffCheckoutResult,
  StaffOrderResult,
  StaffRegistryResult,
} from '../contract.ts'

const registryStates: Record<StaffRegistryResult['state'], () => string> = {
  open: m.staff_state_open,
  closing: m.staff_state_closing,
  closed: m.staff_state_closed,
  removed: m.staff_state_removed,
}
export const registryStateText = (state: StaffRegistryResult['state']) => registryStates[state]()

const orderKinds: Record<StaffOrderResult['kind'], () => string> = {
  gifts: m.staff_order_gifts,
  unmatched: m.staff_order_unmatched,
  host: m.staff_order_host,
  shop: m.staff_order_shop,
}
export const orderKindText = (kind: StaffOrderResult['kind']) => orderKinds[kind]()

const checkoutStates: Record<StaffCheckoutResult['state'], () => string> = {
  open: m.staff_checkout_open,
  ordered: m.staff_checkout_ordered,
  failed: m.staff_checkout_failed,
  expired: m.staff_checkout_expired,
}
export const checkoutStateText = (state: StaffCheckoutResult['state']) => checkoutStates[state]()

const cardStates: Record<StaffCardResult['state'], () => string> = {
  waiting: m.common_waits_for_shop,
  done: m.common_done,
  failed: m.staff_card_failed,
}
export const cardStateText = (state: StaffCardResult['state']) => cardStates[state]()
