import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { clearCart } from '../../../checkout/pages/cart-store.ts'
import { trackEvent } from '../../../ui/browser/analytics.ts'
import { useLocalizedHref } from '../../../ui/page/link.tsx'

/** The form around a sign-out button: it ends the session, its cookies and the cart (R110). */
export function SignOutForm({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <Form
      role="presentation"
      method="post"
      action={useLocalizedHref(paths.logout)}
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
