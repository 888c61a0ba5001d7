import type { ReactNode } from 'react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../form/button.tsx'
import { Dialog } from './dialog.tsx'

/** Asks before something that can't be undone; the button says what happens, never just “OK” unless asked to. */
export function ConfirmDialog(props: {
  open: boolean
  title: ReactNode
  description?: ReactNode
  /** What the confirming button says. */
  confirm: string
  /** What the other one says; «Ακύρωση» by default. */
  cancel?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const { confirm, cancel = m.ui_cancel(), danger = false, busy = false, onConfirm, ...dialog } = props
  return (
    <Dialog
      {...dialog}
      disableOutsideDismiss
      actions={
        <>
          {/* The harmless one takes the focus first, wherever it stands. */}
          <Button kind="outline" onClick={dialog.onClose} className="order-last">
            {cancel}
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  )
}
