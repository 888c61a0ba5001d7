import { useState } from 'react'
import { Form } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { clearCart, useHydrated } from './cart-store.ts'

/** Empties the cart; without JavaScript at once, with it after a question. */
export function ResetCart() {
  const alive = useHydrated()
  const [asking, setAsking] = useState(false)
  return (
    <Form
      method="post"
      action="/cart"
      className="mt-2"
      onSubmit={event => {
        if (!alive) return
        event.preventDefault()
        setAsking(true)
      }}
    >
      <button
        type="submit"
        name="intent"
        value="reset"
        className="target text-sm text-soft underline underline-offset-4"
      >
        {m.cart_reset()}
      </button>
      <ConfirmDialog
        open={asking}
        title={m.cart_reset_title()}
        description={m.cart_reset_text()}
        confirm={m.cart_reset()}
        danger
        onConfirm={() => {
          setAsking(false)
          clearCart()
        }}
        onClose={() => setAsking(false)}
      />
    </Form>
  )
}
