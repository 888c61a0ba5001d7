import { useSyncExternalStore } from 'react'
import { openStorage } from '../../../ui/browser/storage.ts'
import { type Cart, emptyCart } from '../rules.ts'
import { parseCart, serializeCart } from '../storage-rules.ts'

/** Spec §4: the cart lies in local storage under this key. */
export const cartStorageKey = 'cart'

/** What the giver has typed beside it lies in this tab's storage, under this key. */
export const giverDraftStorageKey = 'giver-words'

const listeners = new Set<() => void>()
let raw: string | null | undefined
let held: Cart = emptyCart

/** The cart of this device as it stands now. */
export function getStoredCart(): Cart {
  const stored = openStorage('local').read(cartStorageKey)
  if (stored !== raw) {
    raw = stored
    held = parseCart(stored)
  }
  return held
}

/** Keeps the cart and tells this tab; other tabs hear of it by the `storage` event. */
export function saveCart(cart: Cart): void {
  if (cart.lines.length === 0) openStorage('local').remove(cartStorageKey)
  else openStorage('local').write(cartStorageKey, serializeCart(cart))
  for (const listener of listeners) listener()
}

/** Empties the cart, and forgets what its giver has typed. */
export function clearCart(): void {
  openStorage('session').remove(giverDraftStorageKey)
  saveCart(emptyCart)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The cart, kept equal in all open tabs; empty on the server and until the page is alive. */
export function useCart(): Cart {
  return useSyncExternalStore(listen, getStoredCart, () => emptyCart)
}

const never = () => () => {}

/** False on the server and in the first render of the browser, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
