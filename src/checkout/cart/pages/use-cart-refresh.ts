import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { type CartChange, type CurrentGift, refreshCart } from '../change-rules.ts'
import { getStoredCart, saveCart } from './cart-store.ts'

/** What the cart page's loader returns for `?look={registry}&gifts={ids}`. */
export interface CurrentGifts {
  registry: string
  gifts: CurrentGift[]
}

/** Brings this device's cart up to date once, when it is opened, and returns what that changed. */
export function useCartRefresh(): CartChange[] {
  const { load, data } = useFetcher<{ currentGifts: CurrentGifts | null }>()
  const [changes, setChanges] = useState<CartChange[]>([])
  const isDone = useRef(false)
  useEffect(() => {
    const { registry_id, lines } = getStoredCart()
    if (lines.length === 0) return
    const query = new URLSearchParams({ look: registry_id, gifts: lines.map(line => line.id).join() })
    load(`${paths.cart}?${query}`)
  }, [load])
  useEffect(() => {
    const stored = getStoredCart()
    const current = data?.currentGifts
    if (isDone.current || !current || current.registry !== stored.registry_id) return
    isDone.current = true
    const { cart, changes } = refreshCart(stored, current.gifts)
    saveCart(cart)
    setChanges(changes)
  }, [data])
  return changes
}
