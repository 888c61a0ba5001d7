import type { ReactNode } from 'react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../form/button.tsx'
import { Dialog } from './dialog.tsx'

/** Asks before something that can't be undone; the button names the action. */
export function ConfirmDialog(props: {
  open: boolean
  title: ReactNode
  description?: ReactNode
  /** The text of the confirming button. */
  confirm: string
  /** The text of the other button; «Ακύρωση» by default. */
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
          {/* First in the document, so that it has the focus at first. */}
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
