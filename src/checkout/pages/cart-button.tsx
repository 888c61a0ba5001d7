import { lazy, Suspense, useEffect } from 'react'
import { useFetcher, useRouteLoaderData } from 'react-router'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import type { loader as rootLoader } from '../../root.tsx'
import { Link } from '../../ui/link.tsx'
import { itemCount, wouldReplace } from '../cart-rules.ts'
import { currentCart, keepCart, useCart } from './cart-store.ts'
import type { loader as cartLoader } from './cart-page.tsx'
import { choicesCookie } from './choices-cookie.ts'
import { openMiniCart, useMiniCart } from './mini-cart-state.ts'

const MiniCart = lazy(() => import('./mini-cart.tsx'))

/** The cart in the header: its count, and the way to it; a link to the cart page without JavaScript. */
export function CartButton() {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const cart = useCart()
  const open = useMiniCart()
  useAdoption(root?.chosen ?? 0)
  const count = itemCount(cart) || (root?.chosen ?? 0)
  return (
    <>
      <Link
        to={paths.cart}
        className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-sm"
        aria-label={m.cart_button({ count })}
        onClick={event => {
          event.preventDefault()
          openMiniCart()
        }}
      >
        {m.cart_title()}
        {count > 0 && (
          <span className="min-w-6 rounded-pill bg-pomegranate px-1.5 py-0.5 text-center text-card text-xs tabular-nums">{count}</span>
        )}
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
  const { load, data, state } = useFetcher<typeof cartLoader>()
  useEffect(() => {
    if (chosen > 0) load(paths.cart)
  }, [chosen, load])
  useEffect(() => {
    if (state !== 'idle' || !data || !document.cookie.includes(`${choicesCookie}=`)) return
    document.cookie = `${choicesCookie}=; Path=/; Max-Age=0; SameSite=Lax`
    const held = currentCart()
    if (data.cart.lines.length === 0) return
    const keep = wouldReplace(held, data.cart.registry_id) ? [] : held.lines.filter(line => !data.cart.lines.some(one => one.id === line.id))
    keepCart({ ...data.cart, lines: [...keep, ...data.cart.lines] })
  }, [state, data])
}
