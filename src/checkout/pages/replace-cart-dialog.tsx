import { m } from '../../paraglide/messages.js'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { useCart } from './cart-store.ts'

/** Asks before gifts of another registry replace the cart (R401). */
export default function ReplaceCartDialog(props: { onConfirm(): void; onClose(): void }) {
  const { registry_name } = useCart()
  return (
    <ConfirmDialog
      open
      title={m.cart_replace_title()}
      description={m.cart_replace_text({ name: registry_name })}
      confirm={m.cart_replace_confirm()}
      {...props}
    />
  )
}
