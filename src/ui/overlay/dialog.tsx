import { Suspense, useState } from 'react'
import { lazyWithRetry } from '../browser/lazy-retry.ts'
import type { DialogProps } from './dialog-panel.tsx'

const DialogPanel = lazyWithRetry(() => import('./dialog-panel.tsx'))

/**
 * A dialog; on phones a sheet from below. It keeps the focus inside and returns it. Its code is loaded when it first
 * opens: what it offers must also be reachable as a page, for visitors without JavaScript.
 */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)
  return wasOpened ? (
    <Suspense fallback={null}>
      <DialogPanel {...props} />
    </Suspense>
  ) : null
}
