import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let open = false

function set(value: boolean): void {
  open = value
  for (const listener of listeners) listener()
}

export const openMiniCart = () => set(true)
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
