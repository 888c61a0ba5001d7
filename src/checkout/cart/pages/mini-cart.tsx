import { formatEuro } from '../../../base/money.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { cartTotal, isGivenAsAmount } from '../rules.ts'
import { CartChanges, EmptyCart } from './cart-changes.tsx'
import { CartLines } from './cart-lines.tsx'
import { useCart } from './cart-store.ts'
import { closeMiniCart } from './mini-cart-state.ts'
import { useCartRefresh } from './use-cart-refresh.ts'

/** The cart in a dialog: its lines, their total, and the way to the checkout. */
export default function MiniCart() {
  const cart = useCart()
  const language = useLanguage()
  const { changes, registry } = useCartRefresh()
  return (
    <Dialog open onClose={closeMiniCart} title={m.cart_title()}>
      <CartChanges changes={changes} language={language} />
      {cart.lines.length === 0 ? (
        <EmptyCart isSmall registry={registry} onLeave={closeMiniCart} />
      ) : (
        <>
          <p className="text-sm text-soft">{m.cart_for({ name: cart.registry_name })}</p>
          <CartLines cart={cart} language={language} />
          <p className="flex justify-between border-line border-t pt-4 font-semibold text-lg">
            <span>{m.cart_total()}</span>
            <span className="tabular-nums">{formatEuro(cartTotal(cart), language)}</span>
          </p>
          {/* Money alone carries no tax. */}
          {!cart.lines.every(isGivenAsAmount) && <p className="text-sm text-soft">{m.price_with_vat()}</p>}
          <ButtonLink to={paths.cart} size="large" wide className="mt-4" onClick={closeMiniCart}>
            {m.cart_to_checkout()}
          </ButtonLink>
        </>
      )}
    </Dialog>
  )
}
