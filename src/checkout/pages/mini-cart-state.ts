import { useSyncExternalStore } from 'react'
import { trackCart } from './cart-events.ts'
import { currentCart } from './cart-store.ts'

const listeners = new Set<() => void>()
let open = false

function set(value: boolean): void {
  open = value
  for (const listener of listeners) listener()
}

/** Opens it for the guest to look at (spec §4: opening notes view_cart). */
export function openMiniCart(): void {
  trackCart('view_cart', currentCart())
  set(true)
}
export const closeMiniCart = () => set(false)

/** Whether the mini cart stands open; anyone on the page may open it. */
export function useMiniCart(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
    () => false,
  )
}
