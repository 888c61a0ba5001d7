import { useCallback, useEffect, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { type Cart, wouldReplaceCart } from '../cart.rules.ts'
import type { loader as cartLoader } from './cart-page.tsx'
import { cartPlace, getStoredCart, saveCart, useCart } from './cart-store.ts'
import { noteCartRefresh } from './use-cart-refresh.ts'

/**
 * Moves choices that were made without scripts from the cookie into the cart, once (R403). Where they would replace gifts
 * of another registry, it asks first (R401).
 */
export default function CookieCartMove() {
  const { load, data, state, submit } = useFetcher<typeof cartLoader>()
  const [asked, setAsked] = useState<Cart | null>(null)
  const isMoved = useRef(false)
  // Waits until the page's own dialog is closed, so that no dialog opens over another.
  const { key } = useLocation()
  const [isCovered, setIsCovered] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again on every page
  useEffect(() => setIsCovered(document.querySelector('.page-dialog[open]') !== null), [key])
  useEffect(() => {
    load(paths.cart)
  }, [load])
  const clearCookie = useCallback(
    () => submit({ intent: 'taken' }, { method: 'post', action: paths.cart }),
    [submit],
  )
  useEffect(() => {
    if (state !== 'idle' || !data?.chosen || isMoved.current) return
    isMoved.current = true
    const { cart, ...refresh } = data.chosen
    if (refresh.changes.length > 0) noteCartRefresh(refresh)
    if (cart.lines.length === 0) return
    if (wouldReplaceCart(getStoredCart(), cart.registry_id)) {
      setAsked(cart)
      return
    }
    saveCart(mergeCarts(getStoredCart(), cart))
    // What local storage can't take stays in the cookie.
    if (cartPlace() === 'storage') clearCookie()
  }, [state, data, clearCookie])
  if (!asked || isCovered) return null
  const close = () => {
    setAsked(null)
    clearCookie()
  }
  const onConfirm = () => {
    saveCart(asked)
    if (cartPlace() === 'storage') close()
    else setAsked(null)
  }
  return <ReplaceCartDialog onConfirm={onConfirm} onClose={close} />
}

/** Asks before gifts of another registry replace the cart (R401). */
function ReplaceCartDialog(props: { onConfirm(): void; onClose(): void }) {
  const { registry_name } = useCart()
  return (
    <ConfirmDialog
      open
      title={m.cart_replace_title()}
      description={m.cart_replace_text({ name: registry_name })}
      confirm={m.cart_replace_confirm()}
      {...props}
    />
  )
}

/** Lines from the cookie replace those of the same gifts. */
function mergeCarts(stored: Cart, chosen: Cart): Cart {
  const others = stored.lines.filter(line => !chosen.lines.some(one => one.id === line.id))
  return { ...chosen, lines: [...others, ...chosen.lines] }
}
