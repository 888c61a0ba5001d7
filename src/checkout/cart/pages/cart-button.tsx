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

/** The cart in the header: its count, and the way to it; a link to the cart page without JavaScript. */
export function CartButton() {
  const chosen = useSiteData()?.cookieCartCount ?? 0
  const cart = useCart()
  const open = useMiniCartOpen()
  useAdoption(chosen)
  const count = cartItemCount(cart) || chosen
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
      {open && (
        <Suspense>
          <MiniCart />
        </Suspense>
      )}
    </>
  )
}

/** Choices made before the scripts arrived move into this device's cart, once (product.md 9). */
function useAdoption(chosen: number): void {
  const { load, data, state, submit } = useFetcher<typeof cartLoader>()
  useEffect(() => {
    if (chosen > 0) load(paths.cart)
  }, [chosen, load])
  useEffect(() => {
    if (state !== 'idle' || !data?.cart || data.cart.lines.length === 0) return
    saveCart(adopted(getStoredCart(), data.cart))
    submit({ intent: 'taken' }, { method: 'post', action: paths.cart })
  }, [state, data, submit])
}

/** The chosen lines take the place of the same gifts; another registry's cart gives way whole. */
function adopted(held: Cart, chosen: Cart): Cart {
  if (wouldReplaceCart(held, chosen.registry_id)) return chosen
  const others = held.lines.filter(line => !chosen.lines.some(one => one.id === line.id))
  return { ...chosen, lines: [...others, ...chosen.lines] }
}
