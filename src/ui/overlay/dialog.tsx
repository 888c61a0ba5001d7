import { type ReactNode, Suspense, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { lazyWithRetry } from '../browser/lazy-retry.tsx'
import { Button } from '../form/button.tsx'
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

interface Answers {
  confirm: string
  danger?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that can't be undone; the button names the action. */
export function ConfirmDialog(props: Answers & { open: boolean; title: ReactNode; description?: ReactNode }) {
  const { confirm, danger, onConfirm, ...dialog } = props
  return <Dialog {...dialog} disableOutsideDismiss actions={<ConfirmButtons {...props} />} />
}

/** The answers to a question; a dialog that is open already may ask it instead of opening another. */
export function ConfirmButtons(props: Answers) {
  const { confirm, danger = false, onConfirm, onClose } = props
  return (
    <>
      {/* First in the document, so that it has the focus at first. */}
      <Button kind="outline" onClick={onClose} className="order-last">
        {m.ui_cancel()}
      </Button>
      <Button kind={danger ? 'danger' : 'primary'} onClick={onConfirm}>
        {confirm}
      </Button>
    </>
  )
}
