import { type ReactNode, Suspense, useState } from 'react'
import { lazyWithRetry } from '../browser/lazy-retry.ts'

export interface DialogProps {
  open: boolean
  /** Asked to close: by Escape, the cross, or a press beside it. */
  onClose: () => void
  title: ReactNode
  /** One or two sentences under the title, read out with it. */
  description?: ReactNode
  children?: ReactNode
  /** The buttons, the main one first. */
  actions?: ReactNode
  /** Wider, for pictures and choices. */
  wide?: boolean
  /** For choices that need an answer: a press beside it does not close. */
  disableOutsideDismiss?: boolean
}

const DialogPanel = lazyWithRetry(() => import('./dialog-panel.tsx'))

/**
 * A dialog; on phones a sheet from below. Keeps the focus inside and gives it back. Its code is loaded when it
 * first opens: what it offers must also be reachable as a page, for visitors without JavaScript.
 */
export function Dialog(props: DialogProps) {
  const [used, setUsed] = useState(props.open)
  if (props.open && !used) setUsed(true)
  return used ? (
    <Suspense fallback={null}>
      <DialogPanel {...props} />
    </Suspense>
  ) : null
}
