import { useSyncExternalStore } from 'react'
import { centsToEuro, trackEvent } from '../../ui/browser/analytics.ts'
import { openStorage } from '../../ui/browser/storage.ts'
import { type Cart, cartTotal, displayedPrice, emptyCart, parseCart, serializeCart } from '../cart.rules.ts'

/** The cart survives reloads in local storage under this key (R401). */
const cartStorageKey = 'cart'

export const giverDraftStorageKey = 'giver-words'

/**
 * Where the cart is stored (R1432): in local storage; where that doesn't work, in the signed cookie that is used
 * without JavaScript; without cookies, in memory until the page is left.
 */
type CartPlace = 'storage' | 'cookie' | 'memory'

const listeners = new Set<() => void>()
let place: CartPlace | undefined
let memoryText: string | null = null
let parsedText: string | null | undefined
let parsedCart: Cart = emptyCart

/** Decided once for each document. */
export function cartPlace(): CartPlace {
  place ??= findCartPlace()
  return place
}

function findCartPlace(): CartPlace {
  const storage = openStorage('local')
  const probe = `${cartStorageKey}-probe`
  const isKept = storage.write(probe, 'x')
  storage.remove(probe)
  if (isKept) return 'storage'
  // A full local storage may still hold an older cart.
  memoryText = storage.read(cartStorageKey)
  return navigator.cookieEnabled && memoryText === null ? 'cookie' : 'memory'
}

/** `storage` on the server and until hydration. */
export function useCartPlace(): CartPlace {
  return useStored(cartPlace, 'storage')
}

/** Whether scripts keep the cart; false until hydration, and where the cart is in the cookie, which plain forms change. */
export function useCartHere(): boolean {
  return useStored(() => cartPlace() !== 'cookie', false)
}

/** The same object as long as the cart does not change. */
export function getStoredCart(): Cart {
  const stored = cartPlace() === 'storage' ? openStorage('local').read(cartStorageKey) : memoryText
  if (stored !== parsedText) {
    parsedText = stored
    parsedCart = parseCart(stored)
  }
  return parsedCart
}

/**
 * Saves the cart at once and notifies this tab, now or when `notify` does so; other tabs get the `storage` event.
 * When local storage is full the cart is in memory from then on, and the page says so.
 */
export function saveCart(cart: Cart, notify: (tell: () => void) => void = tell => tell()): void {
  const text = cart.lines.length === 0 ? null : serializeCart(cart)
  if (cartPlace() === 'storage' && text !== null && !openStorage('local').write(cartStorageKey, text))
    place = 'memory'
  if (cartPlace() !== 'storage') memoryText = text
  if (text === null) openStorage('local').remove(cartStorageKey)
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

/** What `read` answers of the cart's store; `first` on the server and until hydration. */
const useStored = <T>(read: () => T, first: T) => useSyncExternalStore(subscribe, read, () => first)

/** Empty on the server and until hydration; follows changes of other tabs. */
export function useCart(): Cart {
  return useStored(getStoredCart, emptyCart)
}

/** Renders the component again only when the answer changes. */
export function useIsInCart(giftId: number): boolean {
  return useStored(() => getStoredCart().lines.some(line => line.id === giftId), false)
}

const subscribeToNothing = () => () => {}

/** False on the server and in the browser's first render. */
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
