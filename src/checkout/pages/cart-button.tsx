import { Suspense, useEffect, useState } from 'react'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { lazyWithRetry } from '../../ui/browser/lazy-retry.tsx'
import { Link } from '../../ui/page/link.tsx'
import { useSiteData } from '../../ui/page/site-data.ts'
import { CountBadge } from '../../ui/text/facts.tsx'
import { cartItemCount } from '../cart.rules.ts'
import { cartPlace, openMiniCart, useCart, useMiniCartOpen } from './cart-store.ts'

const CookieCartMove = lazyWithRetry(() => import('./cookie-cart-move.tsx'))
const MiniCart = lazyWithRetry(() => import('./mini-cart.tsx'))

/** The cart in the header: its count, and a button for the mini cart; without scripts a link to the cart page. */
export function CartButton() {
  const cookieCount = useSiteData()?.cookieCartCount ?? 0
  const cart = useCart()
  const isMiniCartOpen = useMiniCartOpen()
  const [hasChoices, setHasChoices] = useState(false)
  // In an effect, because the server can't know where the cart is stored.
  useEffect(() => setHasChoices(cookieCount > 0 && cartPlace() === 'storage'), [cookieCount])
  const count = cartItemCount(cart) || cookieCount
  return (
    <>
      <Link
        to={paths.cart}
        className="inline-flex min-h-11 items-center gap-1.5 font-medium text-base"
        onClick={event => {
          // A cart in the cookie is shown by the server on the cart page.
          if (cartPlace() === 'cookie') return
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
      {hasChoices && (
        <Suspense>
          <CookieCartMove />
        </Suspense>
      )}
    </>
  )
}
