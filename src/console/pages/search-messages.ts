import { m } from '../../paraglide/messages.js'
import type { ConsoleAnswer } from './frame/console-call.ts'

type Results = ConsoleAnswer<'search'>
type Found<Kind extends Exclude<keyof Results, `is_${string}`>> = Results[Kind]['found'][number]

const registryStates: Record<Found<'registries'>['state'], () => string> = {
  open: m.staff_state_open,
  closing: m.staff_state_closing,
  closed: m.staff_state_closed,
  removed: m.staff_state_removed,
}
export const registryStateText = (state: Found<'registries'>['state']) => registryStates[state]()

const orderKinds: Record<Found<'orders'>['kind'], () => string> = {
  gifts: m.staff_order_gifts,
  unmatched: m.staff_order_unmatched,
  host: m.staff_order_host,
  shop: m.staff_order_shop,
}
export const orderKindText = (kind: Found<'orders'>['kind']) => orderKinds[kind]()

const checkoutStates: Record<Found<'checkouts'>['state'], () => string> = {
  open: m.staff_checkout_open,
  ordered: m.staff_checkout_ordered,
  failed: m.staff_checkout_failed,
  expired: m.staff_checkout_expired,
}
export const checkoutStateText = (state: Found<'checkouts'>['state']) => checkoutStates[state]()

const cardStates: Record<Found<'cards'>['state'], () => string> = {
  waiting: m.common_waits_for_shop,
  done: m.common_done,
  failed: m.staff_card_failed,
}
export const cardStateText = (state: Found<'cards'>['state']) => cardStates[state]()
