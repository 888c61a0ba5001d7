import { type ComponentProps, Suspense } from 'react'
import { lazyWithRetry } from '../../ui/browser/lazy-retry.tsx'

const CheckoutError = lazyWithRetry(() => import('./checkout-error.tsx'))

/** Why a cart or a gift was not handed off; most guests never load what says it. */
export function HandoffError(props: ComponentProps<typeof CheckoutError>) {
  return (
    <Suspense>
      <CheckoutError {...props} />
    </Suspense>
  )
}
