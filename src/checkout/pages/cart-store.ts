import { useSyncExternalStore } from 'react'
import { centsToEuro, trackEvent } from '../../ui/browser/analytics.ts'
import { openStorage } from '../../ui/browser/storage.ts'
import { type Cart, cartTotal, displayedPrice, emptyCart, parseCart, serializeCart } from '../cart.rules.ts'

/** The key of the cart in local storage (R401). */
const cartStorageKey = 'cart'

/** The key of the giver's draft in session storage. */
export const giverDraftStorageKey = 'giver-words'

const listeners = new Set<() => void>()
let parsedText: string | null | undefined
let parsedCart: Cart = emptyCart

/** The cart in local storage; the same object as long as it does not change. */
export function getStoredCart(): Cart {
  const stored = openStorage('local').read(cartStorageKey)
  if (stored !== parsedText) {
    parsedText = stored
    parsedCart = parseCart(stored)
  }
  return parsedCart
}

/** Saves the cart at once and notifies this tab, now or when `notify` does so; other tabs get the `storage` event. */
export function saveCart(cart: Cart, notify: (tell: () => void) => void = tell => tell()): void {
  if (cart.lines.length === 0) openStorage('local').remove(cartStorageKey)
  else openStorage('local').write(cartStorageKey, serializeCart(cart))
  notify(() => {
    for (const listener of listeners) listener()
  })
}

/** Empties the cart and deletes the giver's draft. */
export function clearCart(): void {
  openStorage('session').remove(giverDraftStorageKey)
  saveCart(emptyCart)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The cart, the same in all open tabs; empty on the server and until hydration. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, getStoredCart, () => emptyCart)
}

/** Whether the cart holds something of a gift; what asks this is rendered again only when the answer changes. */
export function useIsInCart(giftId: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => getStoredCart().lines.some(line => line.id === giftId),
    () => false,
  )
}

const subscribeToNothing = () => () => {}

/** Whether the page is hydrated: false on the server and in the browser's first render. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

/** Sends an analytics event (R811) with product ids and euro amounts, without names or messages. */
export function trackCartEvent(event: 'view_cart' | 'add_to_cart' | 'begin_checkout', cart: Cart): void {
  if (cart.lines.length === 0) return
  trackEvent(event, {
    currency: 'EUR',
    value: centsToEuro(cartTotal(cart)),
    items: cart.lines.map(line => {
      const { quantity, price } = displayedPrice(line)
      return { item_id: String(line.product_id), quantity, price: centsToEuro(price) }
    }),
  })
}

const stateListeners = new Set<() => void>()
let isOpen = false

function setOpen(value: boolean): void {
  isOpen = value
  for (const listener of stateListeners) listener()
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
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    () => isOpen,
    () => false,
  )
}
