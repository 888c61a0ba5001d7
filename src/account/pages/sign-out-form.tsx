import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { paths } from '../../base/paths.ts'
import { dropCart } from '../../checkout/pages/cart-store.ts'
import { track } from '../../ui/analytics.ts'
import { useAddress } from '../../ui/link.tsx'

/** Wraps the button that signs out: the session, its cookies and the cart end (spec §4), then home. */
export function SignOutForm({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <Form
      method="post"
      action={useAddress(paths.logout)}
      className={className}
      onSubmit={() => {
        dropCart()
        track('sign_out', {})
      }}
    >
      {children}
    </Form>
  )
}
