import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { paths } from '../../base/paths.ts'
import type { CartLine } from '../cart.rules.ts'
import { type CartChange, type CurrentGift, refreshCart } from '../change.rules.ts'
import type { CartRegistry } from './cart-changes.tsx'
import { getStoredCart, saveCart } from './cart-store.ts'

/** What the cart page's loader returns for `?look={registry}&gifts={ids}`. */
export interface CurrentGifts {
  registry: string
  gifts: CurrentGift[]
  unavailable: number[]
}

interface CartRefresh {
  changes: CartChange[]
  /** The registry that the changed cart is, or was, for; null when nothing changed. */
  registry: CartRegistry | null
}

const unchanged: CartRefresh = { changes: [], registry: null }
let notedRefresh = unchanged

/** Stores what changed about choices that were made without scripts; the cart shows it when it is opened next. */
export function noteCartRefresh(refresh: CartRefresh): void {
  notedRefresh = refresh
}

export function currentGiftsPath(registryId: string, lines: Pick<CartLine, 'id'>[]): string {
  return `${paths.cart}?${new URLSearchParams({ look: registryId, gifts: lines.map(line => line.id).join() })}`
}

/** Refreshes this device's cart once, when it is opened, and returns what changed. */
export function useCartRefresh(): CartRefresh {
  const { load, data } = useFetcher<{ currentGifts: CurrentGifts | null }>()
  const [refresh, setRefresh] = useState(notedRefresh)
  /** Null once they are answered. What came into the cart since, from the cookie or another tab, was not asked about. */
  const askedIds = useRef<number[] | null>([])
  useEffect(() => {
    notedRefresh = unchanged
    const { registry_id, lines } = getStoredCart()
    askedIds.current = lines.map(line => line.id)
    if (lines.length > 0) load(currentGiftsPath(registry_id, lines))
  }, [load])
  useEffect(() => {
    const stored = getStoredCart()
    const current = data?.currentGifts
    const asked = askedIds.current
    if (!asked || !current || current.registry !== stored.registry_id) return
    askedIds.current = null
    const known = stored.lines.filter(({ id }) => asked.includes(id))
    const later = stored.lines.filter(({ id }) => !asked.includes(id))
    const { cart, changes } = refreshCart({ ...stored, lines: known }, current.gifts, current.unavailable)
    saveCart(later.length > 0 ? { ...stored, lines: [...cart.lines, ...later] } : cart)
    if (changes.length > 0) setRefresh({ changes, registry: stored })
  }, [data])
  return refresh
}
