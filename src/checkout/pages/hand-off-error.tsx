import { type ComponentProps, Suspense } from 'react'
import { lazyWithRetry } from '../../ui/browser/lazy-retry.tsx'

const CheckoutError = lazyWithRetry(() => import('./checkout-error.tsx'))

/** Loads `CheckoutError` lazily, because most guests never need it. */
export function HandoffError(props: ComponentProps<typeof CheckoutError>) {
  return (
    <Suspense>
      <CheckoutError {...props} />
    </Suspense>
  )
}
