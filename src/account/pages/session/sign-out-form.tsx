import type { ReactNode } from 'react'
import { paths } from '../../../base/paths.ts'
import { clearCart } from '../../../checkout/pages/cart-store.ts'
import { trackEvent } from '../../../ui/browser/analytics.ts'
import { Form } from '../../../ui/form/form.tsx'

/** The form around a sign-out button: it ends the session, its cookies and the cart (R110). */
export function SignOutForm({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <Form
      role="presentation"
      method="post"
      action={paths.logout}
      className={className}
      onSubmit={() => {
        clearCart()
        trackEvent('sign_out', {})
      }}
    >
      {children}
    </Form>
  )
}
