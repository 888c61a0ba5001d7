import { Suspense, useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { lazyWithRetry } from '../../../ui/browser/lazy-retry.ts'
import { Link } from '../../../ui/page/link.tsx'
import { useSiteData } from '../../../ui/page/site-data.ts'
import { CountBadge } from '../../../ui/text/badge.tsx'
import { type Cart, cartItemCount, wouldReplaceCart } from '../rules.ts'
import type { loader as cartLoader } from './cart-page.tsx'
import { getStoredCart, saveCart, useCart } from './cart-store.ts'
import { openMiniCart, useMiniCartOpen } from './mini-cart-state.ts'
import { noteCartRefresh } from './use-cart-refresh.ts'

const ReplaceCartDialog = lazyWithRetry(() => import('./replace-cart-dialog.tsx'))
const MiniCart = lazyWithRetry(() => import('./mini-cart.tsx'))

/** The cart in the header: its count, and a button for the mini cart; without scripts a link to the cart page. */
export function CartButton() {
  const cookieCount = useSiteData()?.cookieCartCount ?? 0
  const cart = useCart()
  const isMiniCartOpen = useMiniCartOpen()
  const replacing = useCookieCart(cookieCount)
  const count = cartItemCount(cart) || cookieCount
  return (
    <>
      <Link
        to={paths.cart}
        className="inline-flex min-h-11 items-center gap-1.5 font-medium text-base"
        onClick={event => {
          event.preventDefault()
          openMiniCart()
        }}
      >
        <span className="sr-only">{m.cart_button({ count })}</span>
        <span aria-hidden="true" className="contents">
          {m.cart_title()}
          {count > 0 && <CountBadge>{count}</CountBadge>}
        </span>
      </Link>
      {isMiniCartOpen && (
        <Suspense>
          <MiniCart />
        </Suspense>
      )}
      {replacing && (
        <Suspense>
          <ReplaceCartDialog {...replacing} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Moves choices that were made without scripts from the cookie into the cart, once (R403). Where they would replace gifts
 * of another registry, answers what to ask first (R401).
 */
function useCookieCart(cookieCount: number) {
  const { load, data, state, submit } = useFetcher<typeof cartLoader>()
  const [asked, setAsked] = useState<Cart | null>(null)
  useEffect(() => {
    if (cookieCount > 0) load(paths.cart)
  }, [cookieCount, load])
  const clearCookie = () => submit({ intent: 'taken' }, { method: 'post', action: paths.cart })
  useEffect(() => {
    if (state !== 'idle' || !data?.chosen) return
    const { cart, ...refresh } = data.chosen
    if (refresh.changes.length > 0) noteCartRefresh(refresh)
    if (cart.lines.length === 0) return
    if (wouldReplaceCart(getStoredCart(), cart.registry_id)) {
      setAsked(cart)
      return
    }
    saveCart(mergeCarts(getStoredCart(), cart))
    submit({ intent: 'taken' }, { method: 'post', action: paths.cart })
  }, [state, data, submit])
  if (!asked) return null
  const close = () => {
    setAsked(null)
    clearCookie()
  }
  return {
    onConfirm() {
      saveCart(asked)
      close()
    },
    onClose: close,
  }
}

/** The cookie's lines replace those of the same gifts. */
function mergeCarts(stored: Cart, chosen: Cart): Cart {
  const others = stored.lines.filter(line => !chosen.lines.some(one => one.id === line.id))
  return { ...chosen, lines: [...others, ...chosen.lines] }
}
