import { useSyncExternalStore } from 'react'
import { getStoredCart } from './cart-store.ts'
import { trackCartEvent } from './cart-tracking.ts'

const listeners = new Set<() => void>()
let open = false

function set(value: boolean): void {
  open = value
  for (const listener of listeners) listener()
}

/** Opens it for the guest to look at (spec §4: opening notes view_cart). */
export function openMiniCart(): void {
  trackCartEvent('view_cart', getStoredCart())
  set(true)
}
export const closeMiniCart = () => set(false)

/** Whether the mini cart stands open; anyone on the page may open it. */
export function useMiniCartOpen(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
    () => false,
  )
}
