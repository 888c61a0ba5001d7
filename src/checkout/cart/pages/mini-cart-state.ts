import { useSyncExternalStore } from 'react'
import { getStoredCart } from './cart-store.ts'
import { trackCartEvent } from './cart-tracking.ts'

const listeners = new Set<() => void>()
let isOpen = false

function setOpen(value: boolean): void {
  isOpen = value
  for (const listener of listeners) listener()
}

/** Opens the mini cart, which counts as `view_cart` (R404). */
export function openMiniCart(): void {
  trackCartEvent('view_cart', getStoredCart())
  setOpen(true)
}
export const closeMiniCart = () => setOpen(false)

/** Whether the mini cart is open. */
export function useMiniCartOpen(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
    () => false,
  )
}
