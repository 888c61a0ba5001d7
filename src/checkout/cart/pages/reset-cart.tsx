import { useState } from 'react'
import { Form } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { linkClasses } from '../../../ui/page/link.tsx'
import { clearCart, useHydrated } from './cart-store.ts'

/** Empties the cart: without scripts at once, with them after a question. */
export function ResetCart() {
  const isHydrated = useHydrated()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Form
      role="presentation"
      method="post"
      action="/cart"
      className="mt-2"
      onSubmit={event => {
        if (!isHydrated) return
        event.preventDefault()
        setIsAsking(true)
      }}
    >
      <button
        type="submit"
        name="intent"
        value="reset"
        className={`target text-sm text-soft ${linkClasses.text}`}
      >
        {m.cart_reset()}
      </button>
      <ConfirmDialog
        open={isAsking}
        title={m.cart_reset_title()}
        description={m.cart_reset_text()}
        confirm={m.cart_reset()}
        danger
        onConfirm={() => {
          setIsAsking(false)
          clearCart()
        }}
        onClose={() => setIsAsking(false)}
      />
    </Form>
  )
}
