import { Suspense, useEffect } from 'react'
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

const MiniCart = lazyWithRetry(() => import('./mini-cart.tsx'))

/** The cart in the header: its count, and a button for the mini cart; without scripts a link to the cart page. */
export function CartButton() {
  const cookieCount = useSiteData()?.cookieCartCount ?? 0
  const cart = useCart()
  const isMiniCartOpen = useMiniCartOpen()
  useCookieCart(cookieCount)
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
    </>
  )
}

/** Moves choices that were made without scripts from the cookie into the cart, once (R403). */
function useCookieCart(cookieCount: number): void {
  const { load, data, state, submit } = useFetcher<typeof cartLoader>()
  useEffect(() => {
    if (cookieCount > 0) load(paths.cart)
  }, [cookieCount, load])
  useEffect(() => {
    if (state !== 'idle' || !data?.cart || data.cart.lines.length === 0) return
    saveCart(mergeCarts(getStoredCart(), data.cart))
    submit({ intent: 'taken' }, { method: 'post', action: paths.cart })
  }, [state, data, submit])
}

/** The cookie's lines replace those of the same gifts; a cart of another registry is replaced. */
function mergeCarts(stored: Cart, chosen: Cart): Cart {
  if (wouldReplaceCart(stored, chosen.registry_id)) return chosen
  const others = stored.lines.filter(line => !chosen.lines.some(one => one.id === line.id))
  return { ...chosen, lines: [...others, ...chosen.lines] }
}
