import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { afterPaint } from '../browser/after-paint.ts'
import { Link, useLocalizedHref } from '../page/link.tsx'
import { ClosePageDialogContext } from './page-dialog-context.ts'

interface PageDialogProps {
  /** The id of the heading that names the dialog. */
  labelledBy: string
  /** The path that closing leads to: the page below. */
  back: string
  /** The id of what it is about on the page below: its link has the focus after a dialog that was the page's first. */
  about?: string | undefined
  children: ReactNode
}

/**
 * A dialog with an address of its own, as the browser's <dialog>. Without JavaScript it is open and stands above the
 * page; with it, it is modal: it keeps the focus, closes by Escape and returns the focus.
 */
export function PageDialog({ labelledBy, back, about, children }: PageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const leave = useRef(() => {})
  const navigate = useNavigate()
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const before = document.activeElement
    // Somebody may type in it before the scripts have come.
    const isInIt = before !== element && element.contains(before)
    element.close()
    element.showModal()
    if (isInIt) (before as HTMLElement).focus({ preventScroll: true })
    leave.current = () => {
      leave.current = () => {}
      element.close()
      element.style.opacity = ''
      // What opened it may have disappeared by what was done here.
      const isStillThere = before?.isConnected && before !== document.body && !isInIt
      const { about: subject } = element.dataset
      const link = subject && document.querySelector<HTMLElement>(`#${subject} a`)
      const target = isStillThere ? before : link || document.getElementById('main')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
    return () => leave.current()
  }, [])
  const address = useLocalizedHref(back)
  const close = () => navigate(address, { preventScrollReset: true })
  const closeAtOnce = () => closeAfterPaint(dialog.current, () => leave.current())
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby={labelledBy}
      data-about={about}
      className="page-dialog"
      onCancel={event => {
        event.preventDefault()
        close()
      }}
      onMouseDown={event => event.target === event.currentTarget && close()}
    >
      <div className="page-dialog-sheet">
        <Link to={back} preventScrollReset className="page-dialog-close" aria-label={m.ui_close()}>
          <svg
            viewBox="0 0 24 24"
            width="20"
            height="20"
            aria-hidden="true"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          >
            <path d="M5 5l14 14M19 5L5 19" />
          </svg>
        </Link>
        <ClosePageDialogContext value={closeAtOnce}>{children}</ClosePageDialogContext>
      </div>
    </dialog>
  )
}

/** With the next paint it is out of sight. Closing it styles the whole page anew, for which a phone takes long. */
function closeAfterPaint(dialog: HTMLDialogElement | null, close: () => void): void {
  if (dialog) dialog.style.opacity = '0'
  afterPaint(close)
}
