import { useSyncExternalStore } from 'react'
import { storeOf } from '../../ui/storage.ts'
import { readCart, writeCart } from '../cart-reading-rules.ts'
import { type Cart, emptyCart } from '../cart-rules.ts'

/** Spec §4: the cart lies in local storage under this key. */
export const cartKey = 'cart'

/** What the giver has typed beside it lies in this tab's storage, under this key. */
export const wordsKey = 'giver-words'

const listeners = new Set<() => void>()
let raw: string | null | undefined
let held: Cart = emptyCart

/** The cart of this device as it stands now. */
export function currentCart(): Cart {
  const stored = storeOf('local').read(cartKey)
  if (stored !== raw) {
    raw = stored
    held = readCart(stored)
  }
  return held
}

/** Keeps the cart and tells this tab; other tabs hear of it by the `storage` event. */
export function keepCart(cart: Cart): void {
  if (cart.lines.length === 0) storeOf('local').remove(cartKey)
  else storeOf('local').write(cartKey, writeCart(cart))
  for (const listener of listeners) listener()
}

/** Empties the cart, and forgets what its giver has typed. */
export function dropCart(): void {
  storeOf('session').remove(wordsKey)
  keepCart(emptyCart)
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
  return useSyncExternalStore(listen, currentCart, () => emptyCart)
}

const never = () => () => {}

/** False on the server and in the first render of the browser, true from then on. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
