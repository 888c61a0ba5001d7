import { type ReactNode, useEffect, useRef } from 'react'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ButtonLink } from '../../ui/form/button.tsx'
import { ConfirmButtons, Dialog } from '../../ui/overlay/dialog.tsx'
import { useLanguage } from '../../ui/page/site-data.ts'
import { CartChanges, CartNotKept, EmptyCart } from './cart-changes.tsx'
import { CartLines, CartTotal, useRemoval } from './cart-lines.tsx'
import { closeMiniCart, useCart, useCartPlace } from './cart-store.ts'
import { useCartRefresh } from './use-cart-refresh.ts'

/** The cart in a dialog (R404). The confirmation before a line is removed replaces its content. */
export default function MiniCart() {
  const cart = useCart()
  const isKept = useCartPlace() !== 'memory'
  const language = useLanguage()
  const { changes, registry } = useCartRefresh()
  const { isAsking, question, ask } = useRemoval()
  if (isAsking)
    return (
      <Dialog
        open
        onClose={question.onClose}
        title={question.title}
        actions={
          <FocusedFirst>
            <ConfirmButtons {...question} />
          </FocusedFirst>
        }
      >
        <p className="text-soft">{question.description}</p>
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={closeMiniCart}
      title={m.cart_title()}
      actions={
        cart.lines.length > 0 && (
          <ButtonLink to={paths.cart} size="large" wide onClick={closeMiniCart}>
            {isKept ? m.common_continue() : m.handoff_continue()}
          </ButtonLink>
        )
      }
    >
      {cart.lines.length > 0 && <CartNotKept />}
      <CartChanges changes={changes} language={language} />
      {cart.lines.length === 0 ? (
        <EmptyCart isSmall registry={registry} onLeave={closeMiniCart} />
      ) : (
        <>
          <p className="text-sm text-soft">{m.cart_for({ name: cart.registry_name })}</p>
          <CartLines cart={cart} language={language} onRemove={ask} />
          <CartTotal cart={cart} language={language} />
        </>
      )}
    </Dialog>
  )
}

/** Moves the focus to the first of these buttons, because the pressed one is gone, and back to the dialog afterwards. */
function FocusedFirst({ children }: { children: ReactNode }) {
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialog = group.current?.closest<HTMLElement>('[role=dialog]')
    group.current?.querySelector('button')?.focus()
    return () => dialog?.focus()
  }, [])
  return (
    <div ref={group} className="contents">
      {children}
    </div>
  )
}
