import { Suspense, useEffect } from 'react'
import { useFetcher } from 'react-router'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Count } from '../../ui/badge.tsx'
import { late } from '../../ui/late.ts'
import { Link } from '../../ui/link.tsx'
import { useSiteData } from '../../ui/site-data.ts'
import { type Cart, itemCount, wouldReplace } from '../cart-rules.ts'
import type { loader as cartLoader } from './cart-page.tsx'
import { currentCart, keepCart, useCart } from './cart-store.ts'
import { openMiniCart, useMiniCart } from './mini-cart-state.ts'

const MiniCart = late(() => import('./mini-cart.tsx'))

/** The cart in the header: its count, and the way to it; a link to the cart page without JavaScript. */
export function CartButton() {
  const chosen = useSiteData()?.chosen ?? 0
  const cart = useCart()
  const open = useMiniCart()
  useAdoption(chosen)
  const count = itemCount(cart) || chosen
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
          {count > 0 && <Count>{count}</Count>}
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
    keepCart(adopted(currentCart(), data.cart))
    submit({ intent: 'taken' }, { method: 'post', action: paths.cart })
  }, [state, data, submit])
}

/** The chosen lines take the place of the same gifts; another registry's cart gives way whole. */
function adopted(held: Cart, chosen: Cart): Cart {
  if (wouldReplace(held, chosen.registry_id)) return chosen
  const others = held.lines.filter(line => !chosen.lines.some(one => one.id === line.id))
  return { ...chosen, lines: [...others, ...chosen.lines] }
}
