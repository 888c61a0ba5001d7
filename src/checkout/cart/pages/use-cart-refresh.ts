import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { type CartChange, refreshCart } from '../change-rules.ts'
import type { loader } from './cart-page.tsx'
import { getStoredCart, saveCart } from './cart-store.ts'

/** Looks once, on opening, what the gifts of this device's cart cost and what is left of them; tells what changed. */
export function useCartRefresh(): CartChange[] {
  const { load, data } = useFetcher<typeof loader>()
  const [changes, setChanges] = useState<CartChange[]>([])
  const done = useRef(false)
  useEffect(() => {
    const { registry_id, lines } = getStoredCart()
    if (lines.length === 0) return
    load(
      `${paths.cart}?${new URLSearchParams({ look: registry_id, gifts: lines.map(line => line.id).join() })}`,
    )
  }, [load])
  useEffect(() => {
    const held = getStoredCart()
    if (done.current || !data?.looked || data.looked.registry !== held.registry_id) return
    done.current = true
    const { cart, changes } = refreshCart(held, data.looked.gifts)
    saveCart(cart)
    setChanges(changes)
  }, [data])
  return changes
}
